"""OpenDocument: what the parsers of its texts and slides share; no parser."""
