"""Markdown: blocks with their exact lines."""
