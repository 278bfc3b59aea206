"""Documents for people: Markdown, and later pages and pictures."""
