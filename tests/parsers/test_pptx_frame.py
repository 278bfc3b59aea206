"""Tables, charts and diagrams on slides."""

from __future__ import annotations

import datetime as dt
from typing import Any

from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from parsers.pptx_samples import (
    SPACES,
    elements,
    one_slide,
    package,
    paragraph,
    relationship,
    texts,
)
from ragstone.model.element import ElementType
from ragstone.model.mark import Mark


def test_a_table_has_its_spans_and_a_spanned_cell_once() -> None:
    def draw(slide: Any) -> None:
        frame = slide.shapes.add_table(3, 3, Inches(1), Inches(1), Inches(6), Inches(2))
        table = frame.table
        table.cell(0, 1).text = "First half year"
        table.cell(0, 1).merge(table.cell(0, 2))
        table.cell(1, 0).text = "Berth"
        table.cell(1, 0).merge(table.cell(2, 0))
        for row, column, text in ((1, 1, "H1"), (1, 2, "H2"), (2, 1, "70"), (2, 2, "151")):
            table.cell(row, column).text = text

    (found,) = elements(one_slide(draw))

    assert found.text == " | First half year\nBerth | H1 | H2\n70 | 151"
    assert found.html is not None
    assert '<th colspan="2">First half year</th>' in found.html
    assert '<td rowspan="2">Berth</td>' in found.html
    assert found.provenance.slide == 1


def test_a_chart_gives_its_title_axis_titles_categories_and_series() -> None:
    def draw(slide: Any) -> None:
        data = CategoryChartData(number_format="0%")
        data.categories = ["Hake", "Herring"]
        data.add_series("May", (0.1 + 0.2, 0.5))
        data.add_series("June", (0.25, 1))
        place = (Inches(1), Inches(1), Inches(5), Inches(3))
        chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
        chart.has_title = True
        chart.chart_title.text_frame.text = "Landings"
        chart.value_axis.has_title = True
        chart.value_axis.axis_title.text_frame.text = "Share"

    found = elements(one_slide(draw))

    assert [(e.type, e.text) for e in found] == [
        (ElementType.FIGURE_CAPTION, "Landings"),
        (ElementType.UNCATEGORIZED_TEXT, "Share"),
        (ElementType.TABLE, " | May | June\nHake | 30% | 25%\nHerring | 50% | 100%"),
    ]
    assert found[2].facts["chart"] == ["bar"]


def test_series_of_a_scatter_chart_keep_their_own_values_of_x() -> None:
    def draw(slide: Any) -> None:
        data = XyChartData()
        for name, points in (("North", ((1, 4), (2, 8))), ("South", ((3, 9),))):
            series = data.add_series(name)
            for x, y in points:
                series.add_data_point(x, y)
        place = (Inches(1), Inches(1), Inches(5), Inches(3))
        slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, *place, data)

    assert texts(one_slide(draw)) == [" | North\n1 | 4\n2 | 8\n | South\n3 | 9"]


def test_dates_of_a_chart_are_dates() -> None:

    def draw(slide: Any) -> None:
        data = CategoryChartData()
        data.categories = [dt.date(2024, 2, 29), dt.date(2024, 3, 1)]
        data.add_series("Tons", (1.5, 2))
        place = (Inches(1), Inches(1), Inches(5), Inches(3))
        slide.shapes.add_chart(XL_CHART_TYPE.LINE, *place, data)

    assert "2024-02-29 | 1.5" in texts(one_slide(draw))[-1]


def diagram(points: str, arrows: str) -> bytes:
    frame = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="D"/><p:nvPr/>'
        "</p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData>"
        '<dgm:relIds r:dm="d1"/></a:graphicData></a:graphic></p:graphicFrame>'
    )
    model = (
        f"<dgm:dataModel {SPACES}><dgm:ptLst>{points}</dgm:ptLst>"
        f"<dgm:cxnLst>{arrows}</dgm:cxnLst></dgm:dataModel>"
    )
    return package(
        frame,
        parts={"ppt/diagrams/data1.xml": model},
        rels=relationship("diagramData", "../diagrams/data1.xml", "d1"),
    )


def point(name: str, text: str = "", kind: str = "node") -> str:
    inside = f"<dgm:t>{paragraph(text)}</dgm:t>" if text else ""
    return f'<dgm:pt modelId="{name}" type="{kind}">{inside}</dgm:pt>'


def arrow(source: str, target: str, order: int, kind: str = "parOf", more: str = "") -> str:
    return f'<dgm:cxn srcId="{source}" destId="{target}" srcOrd="{order}" type="{kind}" {more}/>'


def test_a_diagram_gives_its_points_in_order_with_their_depth_and_once() -> None:
    data = diagram(
        point("2", "Repair")
        + point("1", "Survey")
        + point("0", kind="doc")
        + point("3", "Hull first")
        + point("p", "Survey", "pres"),
        arrow("0", "2", 1) + arrow("0", "1", 0) + arrow("1", "3", 0) + arrow("1", "p", 0, "presOf"),
    )

    found = elements(data)

    assert [(e.text, e.facts["list_depth"]) for e in found] == [
        ("Survey", 0),
        ("Hull first", 1),
        ("Repair", 0),
    ]


def test_what_stands_on_an_arrow_of_a_diagram_is_read_between_its_points() -> None:
    data = diagram(
        point("0", kind="doc") + point("1", "A") + point("2", "B") + point("t", "then", "sibTrans"),
        arrow("0", "1", 0, more='sibTransId="t"') + arrow("0", "2", 1),
    )

    assert texts(data) == ["A", "then", "B"]


def test_a_diagram_whose_points_go_in_a_circle_ends() -> None:
    data = diagram(point("1", "A") + point("2", "B"), arrow("1", "2", 0) + arrow("2", "1", 0))

    assert texts(data) == ["A", "B"]


def test_a_table_and_a_chart_are_never_read_twice_beside_their_pictures() -> None:
    def draw(slide: Any) -> None:
        frame = slide.shapes.add_table(1, 2, Inches(1), Inches(1), Inches(6), Inches(2))
        frame._element.nvGraphicFramePr.cNvPr.set("descr", "Fees by length")
        frame.table.cell(0, 0).text = "Fee"
        frame.table.cell(0, 1).text = "9"

    found = elements(one_slide(draw))

    assert [(e.text, e.marks) for e in found] == [
        ("Fee | 9", frozenset()),
        ("Fees by length", {Mark.ALT_TEXT}),
    ]
