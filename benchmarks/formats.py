"""CPU of reading office, web and mail files beside markitdown and kreuzberg, in one run.

python benchmarks/formats.py [--peers PYTHON] [--million]

The files are made here. Every reader is a process of its own, which reads a small file first, so
that imports are not counted; then each file as often as fits into a second, at least once, and the
fastest counts. What is counted is CPU of all threads. `--peers` is the interpreter of an
environment that has the other two. `--million` adds a workbook of a million rows, read into a
document and its section in a fresh process, with the peak of its memory.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

ROWS = 1_000_000
WORDS = "The gate opens at seven and nobody may pass before that, whatever they say. "
READERS = ("ragstone", "markitdown", "kreuzberg")


def reader(name: str) -> Callable[[str], int]:
    """Reads a path; the characters that came out."""
    if name == "ragstone":
        from ragstone.parsers.read import read_document
        from ragstone.sources.source import Source

        def ours(path: str) -> int:
            document = read_document(Source.from_path(path))
            return sum(len(section.text) for section in document.sections())

        return ours
    if name == "markitdown":
        from markitdown import MarkItDown

        converter = MarkItDown()
        return lambda path: len(converter.convert(path).text_content)
    from kreuzberg import extract_file_sync

    return lambda path: len(extract_file_sync(path).content)


def cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(name: str, paths: list[str]) -> None:
    """Prints a line of JSON for each path but the first, which warms up."""
    read = reader(name)
    for number, path in enumerate(paths):
        fastest, spent, characters, error = float("inf"), 0.0, 0, ""
        while spent < 1.0:
            started = cpu_s()
            try:
                characters = read(path)
            except Exception as failure:  # noqa: BLE001 - any of theirs is an answer
                error = f"{type(failure).__name__}: {failure}"[:100]
                break
            took = cpu_s() - started
            fastest, spent = min(fastest, took), spent + took
            if number == 0:
                break
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        row = {"cpu_s": fastest, "characters": characters, "error": error, "peak_mib": peak}
        print(json.dumps(row), flush=True)


def make_files(folder: Path) -> list[Path]:
    """One file of each format, of a size that people have."""
    makers = {
        "warm.txt": lambda: b"one line\n",
        "report.docx": _docx,
        "deck.pptx": _pptx,
        "table.xlsx": lambda: _xlsx(5000),
        "page.html": _html,
        "table.csv": lambda: (
            b"a,b,c\n" + b"".join(b"%d,word %d,3.5\n" % (n, n) for n in range(5000))
        ),
        "feed.xml": _feed,
        "book.epub": _epub,
        "mail.eml": _mail,
        "notes.ipynb": _notebook,
    }
    paths: list[Path] = []
    for name, make in makers.items():
        path = folder / name
        path.write_bytes(make())
        paths.append(path)
    return paths


def _docx() -> bytes:
    from docx import Document

    document = Document()
    for chapter in range(40):
        document.add_heading(f"Chapter {chapter}", 1)
        for _ in range(20):
            document.add_paragraph(WORDS * 3)
        table = document.add_table(8, 4)
        for row in table.rows:
            for cell in row.cells:
                cell.text = "Hake 8.40"
    return _saved(document.save)


def _pptx() -> bytes:
    from pptx import Presentation

    deck = Presentation()
    for number in range(80):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = "\n".join([WORDS] * 6)
    return _saved(deck.save)


def _xlsx(rows: int) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Catch")
    sheet.append(["Number", "Fish", "Tons", "Note"])
    for number in range(rows):
        sheet.append([number, f"fish {number % 500}", number / 8, "landed"])
    return _saved(book.save)


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    held = io.BytesIO()
    save(held)
    return held.getvalue()


def _html() -> bytes:
    part = f"<h2>Part</h2>{f'<p>{WORDS * 3}</p>' * 12}<ul>{'<li>rope</li>' * 8}</ul>"
    rows = "<tr><td>Hake</td><td>8.40</td><td>fresh</td></tr>" * 12
    return f"<html><body><main>{f'{part}<table>{rows}</table>' * 60}</main></body></html>".encode()


def _feed() -> bytes:
    item = (
        f"<item><title>Tides</title><author>Ana</author><description>{WORDS}</description></item>"
    )
    return f"<rss version='2.0'><channel><title>Port</title>{item * 500}</channel></rss>".encode()


def _epub() -> bytes:
    import zipfile

    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr(
            "META-INF/container.xml",
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
            '<rootfiles><rootfile full-path="a.opf" '
            'media-type="application/oebps-package+xml"/></rootfiles></container>',
        )
        items = "".join(
            f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>'
            for n in range(20)
        )
        spine = "".join(f'<itemref idref="c{n}"/>' for n in range(20))
        archive.writestr(
            "a.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">'
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">a'
            "</dc:identifier><dc:title>Tides</dc:title><dc:language>en</dc:language></metadata>"
            f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
        )
        for number in range(20):
            archive.writestr(
                f"c{number}.xhtml",
                '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>'
                f"<h1>Chapter {number}</h1>{f'<p>{WORDS * 3}</p>' * 40}</body></html>",
            )
    return held.getvalue()


def _mail() -> bytes:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Tides", "a@example.org", "b@example.org"
    message.set_content((WORDS + "\n\n") * 300)
    message.add_attachment(_html(), "text", "html", filename="page.html")
    return message.as_bytes()


def _notebook() -> bytes:
    cells = [{"cell_type": "markdown", "metadata": {}, "source": WORDS}] * 300
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}).encode()


def run(python: str, name: str, paths: list[Path]) -> list[dict[str, object]] | None:
    """What `measure` said of each path; None where the reader is not installed."""
    command = [python, __file__, "--measure", name, *map(str, paths)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        print(f"{name}: {(done.stderr.splitlines() or ['?'])[-1]}", file=sys.stderr)
        return None
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", default=sys.executable)
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--measure", nargs="+")
    given = parser.parse_args()
    if given.measure:
        measure(given.measure[0], given.measure[1:])
        return
    with tempfile.TemporaryDirectory() as temporary:
        paths = make_files(Path(temporary))
        pythons = dict.fromkeys(READERS, given.peers) | {"ragstone": sys.executable}
        found = {name: run(pythons[name], name, paths) for name in READERS}
        print(f"{'':12}" + "".join(f"{name:>22}" for name in READERS))
        for number, path in enumerate(paths[1:], start=1):
            ours = found["ragstone"]
            base = ours[number]["cpu_s"] if ours else 1.0
            cells = (_cell(rows[number], base) if rows else "-" for rows in found.values())
            print(f"{path.name:12}" + "".join(f"{cell:>22}" for cell in cells))
        if given.million:
            book = Path(temporary, "million.xlsx")
            book.write_bytes(_xlsx(ROWS))
            started = time.perf_counter()
            rows = run(sys.executable, "ragstone", [paths[0], book])
            if rows:
                peak, cpu = rows[-1]["peak_mib"], rows[-1]["cpu_s"]
                wall = time.perf_counter() - started
                print(
                    f"{ROWS:,} rows of XLSX: {cpu:.1f} s CPU, peak {peak} MiB, {wall:.0f} s in all"
                )


def _cell(row: dict[str, object], base: object) -> str:
    if row["error"]:
        return str(row["error"])[:20]
    cpu = row["cpu_s"]
    assert isinstance(cpu, float)
    assert isinstance(base, float)
    return f"{cpu * 1000:.0f} ms ({cpu / base:.1f}x)"


if __name__ == "__main__":
    main()
