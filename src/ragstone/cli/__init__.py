"""The command line: thin commands over `knowledge`."""
