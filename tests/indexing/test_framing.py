"""Messages arrive whole, whatever their size; nonsense is refused."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.indexing.framing import (
    HEADER_BYTES,
    LENGTHS,
    BrokenMessage,
    FrameReader,
    FrameWriter,
    receive,
    send,
)

Pair = tuple[socket.socket, socket.socket]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.text(), json_values, min_size=1, max_size=4), st.binary(max_size=300))
def test_what_is_sent_is_received(header: dict[str, object], body: bytes) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        send(ours, header, body)
        assert receive(theirs) == (header, body)


def test_lone_surrogates_survive(pair: Pair) -> None:
    send(pair[0], {"name": "a\udcff.txt"})
    assert receive(pair[1])[0] == {"name": "a\udcff.txt"}


def test_a_body_larger_than_every_buffer_arrives(pair: Pair) -> None:
    body = bytes(range(256)) * 40_000
    sender = threading.Thread(target=send, args=(pair[0], {"n": 1}, body))
    sender.start()
    received = receive(pair[1])
    sender.join()
    assert received == ({"n": 1}, body)


def test_two_messages_in_one_piece_stay_two(pair: Pair) -> None:
    send(pair[0], {"n": 1}, b"one")
    send(pair[0], {"n": 2}, b"two")
    assert [receive(pair[1]), receive(pair[1])] == [({"n": 1}, b"one"), ({"n": 2}, b"two")]


def test_a_message_that_arrives_byte_by_byte_is_whole(pair: Pair) -> None:
    front = json.dumps({"n": 1}).encode()
    reader = FrameReader()
    for byte in LENGTHS.pack(len(front), 3) + front + b"abc":
        assert not reader.done
        pair[0].sendall(bytes([byte]))
        reader.read_some(pair[1])
    assert (reader.header, reader.body, reader.done) == ({"n": 1}, b"abc", True)


def test_a_hang_up_in_the_middle_is_an_end_of_file(pair: Pair) -> None:
    pair[0].sendall(LENGTHS.pack(8, 100) + b'{"n":')
    pair[0].close()
    with pytest.raises(EOFError):
        receive(pair[1])


def test_a_body_over_the_bound_is_refused_before_it_is_read(pair: Pair) -> None:
    pair[0].sendall(LENGTHS.pack(8, 2**60))
    with pytest.raises(BrokenMessage):
        FrameReader(body_limit=1000).read_some(pair[1])


@pytest.mark.parametrize(
    "head", [b"[1]", b"{}", b"nonsense", b"\xff\xfe", b"[" * 200_000, b"9" * 9000]
)
def test_a_header_that_is_no_object_is_refused(pair: Pair, head: bytes) -> None:
    message = LENGTHS.pack(len(head), 0) + head
    sender = threading.Thread(target=pair[0].sendall, args=(message,))
    sender.start()
    with pytest.raises(BrokenMessage):
        receive(pair[1])
    sender.join()


@pytest.mark.parametrize("size", [0, HEADER_BYTES + 1])
def test_a_header_of_impossible_size_is_refused(pair: Pair, size: int) -> None:
    pair[0].sendall(LENGTHS.pack(size, 0))
    with pytest.raises(BrokenMessage):
        receive(pair[1])


def test_a_header_too_large_to_be_read_is_not_written() -> None:
    with pytest.raises(ValueError, match="header"):
        FrameWriter({"text": "a" * HEADER_BYTES})
