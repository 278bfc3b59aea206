"""LangChain's own outputs, recorded by `benchmarks/langchain_parity.py --record`, which compares
60,000 more with the package installed."""

import json
from pathlib import Path

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.splitting.separators import as_langchain
from ragstone.model.block import TextBlock
from ragstone.model.section import Section

RECORDED = json.loads(
    (Path(__file__).parent / "golden" / "langchain.json").read_text(encoding="utf-8")
)


def test_every_way_to_split_is_recorded():
    asked = [(case["chunker"], case["parameters"]) for case in RECORDED]
    assert {name for name, _ in asked} == {"character", "recursive"}
    for option, values in {
        "keep_separator": {"False", "True", "start", "end"},
        "is_separator_regex": {"False", "True"},
        "unit": {"characters", "tokens"},
    }.items():
        assert {str(parameters[option]) for _, parameters in asked} == values


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_the_chunks_are_langchains(number):
    case = RECORDED[number]
    section = Section(content=TextBlock(text=case["text"]), source="case.txt")
    chunks = CHUNKERS.create(case["chunker"], **case["parameters"]).chunk_sections([section])
    texts = [as_langchain(chunk).strip() for chunk in chunks]
    assert [text for text in texts if text] == case["chunks"]
