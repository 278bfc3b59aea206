"""Parsers: bytes of one format in, a `Document` out. One file a format, or one
package where a file would grow too long; `catalog.py` lists them."""
