"""Page layout from geometry: fragments to lines, reading order, paragraphs, typed elements.

Whatever gives text with boxes (the text layer of a PDF, later OCR) is read by these modules; none
of them knows a file format.
"""
