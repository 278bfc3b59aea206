"""Office Open XML: what the parsers of Word, Excel and PowerPoint files share; no parser."""
