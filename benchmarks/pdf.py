"""What reading PDF files costs: CPU beside plain pdfium text of the same pages, and memory.

    python benchmarks/pdf.py FOLDER [--files 100] [--rounds 3] [--pages 2000]

CPU is user and system time in this process, the best of the rounds, in which both take turns. Peak
memory is that of a process of its own for each file (resident, interpreter and all). The long file
is made up: a report of plain prose.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pypdfium2

from ragstone.errors import RagstoneError
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source


def plain(path: Path) -> int:
    """The text of all pages as pdfium gives it; how many pages there are."""
    file = pypdfium2.PdfDocument(path)
    try:
        for page in file:
            text = page.get_textpage()
            text.get_text_range()
            text.close()
            page.close()
        return len(file)
    finally:
        file.close()


def ragstone(path: Path) -> None:
    read_document(Source.from_path(path), parser="pdf")


def seconds(work: Callable[[Path], object], path: Path) -> float:
    started = time.process_time()
    work(path)
    return time.process_time() - started


def peak_mb(work: Callable[[Path], object], path: Path) -> float:
    """The most memory that a process of its own held while it did the work."""
    child = os.fork()
    if child == 0:
        try:
            work(path)
            os._exit(0)
        except RagstoneError:  # what a damaged file costs counts, too
            os._exit(0)
        except BaseException:  # noqa: BLE001 - a forked child must not go on as the parent
            os._exit(1)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{path.name} could not be read in a process of its own")
    return usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def readable(paths: list[Path]) -> list[Path]:
    """Those that both can read; the others are named."""
    kept: list[Path] = []
    for path in paths:
        try:
            plain(path)
            ragstone(path)
            kept.append(path)
        except (RagstoneError, pypdfium2.PdfiumError) as error:
            print(f"left out: {path.name} ({error})")
    return kept


def cpu(paths: list[Path], rounds: int) -> None:
    pages = sum(plain(path) for path in paths)
    best: dict[str, dict[Path, float]] = {"plain": {}, "ragstone": {}}
    for _ in range(rounds):
        for path in paths:
            for name, work in (("plain", plain), ("ragstone", ragstone)):
                taken = seconds(work, path)
                best[name][path] = min(taken, best[name].get(path, taken))
    total = {name: sum(times.values()) for name, times in best.items()}
    ratios = sorted(best["ragstone"][path] / best["plain"][path] for path in paths)
    print(f"{len(paths)} files, {pages} pages, best of {rounds}; ms CPU a page:")
    print(f"  plain pdfium text {1000 * total['plain'] / pages:6.2f}")
    print(f"  ragstone          {1000 * total['ragstone'] / pages:6.2f}")
    print(f"  ratio {total['ragstone'] / total['plain']:.2f}; of files", end=" ")
    print(f"{ratios[0]:.1f} to {ratios[-1]:.1f}, median {ratios[len(ratios) // 2]:.1f}")
    slowest = max(paths, key=lambda path: best["ragstone"][path])
    print(f"  slowest file {slowest.name}: {1000 * best['ragstone'][slowest]:.0f} ms")


def memory(paths: list[Path]) -> None:
    peaks = {path: peak_mb(ragstone, path) for path in paths}
    largest = max(peaks, key=lambda path: peaks[path])
    idle = peak_mb(lambda _: None, largest)
    print(f"peak memory: {peaks[largest]:.0f} MB ({largest.name}), {idle:.0f} MB without a file")


def made_pdf(pages: int) -> bytes:
    """A report of so many pages: head, title, 40 lines of prose in paragraphs, page number."""
    source = random.Random(7)
    words = ["".join(source.choices(_LETTERS, k=source.randint(2, 10))) for _ in range(4000)]
    kids = b" ".join(b"%d 0 R" % (4 + 2 * index) for index in range(pages))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for number in range(1, pages + 1):
        content = page_content(number, filled_lines(source, words, 40))
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>"
            b"/Contents %d 0 R>>" % (5 + 2 * (number - 1)),
            b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        ]
    out = bytearray(b"%PDF-1.7\n")
    starts: list[int] = []
    for number, body in enumerate(objects, start=1):
        starts.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    size = len(objects) + 1
    tail = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\n"
    return bytes(out) + tail % (size, table, size) + b"startxref\n%d\n%%%%EOF" % len(out)


#: Helvetica's widths of the letters used, in thousandths of an em, as its AFM file gives them.
_LETTERS = "etaoinshrdlu"
_WIDTHS = (556, 278, 556, 556, 222, 556, 500, 556, 333, 556, 222, 556)
_WIDTH_OF = dict(zip(_LETTERS, _WIDTHS, strict=True))
_BLANK = 278


def filled_lines(source: random.Random, words: list[str], count: int) -> list[str]:
    """Lines of prose as a typesetter fills them: as many words as 450 points of 10 point hold."""
    lines: list[str] = []
    line: list[str] = []
    width = 0
    while len(lines) < count:
        word = source.choice(words)
        more = _BLANK + sum(map(_WIDTH_OF.__getitem__, word))
        if width + more > 45_000:
            lines.append(" ".join(line))
            line, width = [], 0
        line.append(word)
        width += more
    return lines


def page_content(number: int, lines: list[str]) -> bytes:
    drawn = [(72, 800, 9, "Annual report"), (72, 760, 16, f"Chapter {number}")]
    drawn += [
        (72, 730 - 14 * index - 8 * (index // 8), 10, line) for index, line in enumerate(lines)
    ]
    drawn.append((290, 40, 9, str(number)))
    return "\n".join(f"BT /F {s} Tf {x} {y} Td ({text}) Tj ET" for x, y, s, text in drawn).encode()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--files", type=int, default=1000, help="at most so many files")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--pages", type=int, default=2000, help="of the long file; 0 makes none")
    asked = options.parse_args()
    if not asked.folder.is_dir():
        raise SystemExit(f"{asked.folder} is not a folder; give one that holds PDF files")
    paths = sorted(asked.folder.glob("*.pdf"))[: asked.files]
    if not paths:
        raise SystemExit(f"{asked.folder} holds no *.pdf")
    # Memory first: a forked process starts with what its parent holds.
    memory(paths)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "long.pdf"
        if asked.pages:
            peak_mb(lambda made: made.write_bytes(made_pdf(asked.pages)), made)
            peak = peak_mb(ragstone, made)
            print(f"{asked.pages} pages ({made.stat().st_size / 1e6:.0f} MB): {peak:.0f} MB")
        paths = readable(paths)
        cpu(paths, asked.rounds)


if __name__ == "__main__":
    main()
