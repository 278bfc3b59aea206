"""Whether `character` and `recursive` give LangChain's chunks, on made and on real texts.

    python -m pip install --constraint constraints.txt --editable ".[peers]"
    python benchmarks/langchain_parity.py [--cases 60000] [--seed 1] [FILE ...]
    python benchmarks/langchain_parity.py --record tests/chunkers/golden/langchain.json

The texts are made of letters, blanks, Chinese and code words; there are no clusters and no CR in
them, and no repeated separators where LangChain drops those. Compared are the strings of
`as_langchain`, without blank ones and stripped (LangChain leaves some of its own unstripped). The
real texts are the example documents, the standard library's `json`, and the files given.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from langchain_text_splitters import CharacterTextSplitter, RecursiveCharacterTextSplitter

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.splitting.separators import as_langchain
from ragstone.model.block import TextBlock
from ragstone.model.section import Section
from ragstone.text.tokens import token_counter

ALPHABETS = ("ab。， \ncX-.\t", "abc \n", "a\n ", "潮汐。，！\n ab", "def class\n\t x=()", "aab")
STRINGS: tuple[list[str], ...] = (
    ["\n\n", "\n", " ", ""],
    ["\n\n", "\n", "。", "，", " ", ""],
    ["\n\n", "。", ""],
    [" "],
    ["a", "b"],
    ["ab", "a", ""],
    ["aa", "\n"],
    ["\nclass ", "\ndef ", "\n\tdef ", "\n\n", "\n", " ", ""],
)
PATTERNS: tuple[list[str], ...] = (
    [r"\n+", r"\s", ""],
    ["(?<=。)", "(?=a)", ""],
    ["[。，]", "a+"],
    ["\n\n", r"\w+ ", ""],
    [r"\n(?:def|class) ", "\n\n", "\n", " ", ""],
)
ROOT = Path(__file__).resolve().parent.parent

Case = tuple[str, dict[str, Any], str]
"""The chunker's name, its parameters, a text."""


def made_cases(count: int, seed: int) -> Iterator[Case]:
    """`count` cases, the same for the same seed."""
    chance = random.Random(seed)
    while count:
        length = chance.randrange(chance.choice([5, 20, 60, 150, 400]))
        text = "".join(chance.choices(chance.choice(ALPHABETS), k=length))
        size = chance.randrange(1, chance.choice([4, 10, 40, 120]))
        is_regex = chance.random() < 0.3
        separators = chance.choice(PATTERNS if is_regex else STRINGS)
        name = chance.choice(["character", "recursive"])
        if name == "character":
            separators = [chance.choice(separators)]
        parameters: dict[str, Any] = {
            "chunk_size": size,
            "chunk_overlap": chance.choice([0, size - 1, chance.randrange(size)]),
            "keep_separator": chance.choice([False, True, "start", "end"]),
            "is_separator_regex": is_regex,
            "unit": "tokens" if chance.random() < 0.1 else "characters",
        }
        if not parameters["keep_separator"] and repeats(text, separators, is_regex):
            continue
        if name == "character":
            parameters["separator"] = separators[0]
        else:
            parameters["separators"] = separators
        yield name, parameters, text
        count -= 1


def real_cases(files: list[str]) -> Iterator[Case]:
    """Real texts in two languages and Python, at several sizes."""
    paths = [*sorted((ROOT / "examples" / "documents").glob("*.md")), Path(json.__file__)]
    for path in [*paths, *map(Path, files)]:
        text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
        for size in (80, 400, 1000):
            for overlap in (0, size // 5, size - 1):
                for separators in (STRINGS[0], STRINGS[1], STRINGS[-1]):
                    for keep in (True, "end"):
                        sizes = {"chunk_size": size, "chunk_overlap": overlap}
                        more = {"separators": separators, "keep_separator": keep}
                        yield "recursive", {**sizes, **more}, text


def repeats(text: str, separators: list[str], is_regex: bool) -> bool:
    """Whether a separator stands twice in a row: LangChain collapses those it drops."""
    patterns = [given if is_regex else re.escape(given) for given in separators if given]
    return any(re.search(f"(?:{pattern}){{2}}", text) for pattern in patterns)


def langchain_chunks(name: str, parameters: dict[str, Any], text: str) -> list[str]:
    options = dict(parameters)
    if options.pop("unit", "") == "tokens":
        options["length_function"] = token_counter("cl100k")
    splitter = CharacterTextSplitter if name == "character" else RecursiveCharacterTextSplitter
    return stripped(splitter(**options).split_text(text))


def our_chunks(name: str, parameters: dict[str, Any], text: str) -> list[str]:
    section = Section(content=TextBlock(text=text), source="case.txt")
    chunks = CHUNKERS.create(name, **parameters).chunk_sections([section])
    return stripped([as_langchain(chunk) for chunk in chunks])


def stripped(texts: list[str]) -> list[str]:
    return [text.strip() for text in texts if text.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--cases", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="write 300 cases with LangChain's chunks")
    options = parser.parse_args()
    logging.disable(logging.WARNING)  # LangChain reports each chunk over the size
    if options.record:
        cases = [
            {"chunker": name, "parameters": parameters, "text": text, "chunks": chunks}
            for name, parameters, text in made_cases(300, options.seed)
            if (chunks := langchain_chunks(name, parameters, text))
        ]
        lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
        options.record.parent.mkdir(exist_ok=True)
        options.record.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        return
    counts = {"made": 0, "real": 0}
    failures = 0
    made, real = made_cases(options.cases, options.seed), real_cases(options.files)
    for kind, cases in (("made", made), ("real", real)):
        for case in cases:
            counts[kind] += 1
            expected, found = langchain_chunks(*case), our_chunks(*case)
            if expected != found:
                failures += 1
                print(f"{case}\n  LangChain {expected}\n  Ragstone  {found}")
    print(f"{counts['made']} made cases and {counts['real']} on real texts, {failures} differ")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
