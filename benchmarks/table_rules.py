"""What each rule of the table search is worth: TEDS with one rule after another switched off.

    python benchmarks/table_rules.py --set PDF_FOLDER TRUTH [--set …] [--only WORD …] [--files]

A set is one of `ragstone evaluate parse`; a table that is not found counts 0. For each rule the
script prints how TEDS changes in each set without it, and how many more or fewer tables are found.
With `--files` it says only how many files of each set change, which takes a small part of the time.
A rule that changes nothing anywhere earns its place by a page in no set, or goes. Needs the extra
`evaluation`.
"""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ragstone.evaluation.parsing import by_page
from ragstone.evaluation.parsing_truth import ParsingTruth, load_parsing_truths
from ragstone.layout.tables import find, search
from ragstone.layout.tables.rulings import Rulings
from ragstone.metrics.table_markup import tables
from ragstone.metrics.teds import teds_best, teds_markdown
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.views.markdown import AS_PRINTED, to_markdown

_ALL = 10**9
_NOTHING = Rulings((), ())
#: Modules around the search of one page.
_AROUND = ("find", "frame", "joining")


def gives(value: Any) -> Callable[..., Any]:
    return lambda *_args, **_named: value


def first(value: Any, *_rest: Any) -> Any:
    return value


#: What stands for a rule, by module, when it is switched off.
RULES: dict[str, dict[str, Any]] = {
    "search": {
        "ruled_tables": lambda *_: [],
        "background_rulings": gives(_NOTHING),
        "_between_rulings": gives(()),
        "_aligned": gives(()),
        "figures": lambda *_: [],
        "drawn_strokes": gives(()),
        "header_above": gives(()),
        "last_below": gives(()),
        "unfolded": lambda draft: [draft],
        "without_prose": first,
        "without_entries": first,
        "is_figure": gives(False),
        "is_named_table": gives(False),
        "is_code": gives(False),
        "one_column": gives(None),
        "gutters": gives(()),
    },
    "checks": {
        "is_lookalike": gives(False),
        "has_equation_numbers": gives(False),
        "_is_keys_and_values": gives(False),
        "_has_bold_header": gives(False),
        "_is_aligned": gives(True),
        "_is_filled": gives(True),
        "_other_size": gives(0.0),
        "_several": gives(1.0),
        "_BLANK_ROWS": _ALL,
        "_FULL_ROWS": 0,
        "_WORD": re.compile(""),
    },
    "lookalikes": {
        "_is_contents": gives(False),
        "_is_list": gives(False),
        "_is_index": gives(False),
        "_is_algorithm": gives(False),
    },
    "ruled": {
        "trimmed": first,
        "headed": first,
        "coarse_row": gives(None),
        "_strokes_inside": gives(0),
        "_encloses": gives(False),
        "_cut": first,
        "_MIN_FILLED": 0,
        "_SPANNING": 2.0,
        "_PROSE": _ALL,
    },
    "divided": {
        "_has_one_body": gives(False),
        "_ends_in_value": gives(False),
        "_OPEN_ROWS": _ALL,
        "is_ruled_table": gives(True),
    },
    "rulings": {
        "_unfilled_rows": gives(()),
        "_are_cells": gives(False),
        "_is_paper": gives(False),
    },
    "text": {"_lone_span": lambda cell, _: (cell.first, cell.last), "whole": list},
    "areas": {"_are_labels": gives(False), "_beside": gives(False), "_SAME_PLACE_EM": -1.0},
    "runs": {
        "_hangs_together": gives(False),
        "_runs_on": gives(False),
        "_RULED_OFF": float("inf"),
        "_SAME_ROW_EM": _ALL,
    },
    "columns": {"_without_signs": first, "_fits": gives(False), "_CUT_EM": float("inf")},
    "rows": {
        "_heads": gives(frozenset()),
        "_stretches": gives(()),
        "_runs_on": gives(False),
        "_goes_on": gives(False),
        "_collide": gives(False),
        "_NARROW_EM": 0.0,
    },
    "headers": {
        "_bold_end": gives(0),
        "_are_years": gives(False),
        "_first_full": len,
        "_ruled_spans": gives(()),
        "_centred": lambda cell, *_: (cell.first, cell.last),
    },
    "lines": {
        "_LEADER": re.compile("(?!)"),
        "_CLOSING": frozenset(),
        "_MAY_BE_CUT": re.compile(" "),
        "had_room": gives(True),
    },
    "frame": {"_MIN_FRAGMENTS": 0},
    "find": {"is_read_backwards": gives(False), "turns": gives((0,))},
    "joining": {"continues": gives(False)},
}


@contextmanager
def without(rule: str) -> Iterator[None]:
    """The rule `module.name` is switched off; "" switches none."""
    if not rule:
        yield
        return
    name, attribute = rule.split(".")
    module = importlib.import_module(f"ragstone.layout.tables.{name}")
    kept = getattr(module, attribute)
    setattr(module, attribute, RULES[name][attribute])
    try:
        yield
    finally:
        setattr(module, attribute, kept)


best = cache(teds_best)
markdown_best = cache(teds_markdown)


@dataclass
class File:
    """One file of a set: what its pages hold, the tables found there, and what these score."""

    truth: ParsingTruth
    pages: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    found: list[Any] = field(default_factory=list[Any])
    each: list[float] = field(default_factory=list[float])
    count: int = 0


def outline(page: tuple[Any, ...]) -> list[Any]:
    """The tables of a page, as far as they can be told from others."""
    return [
        (draft.rule, draft.rows, draft.columns, [(c.row, c.column, c.text) for c in draft.cells])
        for draft in search.search(*page)
    ]


def read(truth: ParsingTruth, scored: bool) -> File:
    """A file with all rules on."""
    file = File(truth)

    def recorded(pieces: Any, shapes: Any, size: Any, words: Any) -> Any:
        # Words are looked up while the page is open.
        known = {id(piece.fragment): words(piece.fragment) for piece in pieces}
        file.pages.append((pieces, shapes, size, lambda fragment: known[id(fragment)]))
        return search.search(pieces, shapes, size, words)

    kept, find.search = find.search, recorded
    try:
        if scored:
            file.each, file.count = scores(truth)
        else:
            read_document(Source.from_path(truth.file), parser="pdf")
    finally:
        find.search = kept
    file.found = [outline(page) for page in file.pages]
    return file


def scores(truth: ParsingTruth) -> tuple[list[float], int]:
    """The TEDS of each true table, or of the page, and how many tables are found."""
    document = read_document(Source.from_path(truth.file), parser="pdf")
    found = [item for item in document.elements if item.html is not None]
    if truth.tables is None:
        wanted, markdown = truth.markdown or "", to_markdown(document, AS_PRINTED)
        if not tables(wanted):
            return [], len(found)
        return [markdown_best(wanted, markdown) or 0.0], len(found)
    pages: dict[int, list[str]] = {}
    for item in found:
        for page, html in by_page(item, item.html or ""):
            pages.setdefault(page, []).append(html)
    each = [best(table.html, tuple(pages.get(table.page, ()))) for table in truth.tables]
    return each, len(found)


def is_changed(rule: str, file: File) -> bool:
    """Whether the search finds something else now; what is around it is not asked."""
    return rule.startswith(_AROUND) or any(
        outline(page) != known for page, known in zip(file.pages, file.found, strict=True)
    )


def measured(rule: str, sets: list[list[File]]) -> list[tuple[float, int]]:
    """For each set the mean TEDS and the number of tables without one rule; "" switches none."""
    rows: list[tuple[float, int]] = []
    with without(rule):
        for files in sets:
            answers = [
                scores(file.truth) if is_changed(rule, file) else (file.each, file.count)
                for file in files
            ]
            each = [score for part, _ in answers for score in part]
            rows.append((sum(each) / max(1, len(each)), sum(count for _, count in answers)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--set", nargs=2, action="append", required=True, type=Path)
    parser.add_argument("--only", nargs="+", default=[""], help="rules whose names hold a word")
    parser.add_argument("--files", action="store_true", help="count the files that change")
    options = parser.parse_args()
    sets = [
        [read(truth, not options.files) for truth in load_parsing_truths(folder, truth)]
        for folder, truth in options.set
    ]
    names = [f"{module}.{name}" for module, rules in RULES.items() for name in rules]
    names = [name for name in names if any(word in name for word in options.only)]
    if options.files:
        for rule in names:
            with without(rule):
                counts = [sum(is_changed(rule, file) for file in files) for files in sets]
            print(rule, *counts, sep="\t", flush=True)
        return
    whole = measured("", sets)
    print("all rules", *(f"{teds:.4f} ({count})" for teds, count in whole), sep="\t", flush=True)
    for rule in names:
        changes = (
            f"{teds - base:+.4f} ({count - known:+d})"
            for (teds, count), (base, known) in zip(measured(rule, sets), whole, strict=True)
        )
        print(rule, *changes, sep="\t", flush=True)


if __name__ == "__main__":
    main()
