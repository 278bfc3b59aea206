"""Documents for people: Markdown, pages of HTML, pictures of pages."""
