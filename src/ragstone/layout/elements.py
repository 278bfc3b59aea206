"""Elements: the blocks of all pages, typed.

The document is looked at as a whole, rule after rule: what the body looks like and what repeats
first, then captions, footnotes, contents, titles, lists, formulas and addresses. Each rule types
the drafts that no rule before it has typed, and its name goes to `provenance.rule`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ragstone.layout.asides import asides
from ragstone.layout.body import Body, usual_size_and_weight
from ragstone.layout.bookmarks import with_bare
from ragstone.layout.captions import captioned
from ragstone.layout.contacts import addressed
from ragstone.layout.contents_list import confirmed
from ragstone.layout.draft import Draft, of_paragraph
from ragstone.layout.footnotes import footnoted
from ragstone.layout.formulas import formulated
from ragstone.layout.fragment import Box
from ragstone.layout.furniture import Kind, Place, furniture
from ragstone.layout.heading_levels import levels
from ragstone.layout.headings import titled
from ragstone.layout.line import Line
from ragstone.layout.lists import contents_listed, counted, listed
from ragstone.layout.navigation import marked
from ragstone.layout.notes import with_notes
from ragstone.layout.page import PageLayout, Picture
from ragstone.layout.paragraphs import Paragraph, paragraphs
from ragstone.layout.prose import proseful
from ragstone.layout.rendering import html_of, text_of
from ragstone.layout.roles import by_role
from ragstone.layout.tables.joining import joined_tables
from ragstone.layout.tables.table import PageTable
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import BBox

_NO_BOOKMARKS: Mapping[str, int] = {}


def elements(
    pages: Sequence[PageLayout], bookmarks: Mapping[str, int] = _NO_BOOKMARKS
) -> Iterator[Element]:
    """The elements in reading order, without ids and parents yet.

    `bookmarks` are the levels of the file's own outline, by `headings.folded` title.
    """
    size, bold = usual_size_and_weight(
        line for page in pages for block in _texts(page) for line in block
    )
    kinds = furniture(pages, size, bold)
    bookmarks = with_bare(bookmarks)
    body = Body.of([block for page in pages for _, block in _without(page, kinds)], _cells(pages))
    drafts = [draft for page in pages for draft in _of_page(page, kinds, body)]
    heights = {page.number: page.height for page in pages}
    beside = frozenset((page.number, number) for page in pages for number in asides(page))
    del pages, kinds  # the lines of a draft are let go when its element is made
    drafts = captioned(by_role(drafts), body)
    drafts = footnoted(drafts, body, heights)
    drafts = joined_tables(drafts, body.words)
    drafts = contents_listed(drafts)
    drafts = counted(drafts)
    drafts = formulated(drafts)
    drafts = confirmed(drafts, titled(drafts, body, bookmarks, beside), bookmarks)
    drafts = _levelled(drafts, bookmarks)
    drafts = marked(drafts, heights)
    drafts = listed(drafts)
    drafts = addressed(drafts)
    drafts = proseful(drafts)
    del body
    drafts.reverse()
    while drafts:
        yield _in_region(drafts.pop(), beside).element()


def _in_region(draft: Draft, beside: frozenset[tuple[int, int]]) -> Draft:
    """With the fact `region` on what stands beside the main text."""
    if (draft.page, draft.block) not in beside:
        return draft
    return replace(draft, facts={**draft.facts, "region": "aside"})


def _cells(pages: Sequence[PageLayout]) -> Iterator[Line]:
    return (
        line
        for page in pages
        for block in page.blocks
        if isinstance(block, PageTable)
        for cell in block.cells
        for line in cell.lines
    )


def _texts(page: PageLayout) -> Iterator[tuple[Line, ...]]:
    return (block for block in page.blocks if isinstance(block, tuple))


def _without(page: PageLayout, kinds: Mapping[Place, Kind]) -> list[tuple[int, list[Line]]]:
    """The page's blocks of lines with their numbers, without furniture."""
    found: list[tuple[int, list[Line]]] = []
    index = 0
    for number, block in enumerate(page.blocks):
        if not isinstance(block, tuple):
            continue
        kept = [
            line for offset, line in enumerate(block) if (page.number, index + offset) not in kinds
        ]
        index += len(block)
        if kept:
            found.append((number, kept))
    return found


def _of_page(
    page: PageLayout,
    kinds: Mapping[Place, Kind],
    body: Body,
) -> list[Draft]:
    edges = [
        (kinds[(page.number, index)], line)
        for index, line in enumerate(page.lines)
        if (page.number, index) in kinds
    ]
    lines_of = dict(_without(page, kinds))
    found = [_single(line, kind) for kind, line in edges if _is_above(line, page)]
    for number, block in enumerate(page.blocks):
        if isinstance(block, PageTable):
            found.append(_of_table(block, page, number, body))
        elif isinstance(block, Picture):
            found.append(_of_picture(block, page, number))
        elif number in lines_of:
            found += [
                _placed(of_paragraph(item, page.number, number), page)
                for item in paragraphs(lines_of[number], body)
            ]
    found = with_notes(found, page)
    found += [
        replace(of_paragraph(item, page.number, -1), rule="hidden", marks=frozenset({Mark.HIDDEN}))
        for item in paragraphs(page.hidden, body)
    ]
    found += [_single(line, kind) for kind, line in edges if not _is_above(line, page)]
    return found


def _is_above(line: Line, page: PageLayout) -> bool:
    return line.box.y0 < page.height / 2


def _single(line: Line, kind: Kind) -> Draft:
    paragraph = Paragraph((line,), line.text, (0,))
    return of_paragraph(paragraph, line.box.page or 1, -1).typed(*kind)


def _placed(draft: Draft, page: PageLayout) -> Draft:
    """The draft of a paragraph, told whether it is a label in a drawing; code is typed at once."""
    if draft.paragraph is not None and draft.paragraph.code:
        return draft.typed(ElementType.CODE_SNIPPET, "code: in a typewriter's font")
    if page.figures and _is_within(draft.lines[0].box, page.figures):
        return replace(draft, in_figure=True)
    return draft


def _is_within(box: BBox, areas: Sequence[Box]) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return any(area[0] <= x <= area[2] and area[1] <= y <= area[3] for area in areas)


def _of_table(table: PageTable, page: PageLayout, number: int, body: Body) -> Draft:
    text, places = text_of(table, body.words)
    return Draft(
        page=page.number,
        block=number,
        text=text,
        placed=places,
        x0=table.box.x0,
        y0=table.box.y0,
        x1=table.box.x1,
        y1=table.box.y1,
        type=ElementType.TABLE,
        rule=f"table: {table.rule.replace('_', ' ')}",
        html=html_of(table, body.words),
        source=table,
    )


def _of_picture(picture: Picture, page: PageLayout, number: int) -> Draft:
    box = picture.box
    return Draft(
        page=page.number,
        block=number,
        text=picture.alt,
        placed=((0, (box,)),),
        x0=box.x0,
        y0=box.y0,
        x1=box.x1,
        y1=box.y1,
        type=ElementType.IMAGE,
        rule="image: placed in the file",
        marks=frozenset({Mark.ALT_TEXT}) if picture.alt else frozenset(),
        source=picture,
    )


def _levelled(drafts: Sequence[Draft], bookmarks: Mapping[str, int]) -> list[Draft]:
    titles = [draft for draft in drafts if draft.type is ElementType.TITLE]
    found = iter(levels(titles, bookmarks))
    return [
        replace(draft, level=next(found)) if draft.type is ElementType.TITLE else draft
        for draft in drafts
    ]
