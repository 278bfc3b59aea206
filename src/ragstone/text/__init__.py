"""Text as text: encodings, graphemes, sentences, tokens, and what full-text search sees."""
