"""Windows give the nodes that reading the whole text at once gives."""

from __future__ import annotations

import gc
import sysconfig
import tracemalloc
from collections import deque
from pathlib import Path

import pytest

import ragstone.chunkers.syntax.reading as reading_module
from ragstone.chunkers.base import TextSection
from ragstone.chunkers.code import CodeChunker
from ragstone.chunkers.syntax.budget import BudgetReader
from ragstone.chunkers.syntax.reading import Reading

LIBRARY = Path(sysconfig.get_path("stdlib"))


def read_in(window, text, grammar):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading_module, "WINDOW", window)
        reading = Reading(text, grammar)
        nodes = [(node.type, node.start_byte, node.end_byte) for node in reading.nodes()]
    assert reading.until == len(text)
    assert not reading.why
    return nodes


def cuts_in(window, text, source):
    chunker = CodeChunker(CodeChunker.Parameters(max_characters=300))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading_module, "WINDOW", window)
        return list(chunker.cut(TextSection(text, source=source)))


def largest_window(monkeypatch, text, grammar):
    """The most characters that are read at once in windows of 1,000."""
    sizes = []
    parsed = Reading._parsed

    def noted(self, start, end):
        sizes.append(end - start)
        return parsed(self, start, end)

    monkeypatch.setattr(Reading, "_parsed", noted)
    read_in(1000, text, grammar)
    return max(sizes)


@pytest.mark.parametrize(
    "name", ["argparse.py", "bdb.py", "dataclasses.py", "datetime.py", "textwrap.py", "typing.py"]
)
def test_windows_cut_pythons_library_as_the_whole_is_cut(name):
    text = (LIBRARY / name).read_text(encoding="utf-8")
    assert cuts_in(5000, text, name) == cuts_in(10**7, text, name)


#: A grammar and code in which a window's end may stand in what only its whole length explains.
TRICKY = {
    "a comment that holds code": (
        "c",
        "/* int a{n};\n   int b{n};\n   int c{n}; */\nint f{n}(void) {{ return {n}; }}\n\n",
    ),
    "branches of the preprocessor": (
        "c",
        "#if A{n}\nint a{n};\n#else\nint b{n};\nint c{n};\n#endif\nstatic int d{n} = 1;\n",
    ),
    "an if whose else comes later": (
        "javascript",
        "if (a{n}) {{\n  b();\n}}\n// or else\nelse {{\n  c();\n}}\nconst d{n} = `x\n${{n}}`;\n",
    ),
    "an if of Python with comments": (
        "python",
        "if a{n}:\n    b = '''x\n    y'''\n# or\nelif c:\n    d = 1\n\n@e\ndef f{n}():\n    pass\n",
    ),
    "annotations before a class": (
        "kotlin",
        '@A("x")\n@B(c = 1)\npublic class D{n} : E() {{\n  fun f() {{\n    g()\n  }}\n}}\n\n',
    ),
    "attributes before a function": (
        "rust",
        "/// One.\n#[test]\n#[allow(dead_code)]\nfn f{n}() -> u8 {{\n    {n}\n}}\n\n",
    ),
    "code behind a mark of its own": (
        "php",
        "<?php\nfunction f{n}() {{ return {n}; }}\n$a = 1;\n?>\n<p>{n}</p>\n",
    ),
    "texts whose end is their own word": (
        "bash",
        "f{n}() {{\n  cat <<EOF # one\na ( {n}\nEOF\n}}\ncat <<-'END'\n  `{n}\nEND\n",
    ),
    "texts in Ruby": ("ruby", "a{n} = <<~EOF # one\n  def {n}\nEOF\ndef b{n}\n  {n}\nend\n"),
    "terminators that are nodes": ("go", "func f{n}() int {{\n\treturn {n}\n}}\n\nvar a{n} = 1\n"),
    "signatures before functions": ("haskell", "f{n} :: Int -> Int\nf{n} 0 = 1\nf{n} x = x\n\n"),
    "a visibility that is no part": ("zig", "pub fn f{n}() u8 {{\n    return {n};\n}}\n\n"),
    "queries": ("sql", "CREATE TABLE a{n} (b int);\nINSERT INTO a{n} VALUES (';');\n"),
    "rules": ("css", "/* {n} */\n@media print {{\n  a{n} {{ color: red; }}\n}}\nb {{ c: d; }}\n"),
}


@pytest.mark.parametrize("window", [700, 1000, 1300])
@pytest.mark.parametrize("case", TRICKY)
def test_a_window_may_end_anywhere(case, window):
    grammar, unit = TRICKY[case]
    text = "".join(unit.format(n=n) for n in range(60))
    assert read_in(window, text, grammar) == read_in(10**7, text, grammar)


def test_no_more_is_read_at_once_than_the_longest_definition_asks_for(monkeypatch):
    long = "def long():\n" + "    x = 1\n" * 250
    short = "def f():\n    return 1\n\n\n" * 200
    assert largest_window(monkeypatch, short, "python") == 1000
    assert largest_window(monkeypatch, short + long + short * 4, "python") == 4000


def test_errors_do_not_widen_the_windows_behind_them(monkeypatch):
    monkeypatch.setattr(reading_module, "BEHIND_ERROR", 1500)
    text = "int f(void) { return 1; }\n" * 80
    broken = "int a = = 1;\n"
    assert largest_window(monkeypatch, text + broken + text * 4, "c") == 2000


def test_a_comment_longer_than_a_window_is_not_taken_for_broken_code():
    text = "package a\n\n/*\n" + "  func f() {\n" * 300 + "*/\n" + "var b = 1\n" * 300
    assert read_in(1000, text, "go") == read_in(10**7, text, "go")


@pytest.mark.parametrize(("grammar", "text"), [("lua", "a\n" * 9000), ("scala", "." * 9000)])
def test_a_text_that_would_take_the_square_of_its_length_is_given_up(grammar, text):
    reading = Reading(text, grammar)
    assert list(reading.nodes()) == []
    assert (reading.until, reading.why) == (0, f"the text can hardly be read as {grammar}")


def test_the_same_grammar_reads_a_long_text_of_its_language():
    text = "local function f(x)\n  return x + 1\nend\n" * 5000
    assert len(read_in(reading_module.WINDOW, text, "lua")) == 5000


def test_memory_is_that_of_a_window_and_nothing_stays_behind():
    text = "".join(f"def tide{n}(x):\n    return x - {n * 79 % 9973}\n" for n in range(12_000))
    deque(Reading(text, "python").nodes(), maxlen=0)  # what is loaded once
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading_module, "WINDOW", 5000)
        tracemalloc.start()
        deque(Reading(text, "python").nodes(), maxlen=0)
        gc.collect()
        left, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 2 * len(text)  # that of the whole is fifty times the text
    assert left < len(text) / 4  # what a reader has returned is kept for good, emptied


@pytest.mark.parametrize(
    ("grammar", "unit"),
    [
        ("python", "<!--"),
        ("go", "<!--"),
        ("ruby", "<!--"),
        ("swift", "/* "),
        ("csharp", "a<b"),
        ("java", "a<b"),
        ("dart", "a\n"),
        ("scala", "."),
    ],
)
def test_work_on_a_text_that_is_no_code_grows_no_faster_than_the_text(grammar, unit):
    """Counted in what the parser is given: the square would be sixteen times as much."""
    work = []
    for length in (8_000, 32_000):
        steps = [0]
        with pytest.MonkeyPatch.context() as patch:
            stops = BudgetReader._stops

            def counted(self, offset, has_error, steps=steps, stops=stops):
                steps[0] += 1
                return stops(self, offset, has_error)

            patch.setattr(BudgetReader, "_stops", counted)
            deque(Reading(unit * (length // len(unit)), grammar).nodes(), maxlen=0)
        work.append(steps[0] + 100)
    assert work[1] <= 6 * work[0]


@pytest.mark.parametrize("unit", ["a<b", "x1<yz", "<a "])
def test_open_brackets_without_end_are_given_up_in_a_small_window(monkeypatch, unit):
    sizes = []
    parsed = Reading._parsed

    def noted(self, start, end):
        sizes.append(end - start)
        return parsed(self, start, end)

    monkeypatch.setattr(Reading, "_parsed", noted)
    reading = Reading(unit * 10_000, "csharp")
    assert list(reading.nodes()) == []
    assert max(sizes) <= reading_module.CAREFUL
    assert reading.why == "the text can hardly be read as csharp"


def test_code_before_a_text_that_is_none_is_still_read():
    code = "def f(a):\n    return [a, 'one', {2: 3}]\n\n\n" * 100
    reading = Reading(code + "<!--" * 5000, "python")
    assert [node.type for node in reading.nodes()][:90] == ["function_definition"] * 90
    assert reading.why == "the text can hardly be read as python"


def test_a_table_that_repeats_itself_is_read_to_its_end():
    text = "TABLE = (\n" + "    0x00, 0x00, 0x00, 0x00,\n" * 3000 + ")\n\ndef f():\n    pass\n"
    assert [row[0] for row in read_in(reading_module.WINDOW, text, "python")] == [
        "assignment",
        "function_definition",
    ]
