"""Cells in rows, as spreadsheets and CSV have them: tables, their headers, lines; no parser."""
