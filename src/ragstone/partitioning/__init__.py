"""Files in, elements out, in one call under Unstructured's names."""
