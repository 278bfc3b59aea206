"""OpenDocument texts, packed and flat."""
