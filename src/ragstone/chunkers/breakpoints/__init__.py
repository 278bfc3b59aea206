"""Where the meaning of a text turns: distances between sentences and the rules over them."""
