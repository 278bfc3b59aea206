"""What full-text search sees of a text, and what it looks for: one rule for both sides.

`index_text` turns a text into tokens separated by blanks; a store splits them at the blanks and
nowhere else. `query_terms` makes the tokens of a query by the same rule, so the two agree by
construction. The rule:

- NFKC (full width, ligatures, Kangxi radicals), CJK radicals folded, lower case; accents stay;
- Chinese, Japanese, Korean and the South-East Asian scripts, which put no blanks between words,
  become pairs of neighbouring characters, and the last character of each run alone, so that every
  character begins a token;
- words of all other scripts stay whole; identifiers (AB-1234, v2.0.1, foo_bar) are there whole and
  in parts; an emoji is a token.

    index_text("AB-1234 检索增强")     # "ab-1234 ab 1234 检索 索增 增强 强"
    query_terms("什么是检索增强？")    # terms 检索, 索增, 增强

The verbatim text is kept elsewhere; nothing here can be turned back into it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ragstone.text.radicals import RADICALS
from ragstone.text.stopwords import CJK, ENGLISH, FUNCTION_CHARACTERS, PARTICLES

#: Longer tokens (base64, hashes run together) are cut, on both sides alike.
TOKEN_CHARACTERS = 64
#: Different terms that one query may have; the first ones count (FTS5 takes 256 at most).
QUERY_TERMS = 128

# Han, kana, bopomofo: a line end or a blank between two of them (a wrapped line, letter spacing)
# is no border of a word.
_HAN_KANA = (
    "\u2e80-\u2fdf\u3005\u3007\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003fffd"
)
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7ff"
# Thai, Lao, Myanmar, Khmer: no blanks between words either.
_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_EMOJI = "\u2600-\u27bf\U0001f000-\U0001faff"
_JOINERS = "-._@"


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """What a query looks for: any of `terms` as a whole token, any of `prefixes` as a beginning.

    Both hold tokens as `index_text` makes them, each once, in the query's order.
    """

    terms: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms or self.prefixes)


def index_text(text: str) -> str:
    """The tokens of `text`, separated by single blanks; "" when it holds nothing to search."""
    tokens: list[str] = []
    for word in _words(_fold(text), joined=True):
        if word.isascii() and word.isalnum():  # most words, by far
            tokens.append(word[:TOKEN_CHARACTERS])
        else:
            tokens += _tokens(word)
    return " ".join(tokens)


def query_terms(query: str) -> QueryTerms:
    """The terms of what a person typed; empty when it holds nothing to search.

    Stop words and pairs with a function character are left out, unless nothing else is there: no
    query loses all its words. A single character without neighbours is looked for as a beginning.
    """
    found: dict[str, bool] = {}
    weak: set[str] = set()
    for word in _words(_fold(query), joined=False):
        tokens = list(_tokens(word))
        if _is_run(word) and len(tokens) > 1:
            tokens.pop()  # the last character alone: only the text needs it
        for place, token in enumerate(tokens):
            found.setdefault(token, _is_run(word) and len(token) == 1)
            if _says_little(token, last=place == len(tokens) - 1 > 0):
                weak.add(token)
    kept = {token: alone for token, alone in found.items() if token not in weak} or found
    rows = list(kept.items())[:QUERY_TERMS]
    terms = tuple(token for token, alone in rows if not alone)
    prefixes = tuple(token for token, alone in rows if alone)
    if len(rows) == 1 and len(rows[0][0]) == 1:
        prefixes = (rows[0][0],)
    return QueryTerms(terms, prefixes)


def _says_little(token: str, *, last: bool) -> bool:
    if token in ENGLISH or token in CJK:
        return True
    if "\uac00" <= token[0] <= "\ud7ff":
        return last and token[-1] in PARTICLES
    return any(character in FUNCTION_CHARACTERS for character in token)


def _fold(text: str) -> str:
    """NFKC, radicals, lower case; invisible characters gone; white space one blank or line end."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(RADICALS))
        text = unicodedata.normalize("NFKC", text.casefold())
        text = _invisible().sub("", text)
    else:
        text = text.lower()
    text = re.sub(r"\r\n?", "\n", text)
    text = re.sub(r"[^\S\n]+", " ", text)
    return re.sub(r" ?\n ?", "\n", text)


def _words(folded: str, *, joined: bool) -> list[str]:
    """Runs of a script without blanks, compounds of other words, emoji; in order."""
    pattern = _ascii_words() if folded.isascii() else _all_words(joined)
    return pattern.findall(folded)


def _tokens(word: str) -> Iterator[str]:
    """The tokens of one of `_words`."""
    if _is_run(word):
        run = word.replace(" ", "").replace("\n", "")
        yield from map("".join, pairwise(run))
        yield run[-1]
        return
    parts = _parts().split(word)
    if len(parts) == 1 or any(c.isdigit() or c in "_@.+#" for c in word):
        yield _number(word)[:TOKEN_CHARACTERS]
    if len(parts) > 1:
        yield from (part[:TOKEN_CHARACTERS] for part in parts if part)


def _number(word: str) -> str:
    """1,234,567 is one number, however it is written."""
    return word.replace(",", "")


def _is_run(word: str) -> bool:
    return _run_start().match(word) is not None


@cache
def _run_start() -> re.Pattern[str]:
    return re.compile(f"[{_HAN_KANA}{_HANGUL}{_SOUTH_EAST}]")


@cache
def _parts() -> re.Pattern[str]:
    return re.compile(rf"[{_JOINERS}]|(?:\+\+|#)$")


@cache
def _ascii_words() -> re.Pattern[str]:
    return re.compile(_compound("[^\\W_]"))


@cache
def _all_words(joined: bool) -> re.Pattern[str]:
    """One pattern for every script; `joined` lets Han and kana run on over one blank."""
    letter = rf"[^\W_{_HAN_KANA}{_HANGUL}{_SOUTH_EAST}{_EMOJI}]"
    bridge = rf"(?:[ \n][{_HAN_KANA}]+)*" if joined else ""
    return re.compile(
        rf"[{_HAN_KANA}]+{bridge}|[{_HANGUL}]+|[{_SOUTH_EAST}]+|[{_EMOJI}]"
        rf"|{_compound(rf'{letter}[{_marks()}]*')}"
    )


def _compound(letter: str) -> str:
    """Letters and digits, joined by single joiners, or by commas between thousands; C++ and C#."""
    word = rf"(?:{letter})+"
    number = r"(?<!\w)\d{1,3}(?:,\d{3})+(?![\w,])"
    return rf"{number}|{word}(?:(?:[-.@]|__?){word})*(?:\+\+|#)?"


@cache
def _marks() -> str:
    """Combining marks, as the inside of a character class: Python's `\\w` leaves them out."""
    return _ranges("M")


@cache
def _invisible() -> re.Pattern[str]:
    """Format characters (joiners, soft hyphens, directions) and variation selectors."""
    return re.compile(f"[{_ranges('Cf')}\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def _ranges(category: str) -> str:
    """The characters of a category up to U+1EFFF, as ranges; what lies above holds no letters
    with marks (CJK extensions, emoji, tags)."""
    ranges: list[str] = []
    start = None
    for code in range(0xA0, 0x1F001):
        inside = code < 0x1F000 and unicodedata.category(chr(code)).startswith(category)
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            ranges.append(f"{chr(start)}-{chr(code - 1)}")
            start = None
    return "".join(ranges)
