"""XML that is no format of its own: data, feeds, documents."""
