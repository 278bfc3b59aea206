"""The parts of a mail (RFC 2045, 2046, 5322): headers, bodies and parts in parts, from bytes alone.

Python's own parser of mail recurses as deep as the mail says and fails on headers that break rules;
this one is bounded, never raises for any bytes, and leaves bytes what they are.

    part = read_part(data, count=nest.count)
    part.media_type, part.parts, part.data
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ragstone.parsers.mail.headers import decoded, decoded_base64, parameters

#: A field's name and colon (RFC 5322, 2.2); blanks before the colon are obsolete and met.
_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
#: The delimiter behind the last part.
_CLOSING = re.compile(rb"^--([^\s-][^\s]{0,199}?)--[ \t]*\r?$", re.MULTILINE)
_DELIMITER_END = re.compile(rb"(--)?[ \t]*(?:\r\n|\n|\r|\Z)")
_HEAD_BYTES = 4 * 1024 * 1024
#: Signed, mixed, related, alternative and a few lists' footers around them.
_DEEPEST = 20
_MULTIPART, _DIGEST = "multipart/", "multipart/digest"


@dataclass
class Part:
    """A mail, or a part of one.

    - `fields`: (name in lower case, raw value without line ends) in order.
    - `raw`: the body as it stands; `parts`: of a multipart, else none.
    - `preset`: its type when it names none.
    """

    fields: list[tuple[str, bytes]]
    raw: bytes
    preset: str = "text/plain"
    parts: list[Part] = field(default_factory=list["Part"])
    damage: str = ""

    def first(self, name: str) -> bytes:
        """The raw value of the first field called `name`; b"" without one."""
        return next((value for key, value in self.fields if key == name), b"")

    def all(self, name: str) -> bytes:
        """The values of all fields called `name`, with commas between."""
        return b", ".join(value for key, value in self.fields if key == name)

    @cached_property
    def _content_type(self) -> tuple[str, dict[str, str]]:
        value, found = parameters(self.first("content-type"))
        return (value if re.fullmatch(r"[\w.+-]+/[\w.+-]+", value) else self.preset), found

    @property
    def media_type(self) -> str:
        return self._content_type[0]

    @property
    def parameters(self) -> dict[str, str]:
        """Those of its Content-Type."""
        return self._content_type[1]

    @cached_property
    def disposition(self) -> tuple[str, dict[str, str]]:
        """ "attachment", "inline" or "", and its parameters."""
        return parameters(self.first("content-disposition"))

    @property
    def charset(self) -> str | None:
        return self.parameters.get("charset")

    @property
    def name(self) -> str:
        """The file name, decoded; "" without one."""
        _, found = self.disposition
        return found.get("filename") or self.parameters.get("name", "")

    @cached_property
    def data(self) -> bytes:
        """The body without its transfer encoding."""
        encoding = decoded(self.first("content-transfer-encoding")).lower()
        if encoding == "base64":
            return decoded_base64(self.raw)
        if encoding == "quoted-printable":
            return binascii.a2b_qp(self.raw)
        if encoding in ("x-uuencode", "uuencode", "x-uue"):
            return _uudecoded(self.raw)
        return self.raw


def read_part(
    data: bytes, count: Callable[[], None], preset: str = "text/plain", depth: int = 0
) -> Part:
    """The part in `data`, with the parts in it; `count` is called for each and may raise."""
    count()
    fields, start = _fields(data)
    part = Part(fields, data[start:], preset)
    if not part.media_type.startswith(_MULTIPART):
        return part
    boundary = part.parameters.get("boundary", "").encode("utf-8", "replace")
    pieces = _pieces(part.raw, boundary) if boundary else []
    if not pieces and (last := _CLOSING.search(part.raw)) is not None:
        # The header names none, or another than the body has.
        pieces = _pieces(part.raw, last.group(1))
    if not pieces or depth >= _DEEPEST:
        part.damage = "its parts could not be told apart, and it was read as one text"
        return part
    inner = "message/rfc822" if part.media_type == _DIGEST else "text/plain"
    part.parts = [read_part(piece, count, inner, depth + 1) for piece in pieces]
    part.raw = b""
    return part


def root_of(part: Part) -> Part:
    """The part of a multipart/related that shows the others, wherever it stands (RFC 2387, 3.2)."""
    start = part.parameters.get("start", "").strip("<> ")
    for inner in part.parts:
        if start and decoded(inner.first("content-id")).strip("<> ") == start:
            return inner
    return part.parts[0] if part.parts else part


def has_header(data: bytes) -> bool:
    """Whether bytes begin with a header field."""
    return _FIELD.match(data) is not None


def _fields(data: bytes) -> tuple[list[tuple[str, bytes]], int]:
    """The header's fields, unfolded, and where the body begins.

    A line that is no field ends the header, and is of the body unless it is blank.
    """
    fields: list[tuple[str, list[bytes]]] = []
    at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    end = min(len(data), _HEAD_BYTES)
    while at < end:
        match = _LINE.match(data, at)
        line = b"" if match is None else match.group().rstrip(b"\r\n")
        after = len(data) if match is None else match.end()
        if not line:
            return _joined(fields), after
        found = _FIELD.match(line)
        if line[:1] in b" \t" and fields:
            fields[-1][1].append(line)
        elif found is not None:
            name = found.group(1).decode("ascii").lower()
            fields.append((name, [line[found.end() :]]))
        elif fields or not line.startswith((b"From ", b">From ")):
            # Such a line is what mailboxes put before a message.
            return _joined(fields), at
        at = after
    return _joined(fields), at


def _joined(fields: list[tuple[str, list[bytes]]]) -> list[tuple[str, bytes]]:
    return [(name, b"".join(lines).strip()) for name, lines in fields]


def _pieces(body: bytes, boundary: bytes) -> list[bytes]:
    """What stands between the delimiters; the line end before one belongs to it (RFC 2046, 5.1.1).

    The last delimiter may be missing; what stands before the first and behind the last is for
    readers without MIME.
    """
    pieces: list[bytes] = []
    start: int | None = None
    for before, behind, is_last in _delimiters(body, b"--" + boundary):
        if start is not None:
            pieces.append(body[start:before])
        start = None if is_last else behind
        if is_last:
            break
    if start is not None and start < len(body):
        pieces.append(body[start:])
    return pieces


def _delimiters(body: bytes, mark: bytes) -> Iterator[tuple[int, int, bool]]:
    """(end of the part before, start of the part behind, whether it is the last) of each delimiter.

    Looked for as the bytes that they are: an expression takes a hundred times as long.
    """
    at = -1
    while (at := body.find(mark, at + 1)) >= 0:
        if at and body[at - 1 : at] not in (b"\n", b"\r"):
            continue
        match = _DELIMITER_END.match(body, at + len(mark))
        if match is None:
            continue
        before = at - (2 if body[max(0, at - 2) : at] == b"\r\n" else 1)
        yield max(0, before), match.end(), bool(match.group(1))


def _uudecoded(text: bytes) -> bytes:
    """uuencode: the lines between "begin" and "end"."""
    found: list[bytes] = []
    for line in text.splitlines():
        if line.startswith((b"begin ", b"end", b"`")) or not line:
            continue
        try:
            found.append(binascii.a2b_uu(line))
        except binascii.Error:
            # Some encoders are a byte off in a line's length.
            size = (((line[0] - 32) & 63) * 4 + 5) // 3
            try:
                found.append(binascii.a2b_uu(line[:size]))
            except binascii.Error:
                continue
    return b"".join(found)
