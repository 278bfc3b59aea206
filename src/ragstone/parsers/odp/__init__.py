"""OpenDocument presentations."""
