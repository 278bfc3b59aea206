"""reStructuredText: the file verbatim, its blocks as elements."""
