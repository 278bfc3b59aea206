"""Archives: ZIP, TAR and packed single files, whose members are read by their own parsers."""
