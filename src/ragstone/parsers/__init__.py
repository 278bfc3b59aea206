"""Parsers: bytes of one format in, a `Document` out. One file a format; `catalog.py` lists them."""
