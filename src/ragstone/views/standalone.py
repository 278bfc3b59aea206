"""A page of HTML that stands alone: a policy in it forbids whatever is not in it.

standalone("Harbour", "<h1>Harbour</h1>", part("report.css"))
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path

from ragstone.views.inspect_text import shown


def standalone(title: str, body: str, style: str, script: str = "") -> str:
    """The page. `title` is text, `body` is HTML; `script` is the only one that may run."""
    scripts = f"script-src '{_digest(script)}'; " if script else ""
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; {scripts}"
        "base-uri 'none'; form-action 'none'"
    )
    code = f"<script>{script}</script>" if script else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{shown(title)}</title>\n<style>{style}</style></head>\n"
        f"<body>{body}{code}</body></html>\n"
    )


def part(file: str) -> str:
    """The text of a style or script that stands beside this module."""
    return Path(__file__).with_name(file).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()
