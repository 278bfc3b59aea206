"""YAML: the file verbatim, divided by its keys."""
