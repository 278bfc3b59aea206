"""One page that shows what chunkers make of a document: the text in colours, sizes, reasons.

    page = await inspect_page("notes.md", sections, {"balanced": CHUNKERS.create("balanced")})
    Path("out.html").write_text(page, encoding="utf-8")

The page stands alone: a policy in it forbids whatever is not in it. Texts, names and options are
shown as text, whatever they hold. It grows in step with the text, for each strategy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median

from ragstone.chunkers.assembly import section_numbers
from ragstone.chunkers.base import ChunkerBase
from ragstone.model.chunk import Boundary
from ragstone.model.section import Section
from ragstone.model.span import Span
from ragstone.views.inspect_charts import distance_curve, histogram, scale_of
from ragstone.views.inspect_strategy import Strategy, apply
from ragstone.views.inspect_text import SectionChunks, anchor, section_html, shown
from ragstone.views.standalone import part, standalone

#: Reasons told in words before the rest is only counted.
_TOLD = 6
#: Curves drawn for one strategy; a document may have thousands of sections.
_CURVES = 20
_NUMBER = re.compile(r"(?<!\w)[0-9]{1,15}(?!\w)")

_KEY = """<p class="key"><span class="c0">Colours</span> tell neighbouring chunks apart;
<span class="c1 o">hatched</span> text is in two chunks; <s>faint text and ↵</s> are in none. A
number opens each chunk: point at it, or go there with Tab and the arrow keys, for why the chunk
begins and ends there.</p>"""


async def inspect_page(
    name: str, sections: Sequence[Section], chunkers: Mapping[str, ChunkerBase]
) -> str:
    """The page as HTML. `name` is the document's, `chunkers` by the names to show."""
    return render(name, sections, await apply(sections, chunkers))


def render(name: str, sections: Sequence[Section], strategies: Sequence[Strategy]) -> str:
    """The page for strategies that were applied to these sections."""
    cuts = [SectionChunks.by_section(strategy) for strategy in strategies]
    numbers = section_numbers(sections)
    texts = dict(zip(numbers, (section.text for section in sections), strict=True))
    body: list[str] = []
    for number, section in zip(numbers, sections, strict=True):
        if len(sections) > 1:
            place = section.place(Span(0, len(section.text))).where()
            body.append(f'<div class="part">Section {number + 1:,} {shown(place)}</div>\n')
        empty = [SectionChunks(strategy.unit, 0, ()) for strategy in strategies]
        own = [found.get(number, none) for found, none in zip(cuts, empty, strict=True)]
        body.extend(section_html(section, own))
    cards = "".join(
        _card(strategy, strategies, at, cuts[at], texts) for at, strategy in enumerate(strategies)
    )
    heads = "".join(f"<div>{shown(strategy.name)}</div>" for strategy in strategies)
    characters = sum(map(len, texts.values()))
    facts = f"{characters:,} characters in {_counted(len(sections), 'section')}"
    return _document(
        name,
        f"<header><h1>{shown(name)}</h1><p>{facts}</p>{_table(strategies)}{_KEY}</header>\n"
        f'<main><div class="beside">{cards}</div>\n'
        f'<div class="heads beside">{heads}</div>\n{"".join(body)}</main>\n',
    )


def _document(name: str, body: str) -> str:
    return standalone(f"{name}: chunks", body, part("inspect.css"), part("inspect.js"))


def _table(strategies: Sequence[Strategy]) -> str:
    columns = ("chunks", "smallest", "median", "mean", "largest", "", "more than asked")
    rows: list[str] = []
    for strategy in strategies:
        sizes = strategy.sizes or [0]
        cells = (
            f"{len(strategy.chunks):,}",
            *(f"{size:,.0f}" for size in (min(sizes), median(sizes), mean(sizes), max(sizes))),
            strategy.unit,
            _over(strategy),
        )
        inner = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f"<tr><th>{shown(strategy.name)}</th>{inner}</tr>")
    head = "".join(f"<th>{column}</th>" for column in ("", *columns))
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _over(strategy: Strategy) -> str:
    """How many chunks exceed the tightest limit; without one, the size that was asked for."""
    limits = [mark for mark in strategy.marks if mark.is_limit] or strategy.marks
    if not limits:
        return "no size was asked"
    tightest = min(limits, key=lambda mark: mark.size)
    over = sum(size > tightest.size for size in strategy.sizes)
    return f"{over:,} over {shown(tightest.name)} {tightest.size:,.0f}"


def _card(
    strategy: Strategy,
    strategies: Sequence[Strategy],
    column: int,
    cuts: Mapping[int, SectionChunks],
    texts: Mapping[int, str],
) -> str:
    pieces = [f"<h2>{shown(strategy.name)}</h2><h3>Sizes</h3>"]
    pieces.append(histogram(strategy, scale_of(strategies, strategy.unit)))
    if strategy.chunks:
        longest = strategy.chunks[max(range(len(strategy.sizes)), key=strategy.sizes.__getitem__)]
        pieces.append(
            f'<p>The largest is <a href="#{anchor(column, longest)}">'
            f"chunk {longest.chunk_index + 1:,}</a>.</p>"
        )
    pieces.append(_reasons(strategy) + _overlap(strategy.joints()))
    for curve in strategy.curves[:_CURVES]:
        where = f", section {curve.section_index + 1:,}" if len(texts) > 1 else ""
        pieces.append(
            f"<h3>Distances between sentences{where} ({shown(str(curve.profile.rule))})</h3>"
        )
        own = cuts.get(curve.section_index)
        chunks = [chunk for chunk, _ in own.chunks] if own else []
        pieces.append(distance_curve(curve, texts[curve.section_index], column, chunks))
    if len(strategy.curves) > _CURVES:
        left = _counted(len(strategy.curves) - _CURVES, "section")
        pieces.append(f"<p>Left out: the curves of {left}.</p>")
    return f'<section class="strategy">{"".join(pieces)}</section>\n'


def _reasons(strategy: Strategy) -> str:
    counted = ", ".join(
        f"{reason.replace('_', ' ')} {count:,}"
        for reason, count in strategy.reasons().most_common()
    )
    return f"<h3>Where chunks end</h3><p>{counted or 'There is no chunk.'}</p>"


def _overlap(joints: Sequence[Boundary]) -> str:
    """What was asked, what was given, and why where nothing was."""
    asked = max((joint.overlap_asked for joint in joints), default=0)
    given = [joint.overlap_given for joint in joints if joint.overlap_given]
    said = "<h3>Overlap</h3>"
    if not joints:
        return said + "<p>There are no two chunks to overlap.</p>"
    if not asked and not given:
        return said + "<p>None was asked for.</p>"
    said += f"<p>{asked:,} asked; given at {len(given):,} of {_counted(len(joints), 'boundary')}"
    said += f", {mean(given):,.0f} in the mean.</p>" if given else ".</p>"
    without = grouped(_why_none(joint) for joint in joints if not joint.overlap_given)
    if without:
        told = [f"<li>{_times(count)}{shown(why)}</li>" for why, count in without[:_TOLD]]
        rest = sum(count for _, count in without[_TOLD:])
        if rest:
            told.append(f"<li>and {rest:,} more: see the chunks' numbers below</li>")
        total = sum(count for _, count in without)
        said += f"<p>Nothing is repeated at {total:,}:</p><ul>{''.join(told)}</ul>"
    return said


def grouped(sentences: Iterable[str]) -> list[tuple[str, int]]:
    """(sentence, how often) with those made one that differ in numbers alone, the commonest first.

    A number that differs becomes a range: "the last has 11 to 27 characters".
    """
    groups: dict[str, list[list[int]]] = {}
    for sentence in sentences:
        form = _NUMBER.sub("\0", sentence.replace("\0", "\ufffd"))
        groups.setdefault(form, []).append([int(number) for number in _NUMBER.findall(sentence)])
    found: list[tuple[str, int]] = []
    for form, rows in groups.items():
        ranges = [_range(min(column), max(column)) for column in zip(*rows, strict=True)]
        pieces = zip(form.split("\0"), [*ranges, ""], strict=True)
        found.append(("".join(map("".join, pieces)), len(rows)))
    return sorted(found, key=lambda pair: -pair[1])


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _why_none(joint: Boundary) -> str:
    """The clause of a boundary's detail that speaks of the overlap; all of it where none does."""
    clauses = joint.detail.split("; ")
    why = [clause for clause in clauses if "overlap" in clause or "repeated" in clause]
    return "; ".join(why or clauses) or joint.reason.value.replace("_", " ")


def _times(count: int) -> str:
    return "" if count == 1 else f"{count:,} times: "


def _counted(count: int, noun: str) -> str:
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count:,} {noun if count == 1 else plural}"
