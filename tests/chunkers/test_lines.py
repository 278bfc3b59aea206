"""Long texts, comments and statements are cut at their lines, and a line only where it is long."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.chunkers.base import TextSection
from ragstone.chunkers.code import CodeChunker

TOO_LONG = "one line that exceeds the limit"
DOCSTRING = (
    'class K:\n    """Doc first.\n\n    '
    + "Long words of docs here.\n    " * 80
    + '"""\n    def m(self):\n        return 1\n'
)

#: Pieces of sources; {n} makes each its own, and {t} is a text of some lines.
SOURCES = {
    "a.py": [
        'class K{n}:\n    """First.\n\n    {t}\n    """\n\n    def m(self):\n        pass\n\n',
        "def f{n}(a):\n    if a:\n        g(a)\n    else:\n        # {n}\n        h('{t}')\n\n",
        'X{n} = [\n    "{n}",\n    """{t}""",\n]\n',
    ],
    "a.js": [
        "if (a{n}) {{\n  one();\n  two();\n}} else if (b) {{\n  `{t}`;\n}} else {{\n  x();\n}}\n",
        "/**\n * {t}\n */\nclass K{n} {{\n  m() {{\n    return {n};\n  }}\n}}\n",
        "call{n}(function () {{\n  a({n});\n  b();\n}}, [\n  1,\n  2,\n]);\n",
    ],
    "a.java": [
        "class K{n} {{\n  void m() {{\n    try {{\n      a{n}();\n      b();\n    }} catch (E e) {{"
        "\n      c();\n    }} finally {{\n      d();\n    }}\n  }}\n}}\n",
        "/* {t} */\nclass C{n} {{\n\tint x = {n};\n\n\tint y;\n}}\n",
    ],
    "a.c": [
        "void f{n}(void)\n{{\n\tdo {{\n\t\ta({n});\n\t\tb();\n\t}} while (c);\n}}\n",
        "/* {t}\n */\nstatic int a{n}[] = {{\n  1, 2,\n  3, 4,\n}};\n",
    ],
}
WORDS = st.lists(st.sampled_from(["tide ", "gate ", "keeper\n    ", "lock.\n\n    "]), max_size=20)


@st.composite
def sources(draw):
    name = draw(st.sampled_from(sorted(SOURCES)))
    parts = draw(st.lists(st.tuples(st.sampled_from(SOURCES[name]), WORDS), min_size=1, max_size=6))
    text = "".join(
        part.format(n=number, t="".join(words).strip() or "sea")
        for number, (part, words) in enumerate(parts)
    )
    return name, text, draw(st.integers(24, 200))


def cuts_of(text, source, limit):
    chunker = CodeChunker(CodeChunker.Parameters(max_characters=limit))
    return list(chunker.cut(TextSection(text, source=source)))


def texts_of(text, source, limit):
    return [text[cut.span.start : cut.span.end] for cut in cuts_of(text, source, limit)]


@settings(max_examples=200, deadline=None)
@given(sources())
def test_boundaries_are_between_lines_unless_a_line_exceeds_the_limit(case):
    name, text, limit = case
    cuts = cuts_of(text, name, limit)
    assert not any("cut at separators" in cut.detail for cut in cuts)
    for before, after in pairwise(cuts):
        start = after.span.start
        line = text.rfind("\n", 0, start) + 1
        end = text.find("\n", start)
        indent = len(text[line:end]) - len(text[line:end].lstrip())
        is_long = len(text[line:end].rstrip()) > limit
        assert start == line or is_long, text[line:end]
        assert start == line or start > line + indent
        assert before.detail != TOO_LONG or is_long


def test_the_marks_of_a_docstring_stay_with_its_first_line_and_its_last():
    chunks = texts_of(DOCSTRING, "a.py", 1500)
    assert chunks[1].startswith('    """Doc first.\n\n    Long words')
    assert chunks[-2].endswith('here.\n    """')
    assert chunks[-1] == "    def m(self):\n        return 1"
    assert all(chunk.startswith("    Long") for chunk in chunks[2:-1])


def test_a_text_is_cut_at_a_blank_line_where_one_is_in_the_second_half():
    text = '"""One tide.\nTwo tides.\nThree tides.\n\nFour tides.\nFive tides of the sea.\n"""\n'
    assert texts_of(text, "a.py", 55)[0].endswith("Three tides.")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a.js", "if (a) {\n  one();\n  two();\n} else {\n  three();\n  four();\n}\n"),
        ("a.java", "try {\n  one();\n  two();\n} catch (E e) {\n  three();\n  four();\n}\n"),
        ("a.c", "do {\n  one();\n  two();\n  three();\n  four();\n} while (a_long_name);\n"),
    ],
)
def test_a_keyword_stays_on_the_line_of_the_brace_before_it(source, text):
    for limit in range(24, len(text)):
        found = cuts_of(text, source, limit)
        assert not any(cut.detail == TOO_LONG for cut in found)
        for chunk in texts_of(text, source, limit):
            assert not re.match(r"\s*(else|catch|while)", chunk)
