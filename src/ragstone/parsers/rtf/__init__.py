"""RTF: text with its tables, notes and lists, in any code page."""
