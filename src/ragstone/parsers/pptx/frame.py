"""What stands in a frame on a slide: a table, a chart, a diagram, an embedded object."""

from __future__ import annotations

from collections.abc import Iterator

from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.grid import grid_element
from ragstone.parsers.ooxml.nodes import Xml, attribute, child, descendants
from ragstone.parsers.pptx.chart import read_chart
from ragstone.parsers.pptx.context import SlideContext
from ragstone.parsers.pptx.diagram import read_diagram
from ragstone.parsers.pptx.table import read_table


def frame_elements(frame: Xml, context: SlideContext) -> Iterator[Element]:
    """The elements of a `p:graphicFrame`; their provenance has the rule alone."""
    data = child(frame, "a:graphic", "a:graphicData")
    table = child(data, "a:tbl")
    if table is not None:
        yield from _table(table, context)
    for name in ("c:chart", "cx:chart"):
        for reference in descendants(data, name):
            root = _part(reference, "r:id", context)
            if root is not None:
                yield from context.deck.bound.each(_chart(root, context))
    for reference in descendants(data, "dgm:relIds"):
        root = _part(reference, "r:dm", context)
        if root is not None:
            yield from context.deck.bound.each(_diagram(root, context))
    embedded = next(descendants(data, "p:oleObj"), None)
    if embedded is not None:
        context.deck.embedded.append(
            {
                "slide": context.number,
                "name": attribute(embedded, "name") or attribute(embedded, "progId") or "unnamed",
                "type": attribute(embedded, "progId") or "",
            }
        )


def _part(reference: Xml, name: str, context: SlideContext) -> Xml | None:
    package = context.deck.package
    found = package.relationships(context.part).get(attribute(reference, name) or "")
    return None if found is None or found.is_external else package.xml(found.target)


def _table(node: Xml, context: SlideContext) -> Iterator[Element]:
    deck = context.deck
    table = read_table(node, context.address, deck.bound)
    deck.limits.check("table_cells", sum(1 for _ in table.grid.cells), deck.file)
    facts = {"links": table.links} if table.links else {}
    found = grid_element(table.grid, Provenance(rule="table"), facts=facts)
    if found is not None:
        yield found
    for text in table.unseen:
        yield Element(
            ElementType.UNCATEGORIZED_TEXT,
            text,
            marks=frozenset({Mark.HIDDEN}),
            provenance=Provenance(rule="transparent or unreadably small"),
        )


def _chart(root: Xml, context: SlideContext) -> Iterator[Element]:
    chart = read_chart(root, context.deck.limits, context.deck.file)
    if chart.title:
        yield Element(
            ElementType.FIGURE_CAPTION, chart.title, provenance=Provenance(rule="chart title")
        )
    if chart.axis_titles:
        place = Provenance(rule="axis titles of a chart")
        yield Element(
            ElementType.UNCATEGORIZED_TEXT, " / ".join(chart.axis_titles), provenance=place
        )
    facts = {"chart": list(dict.fromkeys(chart.kinds))}
    if chart.grid is not None:
        found = grid_element(chart.grid, Provenance(rule="data of a chart"), facts=facts)
        if found is not None:
            yield found


def _diagram(root: Xml, context: SlideContext) -> Iterator[Element]:
    place = Provenance(rule="point of a diagram")
    for point in read_diagram(root, context.address):
        for number, paragraph in enumerate(point.paragraphs):
            facts: dict[str, object] = {
                "list_marker": "" if number else "-",
                "list_depth": point.depth,
            }
            if paragraph.links:
                facts["links"] = paragraph.links
            yield Element(ElementType.LIST_ITEM, paragraph.text, provenance=place, facts=facts)
