"""LangChain's way of splitting: separators, pieces between them, packed up to a size."""
