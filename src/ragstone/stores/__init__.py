"""Stores: where chunks and vectors live and are searched. `catalog.py` lists them."""
