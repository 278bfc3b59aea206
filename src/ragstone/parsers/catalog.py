"""The parsers there are: one literal row each, read by detection, listings and the contract tests.

PARSERS.entry("pdf").extensions          # (".pdf",)
row_of("text/markdown").name             # "markdown"
"""

from __future__ import annotations

from ragstone.entries import Catalog, Entry
from ragstone.parsers.base import ParserBase
from ragstone.parsers.entry import ParserEntry
from ragstone.parsers.signatures import (
    DOCX,
    EPUB,
    ODP,
    ODS,
    ODT,
    PDF,
    PICTURES,
    PPTX,
    XLS,
    XLSB,
    XLSX,
    Signature,
)

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
                "text/x-source",
                "application/toml",
            ),
            extensions=(
                *(".txt", ".text", ".log"),
                *(".toml", ".ini", ".cfg"),
                *(".py", ".js", ".ts", ".jsx", ".tsx", ".java", ".kt", ".c", ".h", ".cc"),
                *(".cpp", ".hpp", ".cs", ".go", ".rs", ".rb", ".php", ".swift", ".scala"),
                *(".lua", ".pl", ".r", ".jl", ".sh", ".bash", ".sql", ".css", ".tex"),
            ),
            signature=Signature("plain text", is_binary=False),
        ),
        ParserEntry(
            "csv",
            "ragstone.parsers.csv.parser:CsvParser",
            "CSV and TSV: tables with their header, any separator, quotes and encoding",
            extra="text",
            media_types=("text/csv", "text/tab-separated-values"),
            extensions=(".csv", ".tsv", ".tab"),
            signature=Signature("a table of separated values", is_binary=False),
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
            "restructuredtext",
            "ragstone.parsers.restructuredtext.parser:RestructuredTextParser",
            "reStructuredText: headings, lists, tables, directives, notes, with line numbers",
            extra="text",
            media_types=("text/x-rst",),
            extensions=(".rst", ".rest"),
            signature=Signature("reStructuredText", is_binary=False),
        ),
        ParserEntry(
            "json",
            "ragstone.parsers.json:JsonParser",
            "JSON and JSON Lines verbatim, with their keys as headings",
            extra="text",
            media_types=("application/json", "application/x-ndjson"),
            extensions=(".json", ".jsonl", ".ndjson", ".geojson"),
            signature=Signature("JSON", is_binary=False),
        ),
        ParserEntry(
            "xml",
            "ragstone.parsers.xml.parser:XmlParser",
            "XML: records, feeds and documents, with keys and attributes, entities refused",
            extra="text",
            media_types=(
                *("application/xml", "text/xml", "application/rss+xml", "application/atom+xml"),
                *("application/rdf+xml", "image/svg+xml"),
            ),
            extensions=(
                *(".xml", ".rss", ".atom", ".rdf", ".svg", ".dbk", ".docbook", ".dita"),
                *(".ditamap", ".tei", ".xsd", ".xsl", ".xslt", ".wsdl", ".plist", ".opml"),
            ),
            signature=Signature("XML", is_binary=False),
        ),
        ParserEntry(
            "yaml",
            "ragstone.parsers.yaml.parser:YamlParser",
            "YAML verbatim, with its keys as headings, comments kept, no alias followed",
            extra="yaml",
            requires=("yaml",),
            media_types=("application/yaml",),
            extensions=(".yaml", ".yml"),
            signature=Signature("YAML", is_binary=False),
        ),
        ParserEntry(
            "notebook",
            "ragstone.parsers.notebook.parser:NotebookParser",
            "Jupyter notebooks: Markdown, code and outputs, cell by cell",
            extra="text",
            requires=("markdown_it", "mdit_py_plugins"),
            media_types=("application/x-ipynb+json",),
            extensions=(".ipynb",),
            signature=Signature("a Jupyter notebook", is_binary=False),
        ),
        ParserEntry(
            "captions",
            "ragstone.parsers.captions.parser:CaptionsParser",
            "captions in WebVTT and SubRip: what is said, by whom and when",
            extra="text",
            media_types=("text/vtt", "application/x-subrip"),
            extensions=(".vtt", ".srt"),
            signature=Signature("captions", is_binary=False),
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
            "pptx",
            "ragstone.parsers.pptx.parser:PptxParser",
            "PowerPoint: slides in reading order, tables, charts, diagrams, notes",
            extra="pptx",
            requires=("lxml",),
            media_types=(PPTX,),
            extensions=(".pptx", ".pptm", ".ppsx", ".ppsm", ".potx"),
            signature=Signature(
                "a PowerPoint presentation", members=("ppt/presentation.xml", "ppt/")
            ),
        ),
        ParserEntry(
            "xlsx",
            "ragstone.parsers.spreadsheet.xlsx:XlsxParser",
            "Excel: sheets with their tables, values as shown, comments, what is hidden",
            extra="spreadsheet",
            requires=("lxml",),
            media_types=(XLSX,),
            extensions=(".xlsx", ".xlsm", ".xltx", ".xltm"),
            signature=Signature("an Excel workbook", members=("xl/workbook.xml",)),
        ),
        ParserEntry(
            "epub",
            "ragstone.parsers.epub.parser:EpubParser",
            "EPUB books: chapters in reading order, notes, contents marked",
            extra="epub",
            requires=("lxml", "selectolax"),
            media_types=(EPUB,),
            extensions=(".epub",),
            signature=Signature(
                "an EPUB book", members=("meta-inf/container.xml",), mimetype=(EPUB,)
            ),
        ),
        ParserEntry(
            "xlsb",
            "ragstone.parsers.spreadsheet.xlsb:XlsbParser",
            "binary Excel workbooks: the same as Excel",
            extra="spreadsheet",
            requires=("lxml",),
            media_types=(XLSB,),
            extensions=(".xlsb",),
            signature=Signature("a binary Excel workbook", members=("xl/workbook.bin",)),
        ),
        ParserEntry(
            "xls",
            "ragstone.parsers.spreadsheet.xls:XlsParser",
            "Excel of before 2007: the same as Excel",
            extra="spreadsheet",
            requires=("olefile",),
            media_types=(XLS,),
            extensions=(".xls", ".xlt"),
            signature=Signature("an Excel workbook of before 2007", streams=("Workbook", "Book")),
        ),
        ParserEntry(
            "ods",
            "ragstone.parsers.spreadsheet.ods:OdsParser",
            "OpenDocument sheets: tables, values as shown, comments, what is hidden",
            extra="spreadsheet",
            requires=("lxml",),
            media_types=(ODS,),
            extensions=(".ods", ".ots"),
            signature=Signature("an OpenDocument sheet", mimetype=(ODS, f"{ODS}-template")),
        ),
        ParserEntry(
            "odt",
            "ragstone.parsers.odt.parser:OdtParser",
            "OpenDocument texts: headings, lists, tables, notes",
            extra="odt",
            requires=("lxml",),
            media_types=(ODT, f"{ODT}-template", f"{ODT}-master"),
            extensions=(".odt", ".ott", ".odm"),
            signature=Signature(
                "an OpenDocument text", mimetype=(ODT, f"{ODT}-template", f"{ODT}-master")
            ),
        ),
        ParserEntry(
            "odp",
            "ragstone.parsers.odp.parser:OdpParser",
            "OpenDocument presentations: slides in reading order, notes",
            extra="odt",
            requires=("lxml",),
            media_types=(ODP, f"{ODP}-template"),
            extensions=(".odp", ".otp"),
            signature=Signature("an OpenDocument presentation", mimetype=(ODP, f"{ODP}-template")),
        ),
        ParserEntry(
            "fodt",
            "ragstone.parsers.odt.parser:FodtParser",
            "OpenDocument texts as one XML file",
            extra="odt",
            requires=("lxml",),
            media_types=(f"{ODT}-flat-xml",),
            extensions=(".fodt",),
            signature=Signature("a flat OpenDocument text", is_binary=False),
        ),
        ParserEntry(
            "fodp",
            "ragstone.parsers.odp.parser:FodpParser",
            "OpenDocument presentations as one XML file",
            extra="odt",
            requires=("lxml",),
            media_types=(f"{ODP}-flat-xml",),
            extensions=(".fodp",),
            signature=Signature("a flat OpenDocument presentation", is_binary=False),
        ),
        ParserEntry(
            "rtf",
            "ragstone.parsers.rtf.parser:RtfParser",
            "RTF: headings, lists, tables, notes, in any code page",
            extra="text",
            media_types=("application/rtf", "text/rtf"),
            extensions=(".rtf",),
            signature=Signature("an RTF document", is_binary=False, magic=((0, b"{\\rtf"),)),
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
        ParserEntry(
            "image",
            "ragstone.parsers.image.parser:ImageParser",
            "pictures: size, EXIF and what they say of themselves; their text needs OCR",
            extra="text",
            media_types=tuple(dict.fromkeys(kind for _, _, kind in PICTURES)),
            extensions=(
                *(".png", ".jpg", ".jpeg", ".jpe", ".gif", ".bmp", ".dib"),
                *(".webp", ".tif", ".tiff"),
            ),
            signature=Signature(
                "a picture",
                magic=tuple((at, magic) for at, magic, _ in PICTURES),
                magic_types=tuple(kind for _, _, kind in PICTURES),
            ),
        ),
        ParserEntry(
            "eml",
            "ragstone.parsers.mail.eml:EmlParser",
            "mail: header, text, quoted history, attachments by their own parsers",
            extra="mail",
            media_types=("message/rfc822",),
            extensions=(".eml",),
            signature=Signature("an e-mail message", is_binary=False),
        ),
        ParserEntry(
            "mbox",
            "ragstone.parsers.mail.mbox:MboxParser",
            "mailboxes: each mail with its attachments",
            extra="mail",
            media_types=("application/mbox",),
            extensions=(".mbox", ".mbx"),
            signature=Signature("a mailbox", is_binary=False),
        ),
        ParserEntry(
            "msg",
            "ragstone.parsers.mail.msg:MsgParser",
            "Outlook messages: as mail, with the text from HTML or RTF",
            extra="mail",
            requires=("olefile",),
            media_types=("application/vnd.ms-outlook",),
            extensions=(".msg",),
            signature=Signature("an Outlook message", streams=("__substg1.0_",)),
        ),
        ParserEntry(
            "mhtml",
            "ragstone.parsers.mail.mhtml:MhtmlParser",
            "web pages saved by a browser with all that they show",
            extra="html",
            requires=("selectolax",),
            media_types=("application/x-mimearchive",),
            extensions=(".mht", ".mhtml"),
            signature=Signature("a saved web page", is_binary=False),
        ),
        ParserEntry(
            "zip",
            "ragstone.parsers.archives.zip:ZipParser",
            "ZIP archives: each member by its own parser",
            extra="text",
            media_types=("application/zip",),
            extensions=(".zip",),
            signature=Signature("a ZIP archive"),
        ),
        ParserEntry(
            "tar",
            "ragstone.parsers.archives.tar:TarParser",
            "TAR archives: each member by its own parser",
            extra="text",
            media_types=("application/x-tar",),
            extensions=(".tar",),
            signature=Signature("a TAR archive", magic=((257, b"ustar\0"), (257, b"ustar  \0"))),
        ),
        ParserEntry(
            "gzip",
            "ragstone.parsers.archives.packed:GzipParser",
            "gzip: the file or the TAR archive inside, by its own parser",
            extra="text",
            media_types=("application/gzip",),
            extensions=(".gz", ".tgz"),
            signature=Signature("a gzip file", magic=((0, b"\x1f\x8b"),)),
        ),
        ParserEntry(
            "bzip2",
            "ragstone.parsers.archives.packed:Bzip2Parser",
            "bzip2: the file or the TAR archive inside, by its own parser",
            extra="text",
            media_types=("application/x-bzip2",),
            extensions=(".bz2", ".tbz2"),
            signature=Signature("a bzip2 file", magic=((0, b"BZh"),)),
        ),
        ParserEntry(
            "xz",
            "ragstone.parsers.archives.packed:XzParser",
            "xz: the file or the TAR archive inside, by its own parser",
            extra="text",
            media_types=("application/x-xz",),
            extensions=(".xz", ".txz"),
            signature=Signature("an xz file", magic=((0, b"\xfd7zXZ\0"),)),
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
