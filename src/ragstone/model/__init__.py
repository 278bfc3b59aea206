"""The vocabulary: blocks, elements, sections, chunks and the places they come from."""
