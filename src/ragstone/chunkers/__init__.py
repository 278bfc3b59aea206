"""Chunkers: sections in, chunks out. One file a strategy; `catalog.py` lists them."""
