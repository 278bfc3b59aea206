"""Where documents come from: paths, folders, bytes, text in memory."""
