"""Telling what a sender wrote from the history below it and the signature, in plain text and HTML.

Marked as quoted: lines behind ">", and everything behind a line with which mailers introduce the
mail that is answered or passed on, in English, Chinese and a few more languages. Marked as
signature, which leaves it out of sections: only what stands behind the line "-- " (RFC 3676, 4.3),
and the line that a telephone adds.

    parts = divided("Fine.\\n\\nOn Monday, Ana wrote:\\n> Shall we?")
    [(part.text, part.marks) for part in parts]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ragstone.model.element import Element
from ragstone.model.mark import Mark

_QUOTE = re.compile(r"(?:>[ \t]?)+")
#: "-----Original Message-----", "---------- Forwarded message ----------", "-----邮件原件-----".
_DIVIDER = re.compile(
    r"\W{0,60}(?:original message|original appointment|forwarded message|forwarded by|"
    r"begin forwarded message|reply message|replied message|"
    r"原始邮件|原始郵件|邮件原件|原邮件|转发的邮件|轉寄的郵件|转发邮件信息|转发的消息|已转发邮件|回复的原邮件|"
    r"ursprüngliche nachricht|message d'origine|mensaje original)\W{0,60}",
    re.IGNORECASE,
)
#: "On Mon, 5 Mar 2024 at 10:20, Ana <ana@example.org> wrote:", "在 2024年3月5日，林柬写道：".
_ATTRIBUTION = re.compile(
    r"(?:on\s.{4,300}\swrote|(?:在|于|於)?\s?.{2,300}(?:写道|寫道|编写|撰写|來信)|am\s.{4,300}\sschrieb.{0,80}|"
    r"le\s.{4,300}\sa\s?écrit|el\s.{4,300}\sescribió)\s?[:：]\s?",
    re.IGNORECASE | re.DOTALL,
)
_SIGNED = re.compile(r"--[ \t]*(?:\n|\Z)")
_ATTRIBUTION_END = re.compile(r"[:：]\Z")
_LONGEST = 400
#: The first field of a header copied into the text, and those that may follow it.
_FROM = re.compile(
    r"\W{0,6}(?:from|发件人|發件人|寄件者|寄件人|von|de)\s?\W{0,3}[:：]", re.IGNORECASE
)
_FIELD = re.compile(
    r"\W{0,6}(?:sent|date|to|cc|subject|发送时间|发送日期|發送時間|寄件日期|传送日期|日期|时间|時間|收件人|收件者|"
    r"抄送|副本|主题|主題|主旨|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto)\s?\W{0,3}[:：]",
    re.IGNORECASE,
)
_TELEPHONE = re.compile(
    r"(?:sent (?:from|via) my [^\n]{1,40}"
    r"|sent (?:from|via) (?:outlook|mail|yahoo|proton|samsung|android)[^\n]{0,60}"
    r"|get outlook for [^\n]{0,40}"
    r"|(?:发自|發自|傳送自|来自|來自)(?:我的)?\s?[^\n]{0,20}(?:iphone|ipad|android|手机|手機|小米|华为|荣耀"
    r"|huawei|honor|vivo|oppo|三星|samsung|outlook|foxmail|邮箱|郵件|邮件)[^\n]{0,20})",
    re.IGNORECASE,
)
#: What stands behind "-- " and is longer is no signature.
_LONGEST_SIGNATURE = 20
_LOOKED_AT = 1000


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph with what is true of it; `depth`: how often it is quoted by ">"."""

    text: str
    marks: frozenset[Mark] = frozenset()
    depth: int = 0


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its quote marks, and how many there were."""

    text: str
    depth: int


def divided(text: str, *, is_flowed: bool = False, deletes_space: bool = False) -> Iterator[Piece]:
    """The paragraphs of a plain text."""
    lines = [_line(raw) for raw in text.splitlines()]
    if is_flowed:
        lines = list(_joined(lines, deletes_space=deletes_space))
    history = _history_start(lines)
    signature = range(*_signature(lines, history))
    block: list[str] = []
    state: tuple[frozenset[Mark], int] = (frozenset(), 0)
    for number, line in enumerate(lines):
        marks: set[Mark] = set()
        if line.depth or number >= history or _is_attribution(lines, number):
            marks.add(Mark.QUOTED)
        elif number in signature or _TELEPHONE.fullmatch(line.text.strip()):
            marks.add(Mark.SIGNATURE)
        now = (frozenset(marks), line.depth)
        if block and (now != state or not line.text.strip()):
            yield Piece("\n".join(block), *state)
            block = []
        state = now
        if line.text.strip():
            block.append(line.text.rstrip())
    if block:
        yield Piece("\n".join(block), *state)


def marked(elements: Iterable[Element]) -> list[Element]:
    """The elements of an HTML text, with the marks for its history and signature added."""
    rows = list(elements)
    texts = [element.text[:_LOOKED_AT].strip() for element in rows]
    history = next(
        (number for number in range(len(rows)) if _begins_history(_ahead(texts, number), 0)),
        len(rows),
    )
    for number, text in enumerate(texts[:history]):
        if _introduces(text) and not _quotes_follow(rows, number):
            history = number
            break
    signature = next((n for n, text in enumerate(texts[:history]) if _SIGNED.match(text)), history)
    if history - signature > _LONGEST_SIGNATURE:
        signature = history
    found: list[Element] = []
    for number, element in enumerate(rows):
        mark: Mark | None = None
        if number >= history or _introduces(texts[number]):
            mark = Mark.QUOTED
        elif number >= signature or _TELEPHONE.fullmatch(texts[number]):
            mark = None if Mark.QUOTED in element.marks else Mark.SIGNATURE
        found.append(element if mark is None else replace(element, marks=element.marks | {mark}))
    return found


def _ahead(texts: list[str], number: int) -> list[str]:
    """Some lines from the element `number` on: a copied header may be one element or several."""
    if not _FROM.match(texts[number]) and len(texts[number]) > 120:
        return []
    return [line for text in texts[number : number + 7] for line in text.splitlines()[:7]]


def _introduces(text: str) -> bool:
    is_one = _ATTRIBUTION_END.search(text) and _ATTRIBUTION.fullmatch(text[:_LONGEST])
    return bool(is_one) and _looks_dated(text)


def _quotes_follow(rows: list[Element], number: int) -> bool:
    return any(Mark.QUOTED in element.marks for element in rows[number + 1 : number + 3])


def _line(raw: str) -> _Line:
    match = _QUOTE.match(raw)
    if match is None:
        return _Line(raw, 0)
    return _Line(raw[match.end() :], match.group().count(">"))


def _joined(lines: list[_Line], *, deletes_space: bool) -> Iterator[_Line]:
    """Lines of format=flowed: a blank at the end says that the paragraph goes on (RFC 3676)."""
    open_line: list[str] = []
    depth = 0
    for line in lines:
        # Space-stuffing: a first blank is no part of the text; our quotes have lost theirs.
        text = line.text[1:] if line.text.startswith(" ") and not line.depth else line.text
        is_open = text.endswith(" ") and text != "-- "
        if open_line and (line.depth != depth or text == "-- "):
            yield _Line("".join(open_line), depth)
            open_line = []
        depth = line.depth
        open_line.append(text[:-1] if is_open and deletes_space else text)
        if not is_open:
            yield _Line("".join(open_line), depth)
            open_line = []
    if open_line:
        yield _Line("".join(open_line), depth)


def _history_start(lines: list[_Line]) -> int:
    """The line from which on all is history without ">"; the number of lines without one."""
    texts = [line.text.strip() for line in lines]
    for number, line in enumerate(lines):
        if line.depth or not texts[number]:
            continue
        if _begins_history(texts, number):
            return number
        if _is_attribution(lines, number) and not _is_quoted_below(lines, number):
            return number
    return len(lines)


def _begins_history(texts: list[str], number: int) -> bool:
    """A divider, or a header copied into the text."""
    if number >= len(texts):
        return False
    text = texts[number]
    if len(text) < 120 and _DIVIDER.fullmatch(text):
        return True
    if not _FROM.match(text):
        return False
    return sum(bool(_FIELD.match(below)) for below in texts[number + 1 : number + 7]) >= 2


def _is_attribution(lines: list[_Line], number: int) -> bool:
    """Whether a line, with the one below or above it, introduces a quotation."""
    if lines[number].depth:
        return False
    text = lines[number].text.strip()
    if text and _ATTRIBUTION_END.search(text) and _ATTRIBUTION.fullmatch(text[:_LONGEST]):
        return _is_quoted_below(lines, number) or _looks_dated(text)
    # "On …," wrapped before "wrote:".
    for first in (number - 1, number):
        if 0 <= first < len(lines) - 1 and not lines[first].depth and not lines[first + 1].depth:
            below = lines[first + 1].text.strip()
            if not _ATTRIBUTION_END.search(below):
                continue
            pair = f"{lines[first].text.strip()} {below}"[:_LONGEST]
            if _ATTRIBUTION.fullmatch(pair) and _looks_dated(pair):
                return True
    return False


def _looks_dated(text: str) -> bool:
    """A day, a time or an address stands in every attribution that a mailer writes."""
    return bool(re.search(r"\d{1,2}[:：]\d\d|\d{4}|@|\d月", text))


def _is_quoted_below(lines: list[_Line], number: int) -> bool:
    below = [line for line in lines[number + 1 : number + 4] if line.text.strip() or line.depth]
    return any(line.depth for line in below[:2])


def _signature(lines: list[_Line], history: int) -> tuple[int, int]:
    """The lines of the signature: from "-- " to the history, a quotation or the end."""
    for number in range(history - 1, -1, -1):
        if lines[number].text in ("-- ", "--", "- -- ") and not lines[number].depth:
            end = next((n for n in range(number, history) if lines[n].depth), history)
            is_short = sum(bool(line.text.strip()) for line in lines[number:end])
            return (number, end) if is_short <= _LONGEST_SIGNATURE else (0, 0)
    return 0, 0
