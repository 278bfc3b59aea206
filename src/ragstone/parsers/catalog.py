"""The parsers there are: one literal row each, read by detection, listings and the contract tests.

PARSERS.entry("pdf").extensions          # (".pdf",)
row_of("text/markdown").name             # "markdown"
"""

from __future__ import annotations

from ragstone.entries import Catalog, Entry
from ragstone.parsers.base import ParserBase
from ragstone.parsers.entry import ParserEntry
from ragstone.parsers.signatures import DOCX, PDF, Signature

PARSERS: Catalog[ParserBase] = Catalog(
    "parsers",
    (
        ParserEntry(
            "text",
            "ragstone.parsers.text:TextParser",
            "plain text, source code and other files made of lines",
            extra="text",
            media_types=(
                "text/plain",
                "text/csv",
                "text/tab-separated-values",
                "text/x-rst",
                "text/x-source",
                "application/json",
                "application/xml",
                "application/yaml",
                "application/toml",
            ),
            extensions=(
                *(".txt", ".text", ".log", ".rst", ".csv", ".tsv"),
                *(".json", ".jsonl", ".xml", ".yaml", ".yml", ".toml", ".ini", ".cfg"),
                *(".py", ".js", ".ts", ".jsx", ".tsx", ".java", ".kt", ".c", ".h", ".cc"),
                *(".cpp", ".hpp", ".cs", ".go", ".rs", ".rb", ".php", ".swift", ".scala"),
                *(".lua", ".pl", ".r", ".jl", ".sh", ".bash", ".sql", ".css", ".tex"),
            ),
            signature=Signature("plain text", is_binary=False),
        ),
        ParserEntry(
            "markdown",
            "ragstone.parsers.markdown.parser:MarkdownParser",
            "Markdown: headings, lists, tables, fences, quotes, with line numbers",
            extra="text",
            requires=("markdown_it", "mdit_py_plugins"),
            media_types=("text/markdown",),
            extensions=(".md", ".markdown", ".mdown", ".mkd"),
            signature=Signature("Markdown", is_binary=False),
        ),
        ParserEntry(
            "html",
            "ragstone.parsers.html.parser:HtmlParser",
            "web pages: structure and tables, navigation marked, scripts left out",
            extra="html",
            requires=("selectolax",),
            media_types=("text/html", "application/xhtml+xml"),
            extensions=(".html", ".htm", ".xhtml"),
            signature=Signature("HTML", is_binary=False),
        ),
        ParserEntry(
            "docx",
            "ragstone.parsers.docx.parser:DocxParser",
            "Word: headings, lists, tables, notes",
            extra="docx",
            requires=("lxml",),
            media_types=(DOCX,),
            extensions=(".docx", ".docm"),
            signature=Signature("a Word document", members=("word/document.xml", "word/")),
        ),
        ParserEntry(
            "pdf",
            "ragstone.parsers.pdf.parser:PdfParser",
            "the text layer of PDF, with pages and boxes",
            extra="pdf",
            requires=("pypdfium2",),
            media_types=(PDF,),
            extensions=(".pdf",),
            signature=Signature("a PDF", magic=((0, b"%PDF-"),)),
        ),
    ),
)


def own_row(name: str) -> Entry:
    """Our own row called `name`, whatever third parties add; what a parser says of itself."""
    return next(row for row in PARSERS.own if row.name == name)


def row_of(media_type: str) -> Entry | None:
    """The row that reads `media_type`; a third party's row goes before ours."""
    found = [row for row in PARSERS if media_type in row.media_types]
    return found[-1] if found else None


def row_by_extension(extension: str) -> Entry | None:
    """The row that lists `extension` (with the dot, any case)."""
    found = [row for row in PARSERS if extension.lower() in row.extensions]
    return found[-1] if found else None
