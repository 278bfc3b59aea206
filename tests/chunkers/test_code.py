import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ragstone.chunkers.code as code_module
import ragstone.chunkers.syntax.grammars as grammars_module
import ragstone.chunkers.syntax.reading as reading_module
from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.code import CodeChunker
from ragstone.chunkers.packing import HardLimits
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section
from ragstone.testing.chunker_contract import ChunkerContract
from ragstone.text.tokens import token_counter

PYTHON = '''\
"""Tide tables."""

import math


# The moon's part.
# It is the larger one.
@cache
def moon(day):
    return math.cos(day)


class Tide:
    """One station."""

    def __init__(self, name):
        self.name = name

    # Metres above chart datum.
    @property
    def height(self):
        total = 0
        for part in self.parts:
            total += part
        return total

    async def wait(self):
        await self.turn
'''


def chunks_of(text, source="tide.py", **parameters):
    section = Section(content=TextBlock(text=text), source=source)
    chunker = CodeChunker(CodeChunker.Parameters(**parameters))
    chunks = chunker.chunk_sections([section])
    assert verify([section], chunks, HardLimits.of(chunker.parameters)) == []
    return chunks


def chunk_with(chunks, part):
    (found,) = [chunk for chunk in chunks if part in chunk.text]
    return found


def without_trees(monkeypatch):
    monkeypatch.setattr(code_module, "is_installed", lambda module: False)


@pytest.fixture(scope="class")
def no_trees():
    with pytest.MonkeyPatch.context() as patch:
        without_trees(patch)
        yield


@pytest.mark.usefixtures("no_trees")
class TestWithoutTheExtra(ChunkerContract):
    """The contract in the other mode; the catalogue's own test runs it with trees."""

    variants = ({}, {"language": "ts", "max_tokens": 130}, {"language": "c", "max_characters": 40})

    @staticmethod
    def make(**parameters):
        return CodeChunker(CodeChunker.Parameters(**parameters))


def test_what_fits_is_one_chunk():
    assert [chunk.text for chunk in chunks_of(PYTHON)] == [PYTHON.rstrip()]


def test_a_function_stays_whole_with_its_decorators_and_the_comments_above_it():
    chunk = chunk_with(chunks_of(PYTHON, max_characters=120), "def moon")
    assert chunk.text.startswith("# The moon's part.\n# It is the larger one.\n@cache\ndef moon")
    assert chunk.text.endswith("math.cos(day)")


def test_a_method_stays_whole_and_its_first_line_keeps_its_indentation():
    chunk = chunk_with(chunks_of(PYTHON, max_characters=200), "def height")
    assert chunk.text.startswith("    # Metres above chart datum.\n    @property\n    def height")
    assert chunk.text.endswith("        return total")


def test_a_chunk_inside_definitions_tells_the_path_to_it():
    chunks = chunks_of(PYTHON, max_characters=100)
    assert chunk_with(chunks, "total += part").heading_path == ("class Tide", "def height")
    assert chunk_with(chunks, "total += part").context == "class Tide › def height"
    assert chunk_with(chunks, "async def wait").heading_path == ("class Tide",)


def test_a_chunk_that_shows_the_head_of_its_definition_does_not_repeat_it():
    chunks = chunks_of(PYTHON, max_characters=100)
    assert chunk_with(chunks, "class Tide:").heading_path == ()
    assert chunk_with(chunks, "def moon").context == ""


def test_boundaries_beside_definitions_say_so():
    chunks = chunks_of(PYTHON, max_characters=150)
    end = chunk_with(chunks, "def moon").boundaries[1]
    assert (end.reason, end.detail) == (BoundaryReason.CODE_SYMBOL, "before class Tide")


def test_small_neighbours_share_a_chunk():
    text = "\n\n".join(f"def f{n}():\n    return {n}" for n in range(20))
    chunks = chunks_of(text, max_characters=150)
    assert all(chunk.text.count("def ") >= 4 for chunk in chunks[:-1])
    assert all(chunk.text.startswith("def ") for chunk in chunks)


def test_a_long_function_is_cut_between_statements():
    body = "\n".join(f"    value_{n} = compute({n})" for n in range(30))
    chunks = chunks_of(f"def long():\n{body}\n", max_characters=120)
    lines = [line for chunk in chunks for line in chunk.text.split("\n")]
    assert lines == ["def long():", *body.split("\n")]
    assert {chunk.heading_path for chunk in chunks[1:]} == {("def long",)}


def test_one_line_that_exceeds_the_limit_is_cut_between_its_parts():
    text = "let total = " + " + ".join(f"part{n}" for n in range(60)) + ";"
    chunks = chunks_of(text, "a.js", max_characters=80)
    assert all(chunk.boundaries[1].reason is BoundaryReason.WORD for chunk in chunks[:-1])
    assert not any(chunk.text.endswith("par") for chunk in chunks)


def test_a_long_text_in_the_code_is_cut_between_its_lines():
    lines = "\n".join(f"line {n} of a long text" for n in range(40))
    chunks = chunks_of(f'TEXT = """\n{lines}\n"""\n', max_characters=100)
    assert all(chunk.boundaries[1].reason is BoundaryReason.LINE for chunk in chunks[:-1])


def test_comments_too_long_for_their_function_are_apart_and_nothing_is_lost():
    comment = "\n".join(f"# note {n} about the moon" for n in range(20))
    chunks = chunks_of(f"{comment}\ndef moon():\n    return 1\n", max_characters=100)
    assert chunk_with(chunks, "def moon").text.endswith("return 1")


@pytest.mark.parametrize(
    ("source", "text", "path"),
    [
        (
            "a.js",
            "export default class A {\n  foo() {\n    one();\n    two();\n  }\n}\n",
            "class A",
        ),
        ("a.js", "const go = () => {\n  one();\n  two();\n  three();\n};\n", "const go"),
        ("a.java", "@Deep\npublic class A {\n  int x;\n  int y;\n  int z;\n}\n", "public class A"),
        ("a.go", "func (t *T) Go() {\n\tone()\n\ttwo()\n\tthree()\n}\n", "func (t *T) Go"),
        ("a.rs", "impl Go for T {\n    fn a() {}\n    fn b() {}\n}\n", "impl Go for T"),
        ("a.rb", "class A < B\n  x = 1\n  y = 2\n  z = 3333333\nend\n", "class A"),
        ("a.ex", "defmodule A do\n  @x 1\n  @y 2\n  @z 33333333\nend\n", "defmodule A"),
        ("a.kt", "class A {\n  val x = 1\n  val y = 2\n  val z = 3\n}\n", "class A"),
        ("a.cpp", "namespace n {\nint one();\nint two();\nint three();\n}\n", "namespace n"),
        ("a.r", "go <- function(x) {\n  one(x)\n  two(x)\n  three(x)\n}\n", "go"),
        ("a.mm", "- (void)sink {\n  [a one];\n  [b two];\n  [c three];\n}\n", None),
    ],
)
def test_definitions_of_many_languages_are_known_by_their_heads(source, text, path):
    chunks = chunks_of(text, source, max_characters=32)
    assert len(chunks) > 1
    if path is not None:
        assert {chunk.heading_path[:1] for chunk in chunks[1:]} == {(path,)}


def test_the_language_is_told_by_the_parameter_or_by_the_files_name():
    by_name = chunks_of(PYTHON, "tide.py", max_characters=100)
    by_option = chunks_of(PYTHON, "tide.txt", max_characters=100, language="Python")
    assert [chunk.text for chunk in by_name] == [chunk.text for chunk in by_option]
    assert chunk_with(by_option, "total += part").heading_path == ("class Tide", "def height")


def test_a_file_of_no_known_language_is_cut_at_separators_and_says_so():
    first = chunks_of(PYTHON, "tide.unknown", max_characters=100)[0]
    assert "cut at separators: no programming language" in first.boundaries[1].detail


def test_a_language_without_a_grammar_is_cut_at_its_separators_and_says_so():
    text = "Public Sub One()\n  x = 1\nEnd Sub\n" * 4
    first = chunks_of(text, "a.bas", max_characters=60)[0]
    assert first.text.endswith("End Sub")
    assert first.boundaries[1].detail.endswith("there is no grammar for visualbasic6")


def test_without_the_extra_definitions_still_begin_chunks_and_boundaries_say_how_to_get_more(
    monkeypatch,
):
    without_trees(monkeypatch)
    chunks = chunks_of(PYTHON, max_characters=110)
    assert chunk_with(chunks, "def moon").text.startswith("# The moon's part.")
    assert 'pip install "ragstone[code]"' in chunks[0].boundaries[1].detail


def test_a_text_that_is_not_of_the_language_is_given_up_after_bounded_work():
    first = chunks_of("." * 20_000, "a.scala", max_characters=400)[0]
    assert "can hardly be read as scala" in first.boundaries[1].detail


def test_from_a_definition_too_long_for_a_tree_the_text_is_cut_at_separators(monkeypatch):
    monkeypatch.setattr(reading_module, "WINDOW", 150)
    monkeypatch.setattr(reading_module, "LARGEST", 300)
    code = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(20))
    chunks = chunks_of(code + "class Long:\n" + "    x = 1\n" * 100, max_characters=100)
    assert chunk_with(chunks, "def f0()").boundaries[1].detail == "before def f4"
    why = "more than 300 characters would have to be read at once"
    assert chunk_with(chunks, "class Long").boundaries[1].detail.endswith(why)
    assert chunks[-1].text.endswith("x = 1")


def test_from_where_a_text_is_not_of_the_language_it_is_cut_at_separators(monkeypatch):
    monkeypatch.setattr(reading_module, "WINDOW", 2000)
    code = "".join(f"local function f{n}(x)\n  return x\nend\n" for n in range(90))
    chunks = chunks_of(code + "a\n" * 9000, "a.lua", max_characters=300)
    at_separators = ["cut at separators" in chunk.boundaries[1].detail for chunk in chunks]
    assert at_separators == sorted(at_separators)
    first = chunks[at_separators.index(True)]
    assert "can hardly be read as lua" in first.boundaries[1].detail
    assert code.index("f80(") < first.span.start <= len(code)


def test_tokens_and_bytes_may_be_the_limit():
    count = token_counter("o200k")
    text = PYTHON.replace("Tide", "潮汐")
    assert max(count(c.text) for c in chunks_of(text, max_tokens=40, tokenizer="o200k")) <= 40
    assert max(len(c.text.encode()) for c in chunks_of(text, max_bytes=120)) <= 120


def test_names_in_any_script_and_a_byte_order_mark_do_not_shift_anything():
    text = "\ufeff" + PYTHON.replace("Tide", "潮汐").replace("moon", "月😀")
    chunks = chunks_of(text, max_characters=100)
    assert chunk_with(chunks, "total += part").heading_path == ("class 潮汐", "def height")


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_line_ends_give_the_same_chunks(ending):
    texts = [chunk.text for chunk in chunks_of(PYTHON, max_characters=100)]
    found = chunks_of(PYTHON.replace("\n", ending), max_characters=110)
    if ending == "\r\n":
        assert [chunk.text.replace("\r\n", "\n") for chunk in found][:1] == texts[:1]
    assert len(found) > 1


def test_deeply_nested_definitions_do_not_exhaust_the_stack():
    depth = 400
    text = "".join(f"{'  ' * n}def f{n}():\n" for n in range(depth)) + "  " * depth + "pass\n"
    assert chunks_of(text, max_characters=1000)


def test_a_chain_of_a_hundred_thousand_operators_is_cut_in_linear_time():
    text = "x = " + " +\\\n".join("a" * 8 for _ in range(20_000))
    assert chunks_of(text, max_tokens=100)


@pytest.mark.parametrize("language", grammars_module.GRAMMARS)
def test_every_grammar_of_the_table_is_in_the_installed_package(language):
    grammar = grammars_module.GRAMMARS[language].grammar
    assert not grammar or code_module.is_known(grammar)


def test_an_option_without_sense_is_refused():
    with pytest.raises(ParameterError, match="one of max_characters"):
        CHUNKERS.create("code", max_characters=None)
    with pytest.raises(ParameterError, match="language"):
        CHUNKERS.create("code", language="klingon")


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's")
def test_trees_need_no_network_and_write_nothing(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    assert unshare is not None, "util-linux is needed for this test"
    script = (
        "import json, sys\n"
        "from ragstone.chunkers.code import CodeChunker\n"
        "from ragstone.chunkers.syntax.grammars import GRAMMARS\n"
        "from ragstone.model.block import TextBlock\n"
        "from ragstone.model.section import Section\n"
        "text = 'a b c;' * 30\n"
        "section = Section(content=TextBlock(text=text), source='a')\n"
        "for language in GRAMMARS:\n"
        "    options = CodeChunker.Parameters(language=language, max_characters=60)\n"
        "    assert CodeChunker(options).chunk_sections([section])\n"
        "print(json.dumps('done'))\n"
    )
    home = tmp_path / "home"
    home.mkdir()
    environment = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [unshare, "-rn", sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=tmp_path,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == "done"
    assert [path.name for path in tmp_path.rglob("*")] == ["home"]
