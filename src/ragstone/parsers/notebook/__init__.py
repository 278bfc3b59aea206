"""Jupyter notebooks: cells in order, with what they gave out."""
