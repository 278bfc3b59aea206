"""Character sets that RTF names in its own words; those with numbers are in `text.code_pages`."""

from __future__ import annotations

#: `\ansi`, `\mac`, `\pc`, `\pca`.
OF_WORD = {"ansi": "cp1252", "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
SYMBOL_CHARSET = 2
