"""Separated values: CSV and TSV."""
