"""DOCX: word processing documents, read from their XML."""
