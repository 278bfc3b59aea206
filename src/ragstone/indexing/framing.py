"""Messages over a socket: a JSON header and a body of opaque bytes, with their lengths in front.

Both sides of the sandbox speak this. Reading and writing go piece by piece, so that one thread can
do both without waiting for either, whatever the size. Nothing here knows what a message means, and
nothing here unpickles: what a worker says is data.

    send(channel, {"target": "package.module:function"}, b"payload")
    header, body = receive(channel)
"""

from __future__ import annotations

import io
import json
import socket
import struct
from collections.abc import Mapping
from typing import Any, cast

LENGTHS = struct.Struct("!IQ")  # bytes of header, bytes of body
PIECE_BYTES = 1 << 20
HEADER_BYTES = 1 << 20

Header = Mapping[str, Any]


class BrokenMessage(Exception):
    """The other side sent what is no message of ours."""


class FrameWriter:
    """One message on its way out."""

    def __init__(self, header: Header, body: bytes = b"") -> None:
        # ASCII JSON carries lone surrogates, which file names and error messages may hold.
        head = json.dumps(header, ensure_ascii=True).encode("ascii")
        if len(head) > HEADER_BYTES:
            raise ValueError(f"a header of {len(head)} bytes is over {HEADER_BYTES}")
        front = LENGTHS.pack(len(head), len(body)) + head
        self._left = [memoryview(front), memoryview(body)] if body else [memoryview(front)]

    @property
    def done(self) -> bool:
        return not self._left

    def write_some(self, channel: socket.socket) -> None:
        """Send what the channel takes now; `OSError` when the other side has hung up."""
        view = self._left[0]
        sent = channel.send(view[:PIECE_BYTES])
        if sent < len(view):
            self._left[0] = view[sent:]
        else:
            del self._left[0]


class FrameReader:
    """One message on its way in; it never takes a byte of the next one.

    Memory grows with what has arrived, not with what the other side says will come.
    """

    def __init__(self, body_limit: int | None = None) -> None:
        self._body_limit = body_limit
        self._front = bytearray()
        self._head_bytes: int | None = None
        self._body_bytes = 0
        self._body = io.BytesIO()
        self.header: Header = {}
        self.done = False

    @property
    def body(self) -> bytes:
        return self._body.getvalue()  # no copy: BytesIO hands out its own buffer

    def read_some(self, channel: socket.socket) -> None:
        """Receive what is there; `EOFError` at a hang-up, `BrokenMessage` for nonsense."""
        try:
            piece = channel.recv(min(self._wanted(), PIECE_BYTES))
        except ConnectionError as error:
            raise EOFError("the other side was cut off") from error
        if not piece:
            raise EOFError("the other side hung up")
        if self.header:
            self._body.write(piece)
        else:
            self._front += piece
            self._read_front()
        self.done = bool(self.header) and self._body.tell() == self._body_bytes

    def _wanted(self) -> int:
        if self.header:
            return self._body_bytes - self._body.tell()
        wanted = LENGTHS.size if self._head_bytes is None else self._head_bytes
        return wanted - len(self._front)

    def _read_front(self) -> None:
        if self._wanted():
            return
        if self._head_bytes is None:
            head_bytes, body_bytes = LENGTHS.unpack(self._front)
            too_long = self._body_limit is not None and body_bytes > self._body_limit
            if not 0 < head_bytes <= HEADER_BYTES or too_long:
                raise BrokenMessage(f"lengths of {head_bytes} and {body_bytes} bytes are refused")
            self._head_bytes, self._body_bytes = head_bytes, body_bytes
            self._front.clear()
            return
        try:
            header: object = json.loads(self._front)
        except (ValueError, RecursionError) as error:
            raise BrokenMessage("a header is not JSON") from error
        if not isinstance(header, dict) or not header:
            raise BrokenMessage("a header is not an object with at least one key")
        self.header = cast("Header", header)


def send(channel: socket.socket, header: Header, body: bytes = b"") -> None:
    """Send one message over a blocking `channel`."""
    writer = FrameWriter(header, body)
    while not writer.done:
        writer.write_some(channel)


def receive(channel: socket.socket) -> tuple[Header, bytes]:
    """The next message of a blocking `channel`; `EOFError` when the other side hung up."""
    reader = FrameReader()
    while not reader.done:
        reader.read_some(channel)
    return reader.header, reader.body
