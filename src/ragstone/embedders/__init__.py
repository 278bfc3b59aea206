"""Embedders: texts in, vectors out. One file a kind; `catalog.py` lists them."""
