"""Jupyter notebooks: cells in order, Markdown, code verbatim, outputs, both forms of the format."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from ragstone.errors import CorruptDocument, LimitExceeded
from ragstone.limits import Limits
from ragstone.model.block import Base64Source, DataBlock
from ragstone.model.document import Document
from ragstone.model.element import ElementType
from ragstone.model.span import Span
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

_PNG = b"\x89PNG\r\n\x1a\n" + b"a small picture"


def notebook(*cells: dict[str, Any], **metadata: Any) -> bytes:
    known = {"language_info": {"name": "python"}, **metadata}
    return json.dumps({"nbformat": 4, "metadata": known, "cells": list(cells)}).encode()


def markdown(text: str, **rest: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": text.splitlines(keepends=True), **rest}


def code(text: str, *outputs: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": text, "outputs": list(outputs), **rest}


def shown(**data: Any) -> dict[str, Any]:
    return {
        "output_type": "display_data",
        "data": {kind.replace("_", "/"): value for kind, value in data.items()},
    }


def read(data: bytes, **rest: Any) -> Document:
    return read_document(Source.from_bytes(data, "tides.ipynb", **rest))


def test_cells_come_in_order_each_with_its_number():
    document = read(notebook(markdown("# Tides"), code("a = 1"), markdown("High at six.")))
    assert [(e.type, e.text, e.provenance.path) for e in document.elements] == [
        (ElementType.TITLE, "Tides", "cell 1"),
        (ElementType.CODE_SNIPPET, "a = 1", "cell 2"),
        (ElementType.UNCATEGORIZED_TEXT, "High at six.", "cell 3"),
    ]
    assert document.elements[1].parent_id == document.elements[0].id


def test_sections_are_per_heading_of_the_markdown_cells():
    document = read(
        notebook(markdown("# Tides"), code("a"), markdown("text\n\n# Ropes"), code("b"))
    )
    assert [section.text for section in document.sections()] == ["Tides\n\na\n\ntext", "Ropes\n\nb"]


def test_code_is_verbatim_with_its_language_and_its_lines():
    text = "def gate():\n\n    return 7  # \t'x'"
    (element,) = read(notebook(code(text, execution_count=4))).elements
    assert element.text == text
    assert element.facts == {"language": "python", "execution_count": 4}
    (section,) = read(notebook(code(text))).sections()
    place = section.place(Span(text.index("return"), len(text)))
    assert place.where() == "cell 1, line 3"


def test_a_cell_magic_names_the_language():
    elements = read(
        notebook(code("%%bash\nls"), code("%%time\nx"), code("%%sql\nselect 1"))
    ).elements
    assert [element.facts["language"] for element in elements] == ["bash", "python", "sql"]


def test_a_stream_in_pieces_is_one_text_without_colours_and_with_the_last_state_of_a_bar():
    pieces = [
        {"output_type": "stream", "name": "stdout", "text": ["\x1b[31mred\x1b[0m\n", " 10%\r"]},
        {"output_type": "stream", "name": "stdout", "text": " 90%\r100%\n"},
        {"output_type": "stream", "name": "stderr", "text": "a warning"},
    ]
    found = read(notebook(code("go()", *pieces))).elements[1:]
    assert [(e.text, e.facts["output"]) for e in found] == [
        ("red\n100%", "stdout"),
        ("a warning", "stderr"),
    ]


def test_a_table_that_a_cell_gives_out_is_a_table():
    html = "<style>td {}</style><table><tr><th>Fish<th>Tons<tr><td>Hake<td>8.4</table>"
    (_, table) = read(
        notebook(code("frame", shown(text_html=html, text_plain="Fish  Tons")))
    ).elements
    assert table.type is ElementType.TABLE
    assert table.text == "Fish | Tons\nHake | 8.4"
    assert table.html is not None
    assert table.provenance.where() == "cell 1"


def test_an_output_whose_html_shows_nothing_is_read_as_its_text():
    script = "<script>draw()</script>"
    (_, text) = read(notebook(code("x", shown(text_html=script, text_plain="a chart")))).elements
    assert text.text == "a chart"


def test_a_heading_in_an_output_heads_nothing():
    document = read(notebook(code("x", shown(text_html="<h1>Report</h1><p>a</p>")), markdown("b")))
    assert all(element.type is not ElementType.TITLE for element in document.elements)


def test_an_error_is_its_name_and_message_and_keeps_its_trace():
    error = {
        "output_type": "error",
        "ename": "ValueError",
        "evalue": "no tide",
        "traceback": ["\x1b[0;31mValueError\x1b[0m", "line 3"],
    }
    (_, element) = read(notebook(code("x", error))).elements
    assert element.text == "ValueError: no tide"
    assert element.facts == {"output": "error", "traceback": "ValueError\nline 3"}


def test_a_picture_is_named_and_its_data_a_section():
    output = shown(image_png=base64.b64encode(_PNG).decode(), text_plain="<Figure size 640x480>")
    document = read(notebook(markdown("# Plot"), code("plot()", output)))
    picture = document.elements[-1]
    assert (picture.type, picture.text) == (ElementType.IMAGE, "Figure size 640x480")
    data = document.sections()[-1].content
    assert isinstance(data, DataBlock)
    assert isinstance(data.source, Base64Source)
    assert base64.b64decode(data.source.data) == _PNG
    assert document.sections()[-1].parts[0].heading_path == ("Plot",)


def test_a_picture_attached_to_a_markdown_cell_has_its_data():
    attachments = {"map.png": {"image/png": base64.b64encode(_PNG).decode()}}
    cell = markdown("![harbour](attachment:map.png)", attachments=attachments)
    (element,) = read(notebook(cell)).elements
    assert element.text == "harbour"
    assert element.data is not None


def test_pictures_and_outputs_can_be_left_out():
    output = shown(image_png=base64.b64encode(_PNG).decode())
    source = Source.from_bytes(notebook(code("x", output)), "a.ipynb")
    without = read_document(source, parameters={"pictures": False})
    assert without.elements[-1].data is None
    assert len(read_document(source, parameters={"outputs": False}).elements) == 1


def test_version_3_with_worksheets_heading_cells_and_flat_outputs_is_read():
    old = {
        "nbformat": 3,
        "metadata": {"name": "Tides"},
        "worksheets": [
            {
                "cells": [
                    {"cell_type": "heading", "level": 2, "source": ["Ropes"]},
                    {
                        "cell_type": "code",
                        "input": ["print(1)"],
                        "language": "python",
                        "prompt_number": 2,
                        "outputs": [
                            {"output_type": "stream", "stream": "stdout", "text": ["1"]},
                            {"output_type": "pyout", "text": ["Hake"], "prompt_number": 2},
                            {"output_type": "pyerr", "ename": "KeyError", "evalue": "'a'"},
                        ],
                    },
                ]
            }
        ],
    }
    document = read(json.dumps(old).encode())
    assert [(e.type.value, e.text, e.level) for e in document.elements] == [
        ("Title", "Ropes", 2),
        ("CodeSnippet", "print(1)", None),
        ("UncategorizedText", "1", None),
        ("UncategorizedText", "Hake", None),
        ("UncategorizedText", "KeyError: 'a'", None),
    ]
    assert document.facts["title"] == "Tides"


def test_facts_name_language_kernel_title_and_authors():
    metadata = {
        "kernelspec": {"display_name": "Python 3", "name": "python3"},
        "authors": [{"name": "Ana"}],
    }
    facts = read(notebook(markdown("# Tides\n\n潮汐"), **metadata)).facts
    assert facts["title"] == "Tides"
    assert facts["authors"] == ["Ana"]
    assert (facts["programming_language"], facts["kernel"]) == ("python", "Python 3")
    assert facts["cell_count"] == 1


def test_damaged_json_is_a_parse_error_that_names_the_line():
    with pytest.raises(CorruptDocument, match="JSON is damaged in line 1"):
        read(notebook(code("a"))[:-10])


@pytest.mark.parametrize("text", ["[1]", '{"a": 1}', '"cells"'], ids=["list", "object", "text"])
def test_json_that_is_no_notebook_is_a_parse_error(text: str):
    with pytest.raises(CorruptDocument, match="no notebook"):
        read(text.encode())


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"cells": ' + "9" * 5000 + "}"], ids=["deep", "long"]
)
def test_json_that_breaks_its_reader_is_a_parse_error(text: str):
    with pytest.raises(CorruptDocument):
        read(text.encode())


def test_fields_of_another_type_are_as_if_empty():
    odd: list[Any] = [
        7,
        {"cell_type": 3, "source": {"a": 1}},
        {"cell_type": "code", "source": [1, "a"], "outputs": [None, {"data": [1]}], "level": "x"},
        {"cell_type": "markdown", "source": "b", "attachments": {"x": 3, "y": {"image/png": 4}}},
    ]
    data = json.dumps({"cells": odd, "metadata": [1]}).encode()
    assert [element.text for element in read(data).elements] == ["a", "b", "x", "y"]


def test_lone_surrogates_of_escapes_become_replacement_characters():
    data = b'{"cells": [{"cell_type": "code", "source": "a \\ud83d b\\u0000"}]}'
    assert read(data).elements[0].text == "a \ufffd b"


def test_the_limit_of_characters_holds_for_all_cells_together():
    data = notebook(*[code("x" * 40) for _ in range(10)])
    with pytest.raises(LimitExceeded, match="text_characters"):
        read(data, limits=Limits(text_characters=300))
