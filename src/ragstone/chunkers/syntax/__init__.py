"""Programming languages: their grammars, and what their syntax trees say of a file."""
