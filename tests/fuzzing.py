"""Mutated files of every format, read in the sandbox: what no file may do, tried.

    python tests/fuzzing.py --count 12           # so many of each format, always the same
    python tests/fuzzing.py --minutes 30         # ever new ones, until the time is over

Each file must come back as a document or as one of our errors, in time and memory, with its worker
alive. An error of our own code that the reader's border turned into "damaged" is a finding too.
What was found is written into `.fuzz/`, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import io
import json
import random
import re
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ragstone.errors import CorruptDocument, LimitExceeded, RagstoneError
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import parsing_modules
from ragstone.limits import MIB, Limits
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source

LIMITS = Limits(parse_seconds=30.0, parse_memory_bytes=1024 * MIB)
READ = "fuzzing:read"
#: Exceptions that say something of our code and nothing of the file.
_OURS = re.compile(
    r"failed on it \((?:TypeError|AttributeError|NameError|UnboundLocalError|RecursionError"
    r"|AssertionError|ZeroDivisionError)\)"
)
_MARKUP = re.compile(rb"<[^<>]{1,200}>")
_NUMBER = re.compile(rb"\d+")
_NUMBERS = (b"0", b"-1", b"1", b"255", b"65536", b"2147483648", b"99999999999999999999", b"1e999")
_LONG = (b"A" * 5000, b"\0" * 300, b"\xff" * 300, "\u202e\u200b\ud7ff\uffff".encode(), b"[" * 3000)


@dataclass(frozen=True)
class Outcome:
    """What became of one file; `finding` is "" when it is as it should be."""

    name: str
    digest: str
    finding: str = ""


def read(payload: bytes) -> bytes:
    """Runs in a worker: a line with the file's name, then the file."""
    name, _, data = payload.partition(b"\n")
    source = Source.from_bytes(data, name.decode(), limits=LIMITS)
    try:
        document = read_document(source)
    except RagstoneError as error:
        told = f"{type(error).__name__}: {error}"
        return json.dumps({"digest": told, "finding": told if _OURS.search(told) else ""}).encode()
    held = {
        **document.to_dict(),
        "sections": [s.model_dump(mode="json") for s in document.sections()],
    }
    told = json.dumps(held, ensure_ascii=True)  # in the order in which it came: no sorting here
    return json.dumps({"digest": hashlib.sha256(told.encode()).hexdigest(), "finding": ""}).encode()


def mutants(payload: bytes, chance: random.Random) -> Iterator[bytes]:
    """The file changed in ever new ways, one to four changes each."""
    members = _members(payload)
    while True:
        if members and chance.random() < 0.7:
            name = chance.choice([n for n in members if not n.endswith("/")])
            yield _packed({**members, name: _mutated(members[name], chance)})
        else:
            yield _mutated(payload, chance)


def _mutated(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 4)):
        data = chance.choice(_WAYS)(data, chance)
    return data[: 2 * MIB]


def _flip(data: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(data)
    for _ in range(1 + len(damaged) // 500 if damaged else 0):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randint(0, len(data))]


def _lose(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 2, 300)) + data[end:]


def _swap(data: bytes, chance: random.Random) -> bytes:
    a, b, c = sorted(chance.randint(0, len(data)) for _ in range(3))
    return data[:a] + data[b:c] + data[a:b] + data[c:]


def _insert(data: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(_LONG) + data[at:]


def _number(data: bytes, chance: random.Random) -> bytes:
    return _replaced(_NUMBER, data, chance, lambda _: chance.choice(_NUMBERS))


def _tag(data: bytes, chance: random.Random) -> bytes:
    return _replaced(_MARKUP, data, chance, lambda tag: chance.choice((b"", tag * 2, tag * 600)))


def _replaced(
    pattern: re.Pattern[bytes], data: bytes, chance: random.Random, other: Callable[[bytes], bytes]
) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return _flip(data, chance)
    match = chance.choice(found)
    return data[: match.start()] + other(match[0]) + data[match.end() :]


def _span(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + chance.choice((1, 4, 50, 2000)))


_WAYS = (_flip, _cut, _lose, _repeat, _swap, _insert, _number, _number, _tag, _tag)


def _members(payload: bytes) -> dict[str, bytes]:
    if not payload.startswith(b"PK"):
        return {}
    with zipfile.ZipFile(io.BytesIO(payload)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _packed(members: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, data in members.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), data, kind)
    return held.getvalue()


def _timeless(payload: bytes) -> bytes:
    """An Office file without the properties in which openpyxl notes the second of its making."""
    members = _members(payload)
    kept = {name: data for name, data in members.items() if name != "docProps/core.xml"}
    return payload if len(kept) == len(members) else _packed(kept)


async def judged(sandbox: Sandbox, filename: str, data: bytes, name: str) -> Outcome:
    """The outcome of reading `data` as `filename`; `name` tells the mutant apart."""
    try:
        answer = await sandbox.call(READ, filename.encode() + b"\n" + data, name=filename)
    except LimitExceeded as error:  # of the sandbox: those of the parsers are in the answer
        return Outcome(name, "", str(error))
    except CorruptDocument as error:
        return Outcome(name, "", f"the worker died or failed: {error}")
    return Outcome(name, **json.loads(answer))


async def fuzz(
    samples: dict[str, tuple[bytes, str]], count: int | None, seed: int, until: float
) -> list[Outcome]:
    """`count` mutants of each sample, or ever new ones until the clock says `until`."""
    outcomes: list[Outcome] = []
    streams = {
        row: mutants(payload, random.Random(f"{row} {seed}"))
        for row, (payload, _) in samples.items()
    }
    modules = (*parsing_modules(), READ.partition(":")[0])
    async with Sandbox(workers=2, limits=LIMITS, preload=modules) as sandbox:
        number = 0
        while (number < count) if count is not None else (time.monotonic() < until):
            files = [(row, samples[row][1], next(stream)) for row, stream in streams.items()]
            round_ = await asyncio.gather(
                *(judged(sandbox, name, data, f"{row}-{number}") for row, name, data in files)
            )
            for (_, name, data), outcome in zip(files, round_, strict=True):
                if outcome.finding:
                    _keep(outcome, name, data)
            kept = round_ if count is not None else [one for one in round_ if one.finding]
            outcomes += kept
            number += 1
    return outcomes


def _keep(outcome: Outcome, name: str, data: bytes) -> None:
    folder = Path(".fuzz")
    folder.mkdir(exist_ok=True)
    (folder / f"{outcome.name}-{name}").write_bytes(data)
    print(f"{outcome.name}: {outcome.finding}", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, help="mutants of each format")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, help="the same seed, the same files")
    parser.add_argument("--only", help="formats, by commas")
    given = parser.parse_args()
    from parsers.test_contract import SAMPLES  # the path to it is that of this file

    chosen = given.only.split(",") if given.only else list(SAMPLES)
    samples = {row: (_timeless(SAMPLES[row][0]()), SAMPLES[row][1]) for row in chosen}
    seed = given.seed if given.seed is not None else 0 if given.count else time.time_ns()
    print(f"seed {seed}", file=sys.stderr)
    until = time.monotonic() + 60 * given.minutes
    outcomes = asyncio.run(fuzz(samples, given.count, seed, until))
    for outcome in outcomes:
        print(json.dumps([outcome.name, outcome.digest, outcome.finding]))
    return int(any(outcome.finding for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
