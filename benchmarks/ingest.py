"""Files per second, and whether memory grows with their number.

    python benchmarks/ingest.py [--small 1000] [--large 4000] [--embedder use]

Small Markdown files, English and Chinese by turns, are ingested by `ragstone ingest` in a process
of its own; peak memory is the largest of its processes, as the system accounts it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ENGLISH = (
    "The harbour keeps tide table {n}. High water comes at hour {h}; the ferry waits for it.\n\n"
)
CHINESE = "港口保存第{n}号潮汐表。高潮在{h}点到来，渡轮要等它。\n\n"


def make_files(folder: Path, count: int) -> None:
    """`count` files of about 600 characters, no two alike."""
    for number in range(count):
        line = CHINESE if number % 2 else ENGLISH
        body = "".join(line.format(n=number, h=hour) for hour in range(7))
        (folder / f"note-{number:05}.md").write_text(f"# Note {number}\n\n{body}", encoding="utf-8")


def ingest(count: int, embedder: str) -> tuple[float, float, float]:
    """(wall seconds, CPU seconds, peak memory in MB) of one ingestion of `count` files."""
    with tempfile.TemporaryDirectory() as temporary:
        docs, kb = Path(temporary, "docs"), Path(temporary, "kb")
        docs.mkdir()
        make_files(docs, count)
        command = [sys.executable, "-m", "ragstone.cli", "ingest", str(docs), "--kb", str(kb)]
        command += ["--embedder", embedder]
        started = time.perf_counter()
        pid = os.posix_spawn(
            sys.executable,
            command,
            dict(os.environ),
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
        )
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - started
        if status:
            raise SystemExit(f"ingesting {count} files ended with status {status}")
        return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=1000)
    parser.add_argument("--large", type=int, default=4000)
    parser.add_argument("--embedder", default="use")
    options = parser.parse_args()
    peaks: list[float] = []
    for count in (options.small, options.large):
        wall, cpu, peak = ingest(count, options.embedder)
        peaks.append(peak)
        rate = f"{count / wall:.0f} files/s, {1000 * cpu / count:.1f} ms CPU a file"
        print(f"{count} files: {wall:.1f} s, {rate}, peak {peak:.0f} MB")
    print(f"peak memory, {options.large} files over {options.small}: {peaks[1] / peaks[0]:.3f}")


if __name__ == "__main__":
    main()
