"""The health of documents as lines for people; the same findings as the page's.

for line in report_lines(health): …
"""

from __future__ import annotations

from collections.abc import Iterator

from ragstone.indexing.health import Health

_PLACES = 12


def report_lines(health: Health, *, all_places: bool = False) -> Iterator[str]:
    """A head line, then what is to be said of the document, indented."""
    if health.error is not None:
        yield f"{health.name}: not read"
        yield f"  {cause(health)}"
        return
    yield (
        f"{health.name}: {percent(health.share)} readable, "
        f"{_counts(health.characters, health.elements)}, read by {health.parser}"
    )
    for finding in findings(health):
        yield f"  {finding}"
    places = health.places if len(health.places) > 1 else []
    told = places if all_places else places[:_PLACES]
    for place in told:
        yield f"  {place.place}: {_counts(place.characters, place.elements)}"
    if len(places) > len(told):
        yield f"  and {len(places) - len(told):,} more; --json and -o have all"


def cause(health: Health) -> str:
    """Why it could not be read, without the name that stands beside it; "" if it was."""
    return (health.error or "").removeprefix(f"{health.name}: ")


def findings(health: Health) -> Iterator[str]:
    """What a person should know, a sentence each; nothing for a document without blemish.

    UTF-8 that is certain is none.
    """
    if health.missing_share:
        yield f"suspected missing: {percent(health.missing_share)} of what the file holds"
        for example in health.missing_examples:
            yield f"  missing in {example}"
    if health.garbled:
        yield f"garbled: {health.garbled:,} characters ({percent(health.garbled_share)})"
    sure = health.encoding_confidence
    is_plain = health.encoding in ("utf-8", "ascii") and sure in (None, 1.0)
    if health.encoding is not None and not is_plain:
        yield f"encoding: {health.encoding}" + ("" if sure is None else f", {sure:.0%} sure")
    if health.marks:
        marks = ", ".join(f"{mark} {count:,}" for mark, count in health.marks.items())
        yield f"marked: {marks}"
    if health.active_content:
        yield f"active content, not run: {', '.join(health.active_content)}"
    if health.same_as:
        yield f"the same bytes as: {', '.join(health.same_as)}"
    for warning in health.warnings:
        yield f"warning: {warning}"


def _counts(characters: int, elements: int) -> str:
    ends = ["" if number == 1 else "s" for number in (characters, elements)]
    return f"{characters:,} character{ends[0]} in {elements:,} element{ends[1]}"


def percent(share: float) -> str:
    """100% only for all, 0% only for nothing."""
    if 0.9995 <= share < 1:
        return "99.9%"
    return "<0.1%" if 0 < share < 0.001 else f"{share * 100:.1f}%".replace(".0%", "%")
