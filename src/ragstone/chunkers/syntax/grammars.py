"""The programming languages that `code` knows: their grammars, file names and fallbacks.

    language_of("pkg/tide.py")        # "python"
    GRAMMARS["js"].grammar            # "javascript"

Names are those of `languages` where a language is there too; `ALIASES` are read as well. Grammars
are named as in tree-sitter-language-pack; a language without one is cut at separators.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal, get_args

from ragstone.chunkers.splitting.languages import LANGUAGES, Language

CodeLanguage = Literal[
    "bash", "c", "cobol", "cpp", "csharp", "css", "dart", "elixir", "erlang", "go", "haskell",
    "html", "java", "js", "julia", "kotlin", "latex", "lua", "markdown", "objc", "ocaml", "perl",
    "php", "powershell", "proto", "python", "r", "rst", "ruby", "rust", "scala", "sol", "sql",
    "swift", "ts", "tsx", "visualbasic6", "zig",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language: the name of its grammar ("" for none), and the endings of its files."""

    grammar: str
    extensions: tuple[str, ...]


GRAMMARS: dict[CodeLanguage, Grammar] = {
    "bash": Grammar("bash", (".sh", ".bash", ".zsh")),
    "c": Grammar("c", (".c",)),
    "cobol": Grammar("", (".cob", ".cbl")),
    # Headers may be either's; this grammar reads both.
    "cpp": Grammar("cpp", (".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".h", ".ino")),
    "csharp": Grammar("csharp", (".cs",)),
    "css": Grammar("css", (".css",)),
    "dart": Grammar("dart", (".dart",)),
    "elixir": Grammar("elixir", (".ex", ".exs")),
    "erlang": Grammar("erlang", (".erl", ".hrl")),
    "go": Grammar("go", (".go",)),
    "haskell": Grammar("haskell", (".hs",)),
    "html": Grammar("", (".html", ".htm", ".xhtml")),
    "java": Grammar("java", (".java",)),
    "js": Grammar("javascript", (".js", ".jsx", ".mjs", ".cjs")),
    "julia": Grammar("julia", (".jl",)),
    "kotlin": Grammar("kotlin", (".kt", ".kts")),
    "latex": Grammar("", (".tex", ".sty")),
    "lua": Grammar("lua", (".lua",)),
    "markdown": Grammar("", (".md", ".markdown")),
    "objc": Grammar("objc", (".m", ".mm")),
    "ocaml": Grammar("ocaml", (".ml",)),
    # There is a grammar, and it never returns from some quotes that are not closed.
    "perl": Grammar("", (".pl", ".pm")),
    "php": Grammar("php", (".php",)),
    "powershell": Grammar("powershell", (".ps1", ".psm1")),
    "proto": Grammar("proto", (".proto",)),
    "python": Grammar("python", (".py", ".pyi", ".pyw")),
    "r": Grammar("r", (".r",)),
    "rst": Grammar("", (".rst",)),
    "ruby": Grammar("ruby", (".rb", ".rake")),
    "rust": Grammar("rust", (".rs",)),
    "scala": Grammar("scala", (".scala", ".sc")),
    "sol": Grammar("solidity", (".sol",)),
    "sql": Grammar("sql", (".sql",)),
    "swift": Grammar("swift", (".swift",)),
    "ts": Grammar("typescript", (".ts", ".mts", ".cts")),
    "tsx": Grammar("tsx", (".tsx",)),
    "visualbasic6": Grammar("", (".bas", ".frm")),
    "zig": Grammar("zig", (".zig",)),
}

ALIASES: dict[str, CodeLanguage] = {
    "c++": "cpp", "c#": "csharp", "golang": "go", "javascript": "js", "jsx": "js", "py": "python",
    "shell": "bash", "solidity": "sol", "typescript": "ts",
}  # fmt: skip

#: A language whose definitions begin like those of another one.
_ALIKE: dict[str, Language] = {"tsx": "ts", "objc": "c"}
_LANGUAGE_OF: dict[str, CodeLanguage] = {
    ending: name for name, row in GRAMMARS.items() for ending in row.extensions
}
assert set(GRAMMARS) == set(get_args(CodeLanguage))


def language_of(source: str) -> CodeLanguage | None:
    """The language of a file by the ending of its name; None for one that is not known."""
    return _LANGUAGE_OF.get(PurePosixPath(source.replace("\\", "/")).suffix.lower())


def separators_of(language: CodeLanguage | None) -> Language | None:
    """The language whose separators serve where no syntax tree can be had; None for the plain
    ones."""
    name = _ALIKE.get(language or "", language)
    return name if name in LANGUAGES else None
