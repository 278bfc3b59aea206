"""Where a text may be cut well, at what price, and how much stands between two such places."""
