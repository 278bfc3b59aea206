"""The façade that people use: `KnowledgeBase`."""
