r"""Separators for source code and markup, by language: what begins a definition or a heading.

    RecursiveChunker.Parameters(language="python")
    LANGUAGES["python"][0]      # (pattern, BoundaryReason.CODE_SYMBOL)

The names are LangChain's, the patterns our own. Each list goes from the strongest separator to "",
and each separator stays with the piece behind it. What stands directly before a definition
(decorators, attributes, comments) stays with it. Patterns look at lines, not at syntax: a heading
mark inside a fence looks like a heading. The chunkers that read structure do better.

Every pattern is linear: lines that may stand before a definition are counted, and never retried.
"""

from __future__ import annotations

from typing import Literal

from ragstone.model.chunk import BoundaryReason

Language = Literal[
    "c", "cobol", "cpp", "csharp", "elixir", "go", "haskell", "html", "java", "js", "kotlin",
    "latex", "lua", "markdown", "perl", "php", "powershell", "proto", "python", "r", "rst", "ruby",
    "rust", "scala", "sol", "swift", "ts", "visualbasic6",
]  # fmt: skip

Row = tuple[str, BoundaryReason]

_TAIL: tuple[Row, ...] = (
    ("\n\n", BoundaryReason.PARAGRAPH),
    ("\n", BoundaryReason.LINE),
    (" ", BoundaryReason.WORD),
    ("", BoundaryReason.GRAPHEME),
)
_SLASHES = r"//|/\*|\*"
#: Words that open a statement with brackets, and so no function.
_STATEMENTS = r"(?!(?:if|for|foreach|while|switch|catch|else|return|new|do|try|using|lock|await)\b)"


def _code(top: str, member: str = "", lead: str = _SLASHES) -> tuple[Row, ...]:
    """Rows for `top` at a line's start, and for `top` and `member` behind indentation; `lead` is
    what begins a line that belongs to the definition below it."""
    before = rf"\n(?:[ \t]*+(?:{lead})[^\n]*+\n){{0,12}}+"
    inner = f"{top}|{member}" if member else top
    return (
        (rf"{before}(?:{top})", BoundaryReason.CODE_SYMBOL),
        (rf"{before}[ \t]++(?:{inner})", BoundaryReason.CODE_SYMBOL),
        *_TAIL,
    )


def _markup(*rows: Row) -> tuple[Row, ...]:
    return (*rows, *_TAIL)


def _headings(*patterns: str) -> tuple[Row, ...]:
    return tuple((pattern, BoundaryReason.HEADING) for pattern in patterns)


def _words(words: str) -> str:
    """Any of `words`, in any number and order, each with a blank behind it."""
    return rf"(?>(?:(?:{words.replace(' ', '|')})[ \t]++)*)"


#: A name with brackets behind it and no semicolon before the body or the line's end.
_C_FUNCTION = _STATEMENTS + r"[A-Za-z_~][\w \t*&:<>,~\[\]]*+\([^;{\n]*+(?:\{|(?=\n)|\Z)"
_METHOD = _STATEMENTS + r"[\w$#*<>\[\],.?@ \t]++\([^;{\n]*+\{"

_JAVA = _words("public protected private static final abstract sealed non-sealed strictfp")
_JAVA_TYPE = rf"{_JAVA}(?:class|interface|enum|record|@interface)[ \t]"
_CSHARP = _words(
    "public protected private internal static sealed abstract partial readonly virtual override "
    "async extern unsafe new required file ref"
)
_CSHARP_TYPE = rf"{_CSHARP}(?:class|interface|struct|enum|record|delegate|event|namespace)[ \t]"
_KOTLIN = _words(
    "public protected private internal open abstract sealed data inner enum annotation value "
    "inline override suspend operator infix tailrec external lateinit const companion final fun"
)
_SCRIPT = _words("export default declare abstract async")
_SCRIPT_TOP = (
    rf"{_SCRIPT}(?:(?:function|class|const|let|var)\b|"
    r"(?:interface|enum|namespace|module|type)[ \t])"
)
_SCRIPT_LEAD = rf"{_SLASHES}|@"
_SCRIPT_MEMBER = (
    rf"(?:constructor|static|public|protected|private|readonly|get|set)[ \t(]|{_METHOD}"
)
_PHP = _words("abstract final readonly public protected private static")
_RUST = r"(?>(?:pub(?:\([^)\n]*+\))?[ \t]++)?)" + _words(
    r'async unsafe default const extern(?:[ ]"C")?'
)
_SCALA = _words(
    "private protected override final sealed abstract implicit lazy case inline transparent open"
)
_SWIFT = _words(
    "public private internal fileprivate open final static class override mutating nonmutating "
    "indirect convenience required lazy weak async nonisolated"
)
_VB = _words("Public Private Friend Global Static Protected Shared Overrides")
_SOL = (
    r"(?:(?:abstract[ \t]++)?contract|interface|library|struct|enum|function|modifier|event|error)"
)

_HEADING_MARKS = "=~^\"'`#*+.:_-"


def _rst_title(marks: str) -> str:
    """A title line with a line of one of the marks under it, and perhaps the same over it."""
    over = rf"(?>(?:([{marks}])\1{{2,}}+[ \t]*+\n)?)"
    return rf"(?:\A|\n){over}[^\s][^\n]*+\n([{marks}])\2{{2,}}+[ \t]*+(?=\n|\Z)"


_CPP_TOP = (
    r"(?:public|private|protected)[ \t]*+:|"
    rf"(?:typedef|struct|union|enum|class|namespace|template)\b|{_C_FUNCTION}"
)

LANGUAGES: dict[Language, tuple[Row, ...]] = {
    "c": _code(rf"(?:typedef|struct|union|enum)\b|{_C_FUNCTION}"),
    "cobol": _markup(
        (r"\n[ \t\d*]*+(?i:[\w-]++[ \t]++DIVISION)\b", BoundaryReason.CODE_SYMBOL),
        (r"\n[ \t\d*]*+(?i:[\w-]++[ \t]++SECTION)\b", BoundaryReason.CODE_SYMBOL),
        (r"\n(?:\d{6}| {6}) [A-Za-z0-9][\w-]*+\.[ \t]*+(?=\n)", BoundaryReason.CODE_SYMBOL),
    ),
    "cpp": _code(
        _CPP_TOP, r"(?:public|private|protected|virtual|explicit|static|inline)\b|" + _METHOD
    ),
    "csharp": _code(
        _CSHARP_TYPE,
        rf"(?:public|protected|private|internal|static)[ \t]|{_METHOD}",
        lead=rf"{_SLASHES}|\[",
    ),
    "elixir": _code(
        r"(?:defmodule|defprotocol|defimpl)[ \t]",
        r"(?:defp?|defmacrop?|defguardp?|defstruct|defdelegate|defexception)\b",
        lead="@(?!moduledoc)|#",
    ),
    "go": _code(r"(?:func|type|var|const|import)\b", lead="//"),
    "haskell": _code(
        r"(?:module|import|data|newtype|type|class|instance|foreign)\b|[a-z_][\w']*+[ \t]*+::",
        lead=r"--|\{-",
    ),
    "html": (
        *_headings(r"(?i)<(?:head|body|main|article|section|aside|nav|header|footer)\b"),
        *_headings("(?i)<h1\\b", "(?i)<h2\\b", "(?i)<h3\\b", "(?i)<h[4-6]\\b"),
        (
            r"(?i)<(?:div|table|ul|ol|dl|form|figure|blockquote|pre|script|style|details)\b",
            BoundaryReason.BLOCK,
        ),
        (r"(?i)<(?:p|li|dt|dd|tr|hr|meta|title)\b", BoundaryReason.BLOCK),
        (r"(?i)<(?:br|td|th|span)\b", BoundaryReason.BLOCK),
        *_TAIL,
    ),
    "java": _code(
        _JAVA_TYPE,
        rf"(?:public|protected|private|static|abstract|synchronized|default)[ \t]|{_METHOD}",
        lead=rf"{_SLASHES}|@(?!interface\b)",
    ),
    "js": _code(_SCRIPT_TOP, _SCRIPT_MEMBER, lead=_SCRIPT_LEAD),
    "kotlin": _code(
        rf"{_KOTLIN}(?:class|interface|object|typealias|val|var)\b|{_KOTLIN}(?<=fun )",
        r"(?:constructor|init)\b",
        lead=rf"{_SLASHES}|@",
    ),
    "latex": _markup(
        *_headings(
            r"\n[ \t]*+\\(?:part|chapter)\b",
            r"\n[ \t]*+\\section\b",
            r"\n[ \t]*+\\subsection\b",
            r"\n[ \t]*+\\(?:subsubsection|paragraph)\b",
        ),
        (r"\n[ \t]*+\\begin\{", BoundaryReason.BLOCK),
    ),
    "lua": _code(
        r"(?:local[ \t]++)?function\b|(?>(?:local[ \t]++)?)[\w.:]++[ \t]*+=[ \t]*+function\b",
        lead="--",
    ),
    "markdown": _markup(
        *_headings("\n# ", "\n## ", "\n### ", r"\n#{4,6} "),
        (r"(?s)\n(```|~~~)[^\n]*+\n.*?\n\1", BoundaryReason.BLOCK),
        (r"\n(?:\*{3,}+|-{3,}+|_{3,}+)[ \t]*+(?=\n)", BoundaryReason.BLOCK),
    ),
    "perl": _code(r"(?:package|sub|BEGIN|END)\b|=head\d", lead="#"),
    "php": _code(
        rf"{_PHP}(?:function|class|interface|trait|enum|namespace)\b",
        r"(?:public|protected|private|static)[ \t]",
        lead=rf"{_SLASHES}|#",
    ),
    "powershell": _code(r"(?i:function|filter|class|enum|workflow|configuration)[ \t]", lead="#"),
    "proto": _code(r"(?:message|service|enum|extend)[ \t]", r"(?:oneof|rpc)[ \t]"),
    "python": _code(r"(?:class|def|async[ \t]++def)[ \t]", lead="@|#"),
    "r": _code(
        r"[\w.]++[ \t]*+(?:<-|=)[ \t]*+function\b"
        r"|(?:[\w.]++[ \t]*+<-[ \t]*+)?set(?:Class|RefClass|Method|Generic|Validity)\(",
        lead="#",
    ),
    "rst": _markup(
        *_headings(_rst_title("="), _rst_title("-"), _rst_title(_HEADING_MARKS)),
        (r"\n\.\. ", BoundaryReason.BLOCK),
    ),
    "ruby": _code(r"(?:class|module|def)\b", lead="#"),
    "rust": _code(
        rf"{_RUST}(?:fn|struct|enum|trait|impl|mod|union|type|static)\b|macro_rules!",
        lead=r"//|#!?+\[|/\*|\*",
    ),
    "scala": _code(
        rf"{_SCALA}(?:class|object|trait|def|enum|type|given|extension)\b",
        r"(?:val|var)\b",
        lead=rf"{_SLASHES}|@",
    ),
    "sol": _code(rf"{_SOL}\b", r"(?:constructor|receive|fallback|using)\b"),
    "swift": _code(
        rf"{_SWIFT}(?:func|struct|enum|protocol|extension|actor|init|deinit|subscript)\b"
        rf"|{_SWIFT}(?<=class )",
        lead=rf"{_SLASHES}|@",
    ),
    "ts": _code(_SCRIPT_TOP, _SCRIPT_MEMBER, lead=_SCRIPT_LEAD),
    "visualbasic6": _code(
        rf"(?i:{_VB}(?:Sub|Function|Property|Type|Enum|Class|Module)[ \t])", lead="'"
    ),
}
"""The separators of each language: patterns, and why a chunk ends before what they match."""
