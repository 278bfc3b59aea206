"""Tables of a page: by ruled lines, coloured cells, level rulings, and by alignment alone."""
