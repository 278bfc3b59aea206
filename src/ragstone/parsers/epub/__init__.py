"""EPUB: books as their chapters in reading order."""
