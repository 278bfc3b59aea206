import json
import re
import time
import tracemalloc
from collections import deque
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.json import JsonChunker
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.verify import verify
from ragstone.model.block import TextBlock
from ragstone.model.chunk import Chunk
from ragstone.model.section import Section
from ragstone.text.json_values import read_values


def chunks_of(text: str, **parameters: Any) -> list[Chunk]:
    section = Section(content=TextBlock(text=text), source="a.json")
    chunks = JsonChunker(JsonChunker.Parameters(**parameters)).chunk_sections([section])
    assert verify([section], chunks) == []
    return chunks


def never(start: int, end: int) -> bool:
    return False


BOOKS = [{"title": f"Tides {n}", "price": n, "tags": ["sea", "moon"]} for n in range(12)]


@pytest.mark.parametrize("indent", [None, 2])
def test_values_that_fit_stay_whole(indent: int | None):
    text = json.dumps({"store": {"books": BOOKS}}, indent=indent)
    for chunk in chunks_of(text, max_characters=160)[1:-1]:
        assert json.loads("[" + chunk.text.strip().rstrip(",") + "]")


def test_the_context_is_the_path_of_the_first_value():
    text = json.dumps({"store": {"books": BOOKS, "name": "Quay"}})
    for chunk in chunks_of(text, max_characters=90):
        title = re.match(r'\{"title": "Tides (\d+)"', chunk.text)
        if title:
            assert chunk.context == f"$.store.books[{title[1]}]"


def test_before_a_key_the_context_is_the_path_of_its_object():
    text = json.dumps({"quay": {f"name {n}": "some words" for n in range(20)}})
    contexts = {
        chunk.context
        for chunk in chunks_of(text, max_characters=60)
        if chunk.text.startswith('"name')
    }
    assert contexts == {"$.quay"}


def test_a_key_that_is_no_name_is_quoted_in_the_path():
    text = json.dumps({"odd key": list(range(60)), "潮汐": list(range(60))})
    contexts = {
        chunk.context.rpartition("[")[0] for chunk in chunks_of(text, max_characters=60)[1:]
    }
    assert contexts >= {'$["odd key"]', "$.潮汐"}


def test_a_member_too_long_is_cut_inside_and_tells_its_own_path():
    text = json.dumps([{"a": 1, "text": "The sea rises. It falls. " * 20}])
    first, *others = chunks_of(text, max_characters=100)
    assert first.context == ""
    assert {chunk.context for chunk in others} == {"$[0].text"}
    assert all(chunk.text.endswith((".", "]")) for chunk in others)


def test_escapes_and_pairs_of_them_are_never_cut():
    text = json.dumps({"k": "😀" * 40 + "潮" * 40 + '"\\\t' * 40})
    for chunk in chunks_of(text, max_characters=100):
        inside = chunk.text.removeprefix('{"k": ').removesuffix("}").strip('"')
        assert re.fullmatch(r'(?:\\u[0-9a-f]{4}|\\["\\t])*\\?"?', inside)
        assert not re.match(r"\\ud[c-f]", inside)


def test_lines_written_as_escapes_are_places_to_cut():
    text = json.dumps(["\n".join(f"line {n} has no stop" for n in range(30))])
    for chunk in chunks_of(text, max_characters=90):
        assert chunk.text.endswith((r"\n", '"]'))


def test_lines_of_json_are_cut_between_lines():
    text = "".join(json.dumps(book) + "\n" for book in BOOKS)
    for chunk in chunks_of(text, max_characters=140):
        assert [json.loads(line) for line in chunk.text.splitlines()]


def test_brackets_go_with_what_they_hold():
    text = json.dumps({"a": {"b": {"c": list(range(100))}}})
    assert not [
        chunk for chunk in chunks_of(text, max_characters=60) if not re.search(r"\d", chunk.text)
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1, 2, {"b": "never closed',
        '{"a": 1,, "b": [}, ]',
        "// a comment\n{a: 1, 'b': [1, 2,], }",
        '{"a" 1 "b" 2}',
        "[1 2 3",
        "]}]}",
        '"',
    ],
    ids=["open string", "stray commas", "JSON5", "no colons", "no commas", "closers", "one quote"],
)
def test_broken_json_loses_nothing(text: str):
    long = text + " " + "words " * 30
    chunks = chunks_of(long, max_characters=40)
    assert "".join("".join(chunk.text for chunk in chunks).split()) == "".join(long.split())


def test_text_that_is_no_json_is_cut_at_its_sentences():
    text = "They {are} not, in [any] way, JSON. " * 12
    assert all(chunk.text.endswith("JSON.") for chunk in chunks_of(text, max_characters=90))


def test_paths_of_members_are_those_of_the_values():
    values = read_values('{"a": [1, {"b": 2}], "c": 3}', never)
    paths = [values.path(number) for number in range(len(values.members))]
    assert paths == ["$", "$.a", "$.a[0]", "$.a[1]", "$.a[1].b", "$.c"]


def test_the_path_of_a_deep_value_names_the_inner_steps_only():
    values = read_values('{"k":' * 500 + "1" + "}" * 500, never)
    assert values.path(len(values.members) - 1) == "$…" + ".k" * 24


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6)
    ),
    max_leaves=40,
)


@settings(deadline=None, max_examples=150)
@given(VALUES, st.booleans(), st.sampled_from([None, 1]), st.sampled_from([32, 60, 200]))
def test_every_rule_holds_on_generated_json(
    value: object, plain: bool, indent: int | None, size: int
):
    text = json.dumps(value, ensure_ascii=plain, indent=indent)
    section = Section(content=TextBlock(text=text), source="a.json")
    chunks = JsonChunker(JsonChunker.Parameters(max_characters=size)).chunk_sections([section])
    assert verify([section], chunks, HardLimits(max_characters=size)) == []


@settings(deadline=None, max_examples=100)
@given(VALUES.filter(lambda value: isinstance(value, list | dict)))
def test_members_span_exactly_their_values(value: object):
    text = json.dumps(value)
    for member in read_values(text, never).members:
        if member.parent >= 0:
            piece = text[member.start : member.end]
            json.loads("{" + piece + "}" if isinstance(member.key, str) else piece)


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet='{}[],:"\\ a1\n', max_size=80), st.sampled_from([32, 60]))
def test_every_rule_holds_on_generated_nonsense(text: str, size: int):
    assert all(len(chunk.text) <= size for chunk in chunks_of("[" + text, max_characters=size))


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet='{}[],:"\\ a1\n', max_size=80))
def test_seams_ascend_whatever_is_left_open(text: str):
    limits = HardLimits(max_characters=8)
    seams = list(JsonChunker().outline(TextSection("[" + text), limits).seams)
    assert seams == sorted(seams)


def test_members_of_a_long_text_take_little_memory():
    text = '{"tide": "seven metres", "at": [1, 2, 3]},\n' * 2000
    limits = HardLimits(max_characters=200)
    tracemalloc.start()
    deque(JsonChunker().outline(TextSection(text), limits).seams, maxlen=0)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2 * len(text)


@pytest.mark.parametrize("unit", ["[", '{"a":', "]", "[}", '"', "\\", '"\\', "[1,"])
def test_brackets_that_close_nothing_cost_linear_time(unit: str):
    def cost(size: int) -> float:
        text = "[" + unit * (size // len(unit))
        started = time.process_time()
        read_values(text, lambda start, end: end - start < 100)
        return time.process_time() - started

    assert cost(80_000) < 12 * cost(20_000) + 0.3
