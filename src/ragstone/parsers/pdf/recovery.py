"""Recovery: a way into a file whose end is lost, and with it the table of its objects.

pdfium finds the objects of such a file by itself, but not where to begin: the trailer says that
(PDF 32000-1, 7.5.5). What is missing is written behind the file: a trailer that names the catalogue
that was found, or a catalogue and a list of pages where these are lost, too.

    mended = recovered(data)        # None where no page is left, or where it is encrypted
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import NamedTuple

_OBJ = re.compile(rb"obj(?![A-Za-z])")
_NUMBERS = re.compile(rb"(?<!\d)(\d{1,7})\s{1,8}(\d{1,5})\s{1,8}\Z")
_HEAD_END = re.compile(rb"(?<!end)stream\b|endobj")
_TYPE = re.compile(rb"/Type\s{0,8}/(Catalog|Pages|Page|ObjStm)(?![A-Za-z])")
_PAGES = re.compile(rb"/Pages\s{1,8}(\d{1,7})\s{1,8}\d{1,5}\s{1,8}R")
_ENCRYPTION = re.compile(rb"/Filter\s{0,8}/Standard\b")
#: The number of an object in a stream, and its place there.
_PAIR = re.compile(rb"(?<!\S)(\d{1,10})\s+(\d{1,10})(?!\S)")
_LINE_END = re.compile(rb"\r?\n?")
_COUNT, _FIRST = (re.compile(rb"/%s\s{1,8}(\d{1,7})\b" % key) for key in (b"N", b"First"))
#: The dictionary of an object is looked at so far; a page with many notes is shorter.
_HEAD_BYTES = 65_536
#: The longest that two numbers before "obj" are.
_NUMBERS_BYTES = 28
#: Of all object streams together: catalogues and pages are small.
_INFLATED_BYTES = 64 << 20
_MAX_OBJECTS = 1_000_000


class _Start(NamedTuple):
    """Where an object begins, with its numbers and without; these."""

    begin: int
    end: int
    number: int
    generation: int


@dataclass(frozen=True, slots=True)
class _Found:
    """An object: its number and generation, what it calls itself, its dictionary, its stream."""

    number: int
    generation: int
    kind: bytes
    head: bytes
    body: memoryview | None = None

    @property
    def is_top(self) -> bool:
        """Whether it hangs under nothing."""
        return b"/Parent" not in self.head

    @property
    def is_about(self) -> bool:
        """Whether it may say who made the file, and how it is called."""
        return not self.kind and b"/Producer" in self.head

    @property
    def is_wanted(self) -> bool:
        """Whether a trailer may lead to it."""
        return bool(self.kind) or self.is_about

    @property
    def reference(self) -> bytes:
        return b"%d %d R" % (self.number, self.generation)


def recovered(data: bytes) -> bytes | None:
    """`data` with an end to it that names its pages; None where nothing can be done.

    A file that is encrypted cannot be helped: a part of its key stood in the trailer.
    """
    starts = list(_starts(data))
    data = _closed(data, starts)
    if not starts:
        return None
    found = list(_objects(data, starts))
    if any(_ENCRYPTION.search(item.head) for item in found):
        return None
    # Of versions of one object the last holds.
    held = {item.number: item for item in found}
    highest = max(held)
    for item in _packed(found):
        highest = max(highest, item.number)
        if item.is_wanted or item.number in held:
            held[item.number] = item
    tail = _tail(held, highest + 1)
    return None if tail is None else data + tail


def _tail(held: dict[int, _Found], size: int) -> bytes | None:
    """A trailer, after a catalogue and a list of pages where the file has none.

    `size`: the first number that no object has.
    """
    objects = b""
    root = _catalogue(held)
    if root is None:
        tops = [item for item in held.values() if item.kind == b"Pages" and item.is_top]
        kids = b" ".join(item.reference for item in held.values() if item.kind == b"Page")
        if not tops and not kids:
            return None
        top = tops[-1].reference if tops else b"%d 0 R" % size
        if not tops:
            count = kids.count(b"R")
            objects = b"%d 0 obj<</Type/Pages/Count %d/Kids[%s]>>endobj\n" % (size, count, kids)
        root = b"%d 0 R" % (size + 1)
        objects += b"%d 0 obj<</Type/Catalog/Pages %s>>endobj\n" % (size + 1, top)
    about = [item for item in held.values() if item.is_about]
    info = b"/Info %s" % about[-1].reference if about else b""
    trailer = b"trailer<</Root %s%s/Size %d>>" % (root, info, size + 2)
    # A place that cannot be: pdfium looks for the objects itself then.
    return b"\n%s%s\nstartxref\n0\n%%%%EOF\n" % (objects, trailer)


def _catalogue(held: dict[int, _Found]) -> bytes | None:
    """The file's last catalogue whose pages are there."""
    for item in reversed(held.values()):
        if (
            item.kind == b"Catalog"
            and (pages := _PAGES.search(item.head))
            and int(pages[1]) in held
        ):
            return item.reference
    return None


def _starts(data: bytes) -> Iterator[_Start]:
    """Where objects begin, as far as a look at the bytes tells."""
    found = 0
    for match in _OBJ.finditer(data):
        front = max(0, match.start() - _NUMBERS_BYTES)
        numbers = _NUMBERS.search(data[front : match.start()])
        if numbers is not None:
            yield _Start(front + numbers.start(), match.end(), int(numbers[1]), int(numbers[2]))
            found += 1
        if found == _MAX_OBJECTS:
            return


def _closed(data: bytes, starts: list[_Start]) -> bytes:
    """`data` up to the end of an object: a stream that is cut off is closed, else its object goes.

    What is written behind would be a part of it.
    """
    end = data.rfind(b"endobj") + len(b"endobj")
    if not starts or starts[-1].begin < end:
        return data[:end] + b"\n"
    last = starts[-1]
    head = _HEAD_END.search(data, last.end, last.end + _HEAD_BYTES)
    if head is not None and head.group() == b"stream":
        return data + b"\nendstream\nendobj\n"
    starts.pop()
    return data[: last.begin]


def _objects(data: bytes, starts: Sequence[_Start]) -> Iterator[_Found]:
    """The objects that stand in the file by themselves."""
    view = memoryview(data)
    ends = [start.begin for start in starts[1:]] + [len(data)]
    for start, end in zip(starts, ends, strict=True):
        stop = _HEAD_END.search(data, start.end, min(end, start.end + _HEAD_BYTES))
        head = data[start.end : stop.start() if stop else min(end, start.end + _HEAD_BYTES)]
        body = view[stop.end() : end] if stop and stop.group() == b"stream" else None
        yield _Found(start.number, start.generation, _kind(head), head, body)


def _packed(found: Sequence[_Found]) -> Iterator[_Found]:
    """The objects inside object streams: PDF 32000-1, 7.5.7."""
    left, objects = _INFLATED_BYTES, _MAX_OBJECTS
    for item in found:
        if item.kind != b"ObjStm" or item.body is None or left <= 0 or objects <= 0:
            continue
        count, first = _COUNT.search(item.head), _FIRST.search(item.head)
        if count is None or first is None:
            continue
        line_end = _LINE_END.match(item.body)
        begin = line_end.end() if line_end else 0
        try:
            data = zlib.decompressobj().decompress(item.body[begin:], left)
        except zlib.error:
            continue
        left -= len(data)
        for number, head in _heads(data, int(first[1]), min(int(count[1]), objects)):
            objects -= 1
            yield _Found(number, 0, _kind(head), head)


def _heads(data: bytes, first: int, count: int) -> Iterator[tuple[int, bytes]]:
    """The number of each object of a stream, and how it begins; together no more than `data`.

    `first`: where the objects begin, behind their numbers and places.
    """
    # The one that is looked up next says where the one before it ends.
    pairs = islice(_PAIR.finditer(data, 0, first), count)
    room = len(data)
    for pair, after in pairwise(chain(pairs, (None,))):
        if pair is None:
            return
        begin = first + int(pair[2])
        end = len(data) if after is None else first + int(after[2])
        head = data[begin : min(end, begin + _HEAD_BYTES)]
        room -= len(head)
        if room < 0:
            return
        yield int(pair[1]), head


def _kind(head: bytes) -> bytes:
    match = _TYPE.search(head)
    return match[1] if match else b""
