"""Scanners that find the structure written into a text: Markdown, HTML, tables."""
