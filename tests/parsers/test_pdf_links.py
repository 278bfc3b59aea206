from ragstone.layout.page import Link
from ragstone.model.element import Element, ElementType
from ragstone.model.provenance import BBox, Provenance
from ragstone.parsers.pdf.links import linked


def line(y: float) -> Element:
    box = BBox(50, y, 300, y + 10, 595, 842, page=1)
    return Element(
        ElementType.NARRATIVE_TEXT, f"line at {y}", provenance=Provenance(page=1, boxes=(box,))
    )


def test_a_link_goes_to_the_element_in_which_its_middle_lies():
    link = Link("tide tables", "https://example.org/tides", (60, 119, 120, 131))
    found = list(linked([line(100), line(120)], {1: [link]}))
    assert "links" not in found[0].facts
    assert found[1].facts["links"] == [{"text": "tide tables", "url": link.url}]


def test_many_links_and_lines_take_as_long_as_their_sum():
    steps = 0

    class Counted(tuple[float, ...]):
        def __getitem__(self, at):  # type: ignore[no-untyped-def]
            nonlocal steps
            steps += 1
            return super().__getitem__(at)

        def __iter__(self):
            nonlocal steps
            steps += 4
            return super().__iter__()

    count = 1500
    links = [Link("x", f"#{n}", Counted((60, 20 * n, 80, 20 * n + 10))) for n in range(count)]
    found = list(linked([line(20 * n) for n in range(count)], {1: links}))
    assert all(len(element.facts["links"]) == 1 for element in found)
    assert steps < 20 * count
