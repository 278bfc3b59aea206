"""Picture files: their size and what they say of themselves; their pixels are never decoded."""
