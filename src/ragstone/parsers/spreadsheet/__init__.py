"""Workbooks: Excel (new, binary, before 2007) and OpenDocument sheets, a parser each."""
