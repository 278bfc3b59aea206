"""From bytes to text: which encoding a file is in, and how sure that is.

The order: byte order mark, declaration, UTF-16 and UTF-32 by their NUL bytes, strict UTF-8 over the
whole file, UTF-8 with a few bad bytes, then `text.legacy`, which weighs the older code pages.
Nothing here raises for any bytes.

    decode("Straße".encode("cp1252")).text          # "Straße"
    decode(page, declared="gb2312").encoding        # "gb18030", as browsers read it
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace

from ragstone.text.legacy import detect_legacy, plausibility, share_of_words

#: (mark, encoding) in the order they must be tried: UTF-32-LE's begins with UTF-16-LE's.
BYTE_ORDER_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

#: What a label means in practice (WHATWG Encoding, 4.2): the wider page of the same family.
_MEANT = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "latin-1": "cp1252",
    "iso8859-9": "cp1254",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "tis-620": "cp874",
    "johab": "cp949",
}
#: Codecs of Python that are no character sets: for names of hosts, for source code, and one that
#: always fails, whose name pages and mails without a charset often give.
_NO_CHARACTER_SETS = frozenset(
    {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"}
)
_SINGLE_BYTE = re.compile(r"cp125\d|cp874|iso8859|koi8|mac|latin")

_BAD_BYTE = re.compile("[\udc80-\udcff]")
_ENCODED_SURROGATE = re.compile("\udced[\udca0-\udcbf][\udc80-\udcbf]")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: The share of a text's special characters that may be broken before another page is looked for.
_FEW_BAD = 0.1
#: The same for a declared encoding, where a wrong one shows as many broken characters.
_STRAY = 0.02
#: How sure another page must be to be believed against a declaration that no bytes contradict.
_SURELY = 0.8
#: Nor then where more of the words, read as declared, are of letters alone: a Turkish line in
#: capitals, or a Thai one, is full of pairs of bytes that are frequent in Chinese.
_WORDS = 0.5
#: Half of the characters of any Chinese, Japanese or Korean text are frequent ones.
_LIKE_TEXT = 0.3
#: Fewer bytes beyond ASCII say too little against a declaration.
_TELLING = 8
#: NUL patterns show in the first part of a file; the rest is not searched.
_PATTERN_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text without NUL and lone surrogates; `confidence` from 0 (a fallback) to 1 (certain)."""

    text: str
    encoding: str
    confidence: float
    warnings: tuple[str, ...] = ()


def decode(data: bytes, declared: str | None = None) -> Decoded:
    """The text of a whole file; `declared` is the encoding its own markup names, if any.

    A declaration that the bytes speak against is a warning that says what was read instead.
    """
    codec = codec_of(declared) if declared else None
    found = _marked(data) or (_declared(data, codec) if codec else None)
    found = found or _escaped(data) or _utf_wide(data) or _utf8(data) or _detected(data)
    if declared is None:
        return found
    if codec is None:
        note = f"the declared encoding {declared[:40]!r} is not known"
    elif _is_same(codec, found.encoding) or (data.isascii() and found.encoding == "utf-8"):
        return found
    else:
        told = f"was read as {found.encoding}, which fits its bytes better"
        note = f"the file says {declared[:40]}, and {told}"
    return replace(found, warnings=(note, *found.warnings))


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """`text` without NUL and with U+FFFD for lone surrogates, and a warning for either."""
    warnings: list[str] = []
    nuls = text.count("\0")
    if nuls:
        text = text.replace("\0", "")
        warnings.append(f"{nuls} NUL characters were dropped")
    text, lone = _SURROGATE.subn("\ufffd", text)
    if lone:
        warnings.append(f"{lone} lone surrogates were replaced by U+FFFD")
    return text, tuple(warnings)


def codec_of(label: str) -> str | None:
    """Python's name for the encoding a label means, or None for an unknown or non-text one."""
    try:
        info = codecs.lookup(label.strip().strip("\"'").lower())
    except (LookupError, ValueError):
        return None
    if info.name in _NO_CHARACTER_SETS or not getattr(info, "_is_text_encoding", True):
        return None
    return _MEANT.get(info.name, info.name)


def _is_same(declared: str, read: str) -> bool:
    """Whether a declared encoding is the one that was read, perhaps told with more detail."""
    return read.startswith(declared) or declared.startswith(read)


def _marked(data: bytes) -> Decoded | None:
    """The text behind a byte order mark."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _lenient(data[len(mark) :], encoding, 1.0)
    return None


def _detected(data: bytes) -> Decoded:
    """The text in the code page from before Unicode in which it reads best."""
    encoding, confidence, notes = detect_legacy(data)
    found = _lenient(data, encoding, confidence)
    return replace(found, warnings=(*notes, *found.warnings))


def _declared(data: bytes, encoding: str) -> Decoded | None:
    """The text as declared, unless the bytes speak against it."""
    if encoding.startswith(("utf-16", "utf-32", "utf-7")):
        # A declaration that could be read byte by byte cannot be true (WHATWG HTML, 13.2.3.2).
        return None
    if encoding == "utf-8":
        return _utf8(data)
    found = _lenient(data, encoding, 0.95)
    special = _count_special(found.text) or 1
    if found.text.count("\ufffd") > 1 + special * _STRAY:
        return None
    return None if not data.isascii() and _reads_otherwise(data, encoding, found.text) else found


def _reads_otherwise(data: bytes, encoding: str, text: str) -> bool:
    """Whether `text`, which is `data` as declared, is another encoding's text in disguise.

    Nearly any bytes are a text in a single-byte page, and a few of UTF-8 in a multi-byte one.
    """
    in_utf8 = _utf8_or_none(data)
    if _SINGLE_BYTE.match(encoding) is None:
        if in_utf8 is None or "\ufffd" in text:
            return in_utf8 is not None
        return plausibility(text) < max(plausibility(in_utf8), _LIKE_TEXT)
    if in_utf8 is not None or _count_special(text) < _TELLING:
        return in_utf8 is not None
    better, confidence, _ = detect_legacy(data)
    if confidence < _SURELY or _SINGLE_BYTE.match(better) is not None:
        return False
    return share_of_words(text) <= _WORDS


def _escaped(data: bytes) -> Decoded | None:
    """ISO-2022-JP: ASCII bytes only, with escapes that name the character sets."""
    if b"\x1b$" not in data or not data.isascii():
        return None
    try:
        return _finish(data.decode("iso2022_jp"), "iso2022_jp", 0.95, [])
    except UnicodeDecodeError:
        return None


def _utf_wide(data: bytes) -> Decoded | None:
    """UTF-16 or UTF-32 without a mark, told by where the NUL bytes stand."""
    head = data[: min(len(data), _PATTERN_BYTES) // 4 * 4] or data[: len(data) // 2 * 2]
    if not head.count(0) or len(head) < 4:
        return None
    quarters = [head[k::4].count(0) / (len(head[k::4]) or 1) for k in range(4)]
    if min(quarters[1:3]) > 0.9 and quarters[3] > 0.9 and quarters[0] < 0.1:
        return _lenient(data, "utf-32-le", 0.9)
    if min(quarters[:2]) > 0.9 and quarters[2] > 0.9 and quarters[3] < 0.1:
        return _lenient(data, "utf-32-be", 0.9)
    first, second = head[::2].count(0), head[1::2].count(0)
    units = len(head) // 2
    for encoding, high, low in (("utf-16-le", second, first), ("utf-16-be", first, second)):
        if low > units * 0.02 or high <= low:
            continue
        if high > units * 0.4:
            return _lenient(data, encoding, 0.9)
        # Chinese has NULs only at its line ends and digits: the text must also read like text.
        sample = head.decode(encoding, "replace")
        if sample.count("\ufffd") <= 1 and plausibility(sample) > 0.15:
            return _lenient(data, encoding, 0.7)
    return None


def _utf8_or_none(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _utf8(data: bytes) -> Decoded | None:
    """Strict UTF-8; or UTF-8 of which at most a tenth of the special characters are broken."""
    try:
        return _finish(data.decode("utf-8"), "utf-8", 1.0, [])
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
    text, lone = _ENCODED_SURROGATE.subn("\ufffd", text)
    bad = len(_BAD_BYTE.findall(text))
    valid = _count_special(text) - bad - lone
    # A file cut off inside a character has a bad end and is still UTF-8.
    cut_off = bad <= 3 and valid > 0 and not _BAD_BYTE.search(text[:-bad])
    if bad > (valid + bad) * _FEW_BAD and not cut_off:
        return None
    notes: list[str] = []
    if lone:
        notes.append(f"{lone} lone surrogates were replaced by U+FFFD")
    if bad:
        text = _BAD_BYTE.sub(_as_cp1252, text)
        notes.append(f"{bad} bytes are not valid UTF-8 and were read as cp1252")
    return _finish(text, "utf-8", 1 - bad / (valid + bad) if bad else 1.0, notes)


def _count_special(text: str) -> int:
    """How many characters are not ASCII."""
    return len(text) - len(text.encode("ascii", "ignore"))


def _as_cp1252(match: re.Match[str]) -> str:
    return bytes([ord(match.group()) - 0xDC00]).decode("cp1252", "replace")


def _lenient(data: bytes, encoding: str, confidence: float) -> Decoded:
    """The text in `encoding`, U+FFFD for what is not valid in it, and a warning for that."""
    try:
        return _finish(data.decode(encoding), encoding, confidence, [])
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    bad = text.count("\ufffd")
    note = f"{bad} places are not valid {encoding} and were replaced by U+FFFD"
    return _finish(text, encoding, confidence, [note])


def _finish(text: str, encoding: str, confidence: float, notes: list[str]) -> Decoded:
    text, more = clean(text.removeprefix("\ufeff"))
    return Decoded(text, encoding, round(confidence, 3), (*notes, *more))
