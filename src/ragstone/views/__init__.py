"""Documents for people: Markdown, the inspector's page; pictures later."""
