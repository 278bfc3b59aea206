"""Records: knowledge bases, documents and their state. `catalog.py` lists the members."""
