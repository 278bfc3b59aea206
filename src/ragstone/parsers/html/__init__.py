"""HTML: pages as a reader sees them, with the line of every text."""
