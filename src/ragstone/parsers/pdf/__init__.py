"""PDF: the one format that is a package of its own."""
