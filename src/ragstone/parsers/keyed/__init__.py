"""Texts of keys and values (JSON, YAML), divided by their keys; no parser."""
