"""Captions (WebVTT, SubRip): every cue with its times and its speaker, read as running speech.

A cue ends where the screen is full and not where a sentence does: cues that go on are joined in
sections, and the place of any words in it is still the time of their cue.

    document = CaptionsParser().read(Source.from_path("tides.vtt"))
    document.elements[0].provenance.where()         # "0:01–0:04"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ragstone.model.document import Document
from ragstone.model.element import Element, ElementType
from ragstone.model.mark import Mark
from ragstone.model.provenance import Provenance
from ragstone.parsers.base import ParserBase
from ragstone.parsers.captions.cues import Captions, Cue, read_cues
from ragstone.parsers.captions.speech import spoken
from ragstone.parsers.catalog import own_row
from ragstone.parsers.decoding import text_of
from ragstone.parsers.outline import outline
from ragstone.parsers.read import read_document
from ragstone.sources.source import Source
from ragstone.text.script import joint

_VTT = "text/vtt"
#: A pause that ends a paragraph, in seconds.
_PAUSE_S = 2.0
#: A paragraph of so many characters ends with its sentence, and one of so many in any case.
_LONG, _TOO_LONG = 400, 1500
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’）)」』]*$")
#: Sounds and songs in brackets, and the marks that say that another one speaks.
_SOUND = re.compile(r"[\[(（【♪♫#*].*[\])）】♪♫#*]|[♪♫]+", re.DOTALL)
_TURN = re.compile(r"(?:[-–—]\s?(?=\S)|>>+\s*)")
#: Captions roll when so many of the cues begin with the end of the one before.
_ROLLING = 0.3


@dataclass(slots=True)
class _Said:
    """What one speaker says in one cue."""

    cue: Cue
    speaker: str
    lines: list[str]


class CaptionsParser(ParserBase):
    """Reads WebVTT and SubRip, told apart by the first line.

    - An element for every cue, for each of its speakers; the fact `speaker` where one is named, who
      stands before the text where the speaker changes.
    - Lines that rolling captions repeat are kept once, with a warning.
    - Notes of a WebVTT file are comments; without any cue the file is read as plain text.
    """

    row = own_row("captions")

    def read(self, source: Source) -> Document:
        found = text_of(source)
        media_type = source.media_type or _VTT
        captions = read_cues(found.text, is_vtt=media_type == _VTT)
        warnings = [*found.warnings, *_damage(captions)]
        facts = {**found.facts, **_facts(captions)}
        if captions.cues or not found.text:
            said = [
                _Said(cue, speaker, lines)
                for cue in captions.cues
                for speaker, lines in spoken(cue.lines)
            ]
            said = _without_repeats(said, warnings)
            elements = [*_elements(said), *_notes(captions)]
            names = dict.fromkeys(one.speaker for one in said if one.speaker)
            facts |= {"speakers": list(names)} if names else {}
        else:
            warnings.append("no cue was found; the file was read as plain text")
            elements = _as_plain_text(source, found.text)
        if not elements and "empty" not in warnings:
            warnings.append("empty")
        return Document(
            source=source.name,
            media_type=media_type,
            elements=outline(elements),
            facts=facts,
            warnings=tuple(warnings),
            parser=self.parser_type,
            strategy="cues" if captions.cues else "text",
        )


def _damage(captions: Captions) -> Iterator[str]:
    if captions.unread_times:
        lines = ", ".join(map(str, captions.unread_times[:5]))
        more = "" if len(captions.unread_times) <= 5 else " and others"
        yield f"the times in line {lines}{more} cannot be read; the text of the cue was kept"
    if captions.outside and captions.cues:
        yield f"{captions.outside} lines stand outside every cue and were left out"


def _facts(captions: Captions) -> dict[str, object]:
    ends = [cue.end_s for cue in captions.cues if cue.end_s is not None]
    facts: dict[str, object] = {"cue_count": len(captions.cues)}
    if ends:
        facts["duration_s"] = max(ends)
    facts |= {key: captions.header[key] for key in ("title", "kind") if captions.header.get(key)}
    if captions.header.get("language"):
        facts["lang"] = captions.header["language"]
    return facts


def _without_repeats(said: list[_Said], warnings: list[str]) -> list[_Said]:
    """Each line once: of cues that stand twice, and of captions that roll up line by line."""
    once: list[_Said] = []
    seen: set[tuple[float | None, float | None, str, str]] = set()
    for one in said:
        key = (one.cue.start_s, one.cue.end_s, one.speaker, "\n".join(one.lines))
        if one.cue.start_s is None or key not in seen:
            once.append(one)
        seen.add(key)
    if len(once) < len(said):
        warnings.append(f"{len(said) - len(once)} cues stand twice and were kept once")
    repeated = [_repeated(one, two) for one, two in pairwise(once)]
    if sum(map(bool, repeated)) < max(3, len(repeated) * _ROLLING):
        return once
    warnings.append(
        f"the captions roll: {sum(repeated)} lines repeat the cue before and were kept once"
    )
    rolled: list[_Said] = []
    for one, count in zip(once, [0, *repeated], strict=True):
        if count < len(one.lines):
            rolled.append(replace(one, lines=one.lines[count:]))
        elif rolled and one.cue.end_s is not None and rolled[-1].cue.end_s is not None:
            # A line that stays goes on being said.
            longer = max(rolled[-1].cue.end_s, one.cue.end_s)
            rolled[-1] = replace(rolled[-1], cue=replace(rolled[-1].cue, end_s=longer))
    return rolled


def _repeated(one: _Said, two: _Said) -> int:
    """How many lines at the end of `one` begin `two` again, in the most lines that a screen has."""
    for count in range(min(len(one.lines), len(two.lines), 4), 0, -1):
        if one.lines[-count:] == two.lines[:count]:
            return count
    return 0


def _elements(said: list[_Said]) -> Iterator[Element]:
    before: _Said | None = None
    length = 0
    for one in said:
        text = _text(one.lines)
        is_sound = _SOUND.fullmatch(text) is not None
        goes_on = before is not None and not is_sound and _goes_on(before, one, length)
        facts: dict[str, str] = {}
        if goes_on and before is not None:
            facts["continues"] = joint(before.lines[-1], one.lines[0])
        if one.speaker:
            facts["speaker"] = one.speaker
        # Who speaks is said once, where it changes.
        if one.speaker and not goes_on:
            text = f"{one.speaker}: {text}"
        yield Element(
            ElementType.UNCATEGORIZED_TEXT if is_sound else ElementType.NARRATIVE_TEXT,
            text,
            provenance=_place(one.cue, "sound" if is_sound else "cue"),
            facts=facts,
        )
        before = None if is_sound else one
        length = length + len(text) if goes_on else len(text)


def _goes_on(before: _Said, one: _Said, length: int) -> bool:
    """Whether the words of a cue belong to the same paragraph as those before it."""
    if before.speaker != one.speaker or _TURN.match(one.lines[0]):
        return False
    if one.cue.start_s is None or before.cue.end_s is None:
        return False
    if one.cue.start_s - before.cue.end_s >= _PAUSE_S or length >= _TOO_LONG:
        return False
    return length < _LONG or not _SENTENCE_END.search(before.lines[-1])


def _text(lines: list[str]) -> str:
    """The lines of a cue as one, unless another one speaks in each."""
    text = lines[0]
    for line in lines[1:]:
        text += ("\n" if _TURN.match(line) else joint(text, line)) + line
    return text


def _place(cue: Cue, rule: str) -> Provenance:
    if cue.start_s is None or cue.end_s is None:
        return Provenance(line_start=cue.line, line_end=cue.line + len(cue.lines), rule=rule)
    return Provenance(time_start_s=cue.start_s, time_end_s=cue.end_s, rule=rule)


def _notes(captions: Captions) -> Iterator[Element]:
    for line, text in captions.notes:
        place = Provenance(line_start=line, line_end=line + text.count("\n"), rule="note")
        marks = frozenset({Mark.COMMENT})
        yield Element(ElementType.UNCATEGORIZED_TEXT, text, marks=marks, provenance=place)


def _as_plain_text(source: Source, text: str) -> list[Element]:
    # A parser that is used by itself has no child_parser yet.
    source = replace(source, child_parser=source.child_parser or read_document)
    document = source.parse_part(Source.from_text(text, source.name, "text/plain"))
    return [replace(element, span=None) for element in document.elements]
