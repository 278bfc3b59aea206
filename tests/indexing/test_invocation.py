"""Outcomes of a call cross the process border as data and come back as what they were."""

from __future__ import annotations

import errno
import json
import logging
from collections.abc import Callable

import pytest

from ragstone import errors
from ragstone.errors import CorruptDocument, LimitExceeded, ParameterError, RagstoneError
from ragstone.indexing.framing import BrokenMessage, Header
from ragstone.indexing.invocation import invoke, resolve, unpack
from ragstone.limits import Limits

LIMITS = Limits(parse_memory_bytes=1000)

SAMPLES: list[RagstoneError] = [
    errors.RagstoneError("a sentence"),
    errors.ParseError("a.pdf", "it broke", "mend it", page=3, parser="pdf"),
    errors.UnsupportedFormat("a.xyz", "no parser reads it"),
    errors.EncryptedDocument("a.pdf", "a password is needed", "give one"),
    errors.CorruptDocument("坏\udcff.pdf", "truncated"),
    errors.EmptyDocument("a.docx", "0 bytes"),
    errors.LimitExceeded("pages", 30, allowed=20, file="a.pdf"),
    errors.SourceNotFound("gone.txt"),
    errors.MissingExtra("pdf", "pypdfium2", "reading PDF"),
    errors.PluginError("acme", "acme_rag", "ImportError: no"),
    errors.ParameterError("chunk_size: must be positive"),
    errors.EmbedderError("it failed"),
    errors.DimensionMismatch(3, 4),
    errors.RateLimited("wait", 2.5),
    errors.StoreError("it failed"),
    errors.CollectionNotFound("kb"),
    errors.KnowledgeBaseNotFound("./kb"),
    errors.IllegalMove("ready", "parsing"),
    errors.LeaseLost("another worker has it"),
    errors.FetchRefused("a private address"),
]


class OursByAThirdParty(CorruptDocument):
    """What a parser from another package may raise."""


class NotJson:
    pass


def outcome_of(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> Header:
    """What `invoke` says of a function that raises `error`, after a trip through JSON."""

    def function(_payload: bytes) -> bytes:
        raise error

    def resolve_to_it(_target: str) -> Callable[[bytes], bytes]:
        return function

    monkeypatch.setattr("ragstone.indexing.invocation.resolve", resolve_to_it)
    header, body = invoke("a:b", b"")
    assert body == b""
    return json.loads(json.dumps(header))


def test_the_samples_hold_every_error_class() -> None:
    found = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, RagstoneError)
    }
    assert {type(sample).__name__ for sample in SAMPLES} == found


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_an_error_of_ours_comes_back_as_it_was(
    sample: RagstoneError, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = outcome_of(sample, monkeypatch)
    with pytest.raises(RagstoneError) as caught:
        unpack(header, b"", "a", LIMITS)
    assert type(caught.value) is type(sample)
    assert (str(caught.value), caught.value.args) == (str(sample), sample.args)
    assert vars(caught.value) == vars(sample)


def test_a_third_partys_subclass_comes_back_as_the_nearest_class_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    header = outcome_of(OursByAThirdParty("a.pdf", "odd"), monkeypatch)
    with pytest.raises(CorruptDocument, match=r"a\.pdf: odd") as caught:
        unpack(header, b"", "a", LIMITS)
    assert type(caught.value) is CorruptDocument


def test_an_attribute_that_json_cannot_hold_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    error = CorruptDocument("a.pdf", "odd")
    error.__dict__["handle"] = NotJson()
    with pytest.raises(CorruptDocument) as caught:
        unpack(outcome_of(error, monkeypatch), b"", "a", LIMITS)
    assert "handle" not in vars(caught.value)
    assert caught.value.file == "a.pdf"


def test_any_other_error_is_a_corrupt_document_with_its_first_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    header = outcome_of(KeyError("first\nsecond"), monkeypatch)
    header_of_value = outcome_of(ValueError("first\nsecond"), monkeypatch)
    with caplog.at_level(logging.DEBUG, "ragstone.indexing"):
        with pytest.raises(CorruptDocument, match=r"^a\.pdf: its parser failed \(KeyError: "):
            unpack(header, b"", "a.pdf", LIMITS)
        with pytest.raises(CorruptDocument) as caught:
            unpack(header_of_value, b"", "a.pdf", LIMITS)
    assert "(ValueError: first)" in str(caught.value)
    assert "second" not in str(caught.value)
    assert "Traceback" in caplog.text
    assert {record.levelno for record in caplog.records} == {logging.DEBUG}


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), RecursionError("deep")])
def test_what_would_end_the_worker_is_reported_instead(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CorruptDocument, match=type(error).__name__):
        unpack(outcome_of(error, monkeypatch), b"", "a", LIMITS)


def test_a_long_message_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CorruptDocument) as caught:
        unpack(outcome_of(ValueError("x" * 5_000_000), monkeypatch), b"", "a", LIMITS)
    assert len(str(caught.value)) < 400


def test_an_error_of_ours_as_long_as_a_book_still_crosses(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParameterError) as caught:
        unpack(outcome_of(ParameterError("x" * 5_000_000), monkeypatch), b"", "a", LIMITS)
    assert len(str(caught.value)) < 100_000


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("numpy.so: failed to map segment from shared object"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_running_out_of_memory_is_a_limit(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(LimitExceeded) as caught:
        unpack(outcome_of(error, monkeypatch), b"", "a.pdf", LIMITS)
    assert (caught.value.limit, caught.value.file) == ("parse_memory_bytes", "a.pdf")


def test_running_out_of_memory_is_seen_through_a_wrapper(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapped = CorruptDocument("a.pdf", "odd")
    wrapped.__cause__ = MemoryError()
    with pytest.raises(LimitExceeded):
        unpack(outcome_of(wrapped, monkeypatch), b"", "a.pdf", LIMITS)


@pytest.mark.parametrize(
    "header",
    [
        {"n": 1},
        {"outcome": ["done"]},
        {"outcome": "failed", "class": "CorruptDocument", "args": "a", "attributes": {}},
        {"outcome": "failed", "class": "CorruptDocument", "args": [], "attributes": []},
        {"outcome": "failed", "class": "SystemExit", "args": [], "attributes": {}},
        {"outcome": "failed", "class": ["LeaseLost"], "args": [], "attributes": {}},
    ],
)
def test_a_header_that_no_worker_of_ours_wrote_is_refused(header: Header) -> None:
    with pytest.raises(BrokenMessage):
        unpack(header, b"", "a", LIMITS)


def test_a_header_cannot_set_private_attributes() -> None:
    header = {
        "outcome": "failed",
        "class": "LeaseLost",
        "args": ["x"],
        "attributes": {"__class__": "int", "_secret": 1, "not a name": 1, "fine": 1},
    }
    with pytest.raises(errors.LeaseLost) as caught:
        unpack(header, b"", "a", LIMITS)
    assert vars(caught.value) == {"fine": 1}


@pytest.mark.parametrize(
    "target", ["no_such_module_of_ours:f", "json.no_such:f", "json:no_such", "json"]
)
def test_a_function_that_is_not_there_is_named(target: str) -> None:
    with pytest.raises(ParameterError, match=target.partition(":")[0]):
        resolve(target)


def test_an_answer_that_is_not_bytes_is_an_error() -> None:
    header, body = invoke("builtins:len", b"abc")
    assert (header["outcome"], body) == ("unexpected", b"")
    assert "not bytes" in header["error"]


def test_bytes_are_the_answer() -> None:
    assert unpack(*invoke("builtins:bytes", b"abc"), "a", LIMITS) == b"abc"
