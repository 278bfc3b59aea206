"""Header fields of a mail, from their bytes to text: encoded words, parameters, addresses, dates.

Much mail keeps no rule: words cut inside a character, names encoded where they must not be, raw
bytes of any encoding. Everything here gives some text for any bytes, in linear time.

    decoded(b"=?GBK?B?wda87Q==?= <lin@example.org>")        # "林柬 <lin@example.org>"
    parameters(b"text/csv; name*=UTF-8''%E8%B4%B9.csv")      # ("text/csv", {"name": "费.csv"})
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_tz
from urllib.parse import unquote_to_bytes

from ragstone.text.encoding import codec_of, decode

#: Fields are not longer than this; what is, is no header.
_LONGEST = 64 * 1024
#: RFC 2047, 2, with the language of RFC 2231, 5; blanks inside are wrong and common.
_WORD = re.compile(rb"=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?([bBqQ])\?([^?]*)\?=")
_PARAMETER = re.compile(r";\s*([^=;\s]+)\s*=\s*(\"(?:\\.|[^\"\\])*\"|[^;]*)", re.DOTALL)
#: RFC 2231, 3 and 4.1: a parameter in pieces, `*` behind what is percent-encoded.
_PIECE = re.compile(r"(.+?)(?:\*(\d{1,3}))?(\*)?")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_META = re.compile(rb"<meta[^<>]{0,200}?charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
#: Labels that say nothing about the bytes.
_NO_CHARSETS = frozenset({"us-ascii", "ascii", "unknown-8bit", "x-unknown", "unknown", "default"})
#: Labels that mailers put on anything.
_LATIN = frozenset({"cp1252", "iso8859-1", "latin-1"})
_FAR_EAST = ("gb", "big5", "euc", "shift", "cp932", "cp949", "cp950")
_SURE = 0.6


def decoded(raw: bytes, charset: str | None = None) -> str:
    """The text of a field on one line; `charset` is a guess for bytes that name none."""
    pieces = [
        decode_text(data, label) if label else _plain(data, charset)
        for label, data in _words(raw[:_LONGEST])
    ]
    return one_line("".join(pieces))


def one_line(text: str) -> str:
    """`text` without line ends and controls."""
    return " ".join(_CONTROLS.sub("", text).split())


def decode_text(data: bytes, charset: str | None) -> str:
    """Bytes that were labelled; a label that says nothing, or is plainly wrong, is passed over."""
    label = (charset or "").strip().strip("\"'").lower()
    if label in _NO_CHARSETS or not label:
        return decode(data).text
    if codec_of(label) in _LATIN and not data.isascii():
        found = decode(data)
        if found.confidence >= _SURE and found.encoding.startswith((*_FAR_EAST, "utf")):
            return found.text
    return decode(data, label).text


def page_text(data: bytes, charset: str | None) -> str:
    """HTML, which may name its charset itself where the mail names none (RFC 2854, 2)."""
    if charset is None:
        found = _META.search(data[:4096])
        charset = None if found is None else found.group(1).decode("latin-1")
    return decode_text(data, charset)


def _plain(data: bytes, charset: str | None) -> str:
    return data.decode("ascii") if data.isascii() else decode_text(data, charset)


def _words(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """(charset, bytes) of encoded words, ("", bytes) of what stands between them.

    Neighbouring words in one charset come as one: many mailers cut inside a character, some inside
    four letters of base64. Blanks between two words are nothing (RFC 2047, 6.2).
    """
    at = 0
    label, data, rest = "", b"", b""
    for match in _WORD.finditer(raw):
        between = raw[at : match.start()]
        at = match.end()
        charset = match.group(1).decode("latin-1").lower()
        is_base64 = match.group(2) in b"bB"
        if not label or between.strip() or charset != label:
            if label:
                yield label, data + _base64(rest)
                between = between if between.strip() else b""
            yield "", between
            label, data, rest = charset, b"", b""
        if is_base64:
            rest += b"".join(match.group(3).split())
            if len(rest) % 4 == 0 or rest.endswith(b"="):
                data, rest = data + _base64(rest), b""
        else:
            data += _base64(rest) + _quoted(match.group(3))
            rest = b""
    if label:
        yield label, data + _base64(rest)
    yield "", raw[at:]


def _base64(text: bytes) -> bytes:
    return decoded_base64(text) if text else b""


def decoded_base64(text: bytes) -> bytes:
    """base64 with line ends, foreign characters and without its padding (RFC 2045, 6.8)."""
    try:
        return binascii.a2b_base64(text)
    except binascii.Error:
        letters = re.sub(rb"[^A-Za-z0-9+/]", b"", text)
        if len(letters) % 4 == 1:
            letters = letters[:-1]
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _quoted(text: bytes) -> bytes:
    return binascii.a2b_qp(text.replace(b"_", b" "))


def parameters(raw: bytes, charset: str | None = None) -> tuple[str, dict[str, str]]:
    """The value of a field like Content-Type in lower case, and its parameters decoded."""
    text = raw[:_LONGEST].decode("latin-1")
    value, semicolon, _ = text.partition(";")
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for match in _PARAMETER.finditer(text, len(value) if semicolon else len(text)):
        said = match.group(2).strip()
        if said.startswith('"'):
            said = re.sub(r"\\(.)", r"\1", said.strip('"'), flags=re.DOTALL)
        found = _PIECE.fullmatch(match.group(1).lower())
        if found is None:
            continue
        # A parameter in one piece is a better word than one in none: RFC 2231 before the old form.
        number = int(found.group(2)) if found.group(2) else (0 if found.group(3) else -1)
        pieces.setdefault(found.group(1), {}).setdefault(number, (said, bool(found.group(3))))
    return value.strip().lower(), {name: _value(said, charset) for name, said in pieces.items()}


def _value(pieces: dict[int, tuple[str, bool]], charset: str | None) -> str:
    if 0 not in pieces:
        said, _ = pieces[min(pieces)]
        return decoded(said.encode("latin-1"), charset)
    label, data = "", b""
    number = 0
    while number in pieces:
        said, is_encoded = pieces[number]
        if is_encoded:
            if number == 0 and said.count("'") >= 2:
                label, _, said = said.split("'", 2)
            data += unquote_to_bytes(said)
        else:
            data += said.encode("latin-1")
        number += 1
    return one_line(decode_text(data, label)) if label else decoded(data, charset)


def addresses(raw: bytes, charset: str | None = None) -> tuple[str, ...]:
    """The addresses of a field, each "Name <address>" or the address alone."""
    found: list[str] = []
    for piece in _split(raw[:_LONGEST].decode("latin-1")):
        text = decoded(piece.encode("latin-1"), charset)
        name, bracket, address = text.rpartition("<")
        if bracket and name.strip():
            text = f"{_unquoted(name)} <{address}"
        elif bracket:
            text = address.rstrip("> ")
        if text and text not in found:
            found.append(text)
    return tuple(found)


def _unquoted(name: str) -> str:
    name = name.strip()
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
        name = name[1:-1]
    return re.sub(r"\\(.)", r"\1", name).strip()


def _split(text: str) -> Iterator[str]:
    """The pieces between commas that stand outside of quotes, brackets and comments."""
    start = 0
    in_quotes, depth = False, 0
    skip = False
    for at, character in enumerate(text):
        if skip:
            skip = False
        elif character == "\\":
            skip = True
        elif character == '"':
            in_quotes = not in_quotes
        elif in_quotes:
            continue
        elif character in "<(":
            depth += 1
        elif character in ">)":
            depth = max(0, depth - 1)
        elif character in ",;" and not depth:
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()


def iso_date(text: str) -> str:
    """ISO 8601 of a date as RFC 5322 has it, with the sender's offset; "" when it is none."""
    try:
        found = parsedate_tz(text[:200])
        if found is None:
            return datetime.fromisoformat(text.strip()).isoformat()
        moment = datetime(*found[:6])
        # "-0000" says that nothing is known of the place (RFC 5322, 3.3).
        if found[9] is not None:
            moment = moment.replace(tzinfo=timezone(timedelta(seconds=found[9])))
        return moment.isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
