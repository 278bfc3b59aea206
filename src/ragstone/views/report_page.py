"""One page on the health of documents: a row each, what was found, what came out of where.

page = report_page("documents", healths)

The page stands alone and runs nothing. Names and texts are shown as text, whatever they hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragstone.indexing.health import Health
from ragstone.views.inspect_text import shown
from ragstone.views.report_text import cause, findings, percent
from ragstone.views.standalone import part, standalone

_HEAD = ("document", "readable", "missing", "garbled", "characters", "elements", "read by", "notes")


def report_page(title: str, healths: Sequence[Health]) -> str:
    """The page as HTML, documents in the order given."""
    failed = sum(health.error is not None for health in healths)
    count = len(healths)
    facts = f"{count:,} document{'' if count == 1 else 's'}, {failed:,} not read"
    rows = "".join(_row(number, health) for number, health in enumerate(healths))
    details = "".join(_details(number, health) for number, health in enumerate(healths))
    body = (
        f"<header><h1>{shown(title)}</h1><p>{facts}</p></header><main>"
        f'<div class="wide">{_table(_HEAD, rows)}</div>{details}</main>'
    )
    return standalone(f"{title}: report", body, part("report.css"))


def _row(number: int, health: Health) -> str:
    name = f'<a href="#d{number}">{shown(health.name)}</a>'
    if health.error is not None:
        return f'<tr class="bad"><th>{name}</th><td>not read</td>{"<td></td>" * 6}</tr>\n'
    notes = len(health.warnings) + len(health.active_content) + len(health.same_as)
    missing = "" if health.missing_share is None else percent(health.missing_share)
    cells = (
        percent(health.share),
        missing,
        percent(health.garbled_share),
        f"{health.characters:,}",
        f"{health.elements:,}",
        shown(health.parser),
        f"{notes:,}" if notes else "",
    )
    kind = ' class="doubt"' if health.share < 1 else ""
    return f"<tr{kind}><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


def _details(number: int, health: Health) -> str:
    if health.error is not None:
        said = f"<p>Not read: {shown(cause(health))}</p>"
    else:
        told = "".join(f"<li>{shown(finding)}</li>" for finding in findings(health))
        said = f"<ul>{told}</ul>" if told else "<p>Nothing to say.</p>"
        said += _folded(
            "What came out",
            ("place", "characters", "elements"),
            ((p.place, f"{p.characters:,}", f"{p.elements:,}") for p in health.places),
        )
        said += _folded(
            "What the file holds",
            ("part", "letters and digits", "missing", "cells"),
            (
                (p.part, f"{p.characters:,}", f"{p.missing:,}", f"{p.cells:,}" if p.cells else "")
                for p in health.parts or ()
            ),
        )
    return f'<section id="d{number}"><h2>{shown(health.name)}</h2>{said}</section>\n'


def _folded(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [
        f"<tr><th>{shown(name)}</th>{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>"
        for name, *rest in rows
    ]
    if not lines:
        return ""
    return f"<details><summary>{title}</summary>{_table(head, ''.join(lines))}</details>"


def _table(head: Iterable[str], rows: str) -> str:
    cells = "".join(f"<th>{name}</th>" for name in head)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table>"
