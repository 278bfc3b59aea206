"""Where sentences end, in one linear scan by our own rules; no models, no data files.

    [text[a:b] for a, b in sentence_spans("Dr. Lee left. 她走了。我没走。")]
    # ["Dr. Lee left.", "她走了。", "我没走。"]

A closing quote or bracket stays with its sentence; the blanks after it belong to none. A full stop
ends a sentence only before a blank (or a CJK character), and not after an abbreviation, an
initial, a list number or a German ordinal (`am 3. Oktober`); `。！？；` need no blank, and end no
sentence that goes on behind its quotation (`「はい。」と言った`). Before a word that hardly ever
stands in a name initials end one (`in the U.S. We`), and a lost blank does not matter (`one.The`).
Where it is unclear there is no end: two sentences in one chunk do less harm than half a sentence in
each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragstone.model.span import Span

#: Enders of scripts that put no blank after a sentence.
_WIDE = "。！？；｡"
_CLOSERS = "\"'”’»›)\\]}）」』】》〉〗〕］｝"
#: A run of enders with the quotes and brackets it closes; possessive, so that runs are read once.
#: The first ender stands alone: a set, not a repeat, is what `re` can look for twice as fast.
_ENDER = f"[.!?…‥؟۔।॥։።။។៕{_WIDE}]"
_ENDERS = re.compile(rf"{_ENDER}{_ENDER}*+[{_CLOSERS}]*+")
_BLANK_LINE = re.compile(r"\n[^\S\n]*+\n")
#: What may stand around the word before a full stop.
_AROUND = "\"'“”‘’«([{<*_-–—/|"
_CJK = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]")
#: What cannot open a sentence: after it the enders before were inside one.
_CONTINUES = re.compile(r"[,，、：:；;。.！!？?%)\]}）」』】》”’]")


def _words(listing: str) -> frozenset[str]:
    return frozenset(listing.split())


#: Before a full stop these end no sentence, whatever follows.
ABBREVIATIONS = _words(
    """
    adm al anon approx apr assn assoc asst aug ave bldg blvd brig bros ca capt cf ch chap cl cmdr
    co col comdr corp cpl cpt ct dec dept dist div dr ed eds edn eg eq eqs esp est et etc ex exec
    ext feb fig figs fr fri ft gen gov govt hon hr hrs hwy ibid ie illus inc incl intl jan jr jul
    jun lieut lt ltd maj mar max mfg mgr min misc mme mlle mon mr mrs ms msgr mt mtn mts nat neg no
    nos nov nr oct op ord orig p para paras pat phd pl pp pres prof pt pts pub pvt q.v rd ref refs
    rep rev rpt sat sec secs sect sen sep sept ser sgt spec sr st stat ste subj sun supp suppl supt
    tab tel temp thu thur thurs trans treas tue tues univ v var vers viz vol vols vs wed yr yrs
    abb abs art bd bzw bsp dgl evtl exkl ggf hrsg inkl nr sog str tsd usw vgl z
    """
)
#: Of those, the ones that may end a sentence: they do before one of `_OPENERS`.
_MAY_END = _words(
    """
    etc inc ltd co corp jr sr bros al phd esq ave rd blvd st yrs hrs usw no sat sun wed mar sec fig
    art gen col ed ill tab temp trans ref para ex op pat ms est neg abs var pres
    """
)
#: Words that hardly ever stand in the middle of a name or title: a sentence begins with them.
_OPENERS = _words(
    """
    a after although an and as at because but by during each every for from he her here his however
    i if in it its many most my no now of on one or our she since so some such that the their then
    there these they this those thus to under we what when where which while who why with yet you
    your
    """
)
#: Initials that do not end even before one of `_OPENERS`: for example, that is.
_NEVER_END = _words("e.g i.e z.b d.h u.a o.ä s.o s.u v.a z.t")
#: Of the openers those that no dotted name of a program has as its second part.
_AFTER_NO_BLANK = _words(
    "although but he her his however it its our she their there these they this those the we"
)
#: What a German ordinal stands before: months, and a few nouns that follow nothing else as often.
_AFTER_ORDINAL = _words(
    """
    januar jänner februar feber märz april mai juni juli august september oktober november dezember
    jahrhundert jahrhunderts jahrhunderte jahrtausend jahrtausends weltkrieg weltkriegs weltkrieges
    geburtstag jahrestag lebensjahr auflage
    """
)
#: After a closing quote: the quotation is part of a sentence that goes on. Not と of other words.
_QUOTES_ON = re.compile(
    "と(?!ころ|にかく|ても|りあえず|うとう|もあれ|もかく|もだち|きどき|きに|つぜん|たん|っさ|なり|ある)"
    "|って|を"
)
_NEXT_WORD = re.compile(r"\s*+[\"'“‘«(\[]*+([^\W\d_]+)")


def sentence_ends(text: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    """Offsets just behind each sentence of `text[start:end]` that ends by its punctuation."""
    end = len(text) if end is None else end
    for match in _ENDERS.finditer(text, start, end):
        first, at = match.span()
        if at >= end or _plainly_ends(text, first, at) or _ends_sentence(text, first, at, end):
            yield at


def sentence_spans(text: str) -> Iterator[Span]:
    """Spans of the sentences, without the blanks around them; a blank line ends one as well."""
    ends = sorted({*sentence_ends(text), *(m.start() for m in _BLANK_LINE.finditer(text))})
    start = 0
    for end in [*ends, len(text)]:
        piece = text[start:end]
        lead = len(piece) - len(piece.lstrip())
        if lead < len(piece):
            yield Span(start + lead, start + len(piece.rstrip()))
        start = end


def _plainly_ends(text: str, start: int, at: int) -> bool:
    """Whether this is the most common end: a small word, a full stop, one blank, a capital letter.

    What is true here `_ends_sentence` says too, in twice the time.
    """
    if at - start > 1 or text[start] != "." or not "A" <= text[at + 1 : at + 2] <= "Z":
        return False
    # The longest abbreviation has six letters: a word that fills the eight is none.
    word = text[start - 8 if start > 8 else 0 : start].rpartition(" ")[2]
    return (
        text[at] == " "
        and len(word) > 1
        and word.isalpha()
        and word.islower()
        and word not in ABBREVIATIONS
    )


def _ends_sentence(text: str, start: int, at: int, end: int) -> bool:
    """Whether the run of enders at `text[start:at]` ends a sentence; `at` < `end`."""
    following = text[at]
    ender = text[start]
    if ender in _WIDE:
        if text[at - 1] in "」』" and _QUOTES_ON.match(text, at, end):
            return False
        return not _CONTINUES.match(following)
    blank = following.isspace()
    if not blank and not (_CJK.match(following) or (start and _CJK.match(text[start - 1]))):
        return following.isupper() and text[start:at] == "." and _lost_blank(text, at, end)
    if not blank and (_CONTINUES.match(following) or (ender == "." and text[start - 1].isdigit())):
        return False
    if ender == "…" and start and _CJK.match(text[start - 1]):
        return True
    letter = _NEXT_LETTER.match(text, at, min(end, at + 200)) if blank else None
    if letter is not None and letter[1].islower():
        return False
    return ender != "." or text[start : start + 2] == ".." or _stop_ends(text, start, at, end)


#: The letter after blanks that hold no blank line: where it is small, the sentence goes on. Those
#: of Georgian are small by Unicode and begin sentences.
_NEXT_LETTER = re.compile(r"(?![^\S\n]*+\n[^\S\n]*+\n)\s++[\"'“‘«(\[]*+([^\W\d_\u10d0-\u10ff])")


def _lost_blank(text: str, at: int, end: int) -> bool:
    """Whether a small word stands before the full stop that ends at `at`, and behind it without a
    blank a word that begins sentences."""
    word = text[max(0, at - 25) : at - 1].rpartition(" ")[2]
    if len(word) < 2 or not (word.isalpha() and word.islower()) or word in ABBREVIATIONS:
        return False
    opener = _NEXT_WORD.match(text, at, min(end, at + 80))
    if opener is None or text[opener.end() : opener.end() + 1] != " ":
        return False
    return opener[1][1:].islower() and opener[1].lower() in _AFTER_NO_BLANK


def _stop_ends(text: str, start: int, at: int, end: int) -> bool:
    """Whether one full stop, followed by a blank or CJK and no small letter, ends a sentence."""
    # 24 characters back are enough for any abbreviation.
    before = text[max(0, start - 24) : start]
    if not before or before[-1].isspace():
        return True
    token = before.split()[-1].strip(_AROUND)
    if not token:
        return True
    if token.isdigit():
        following = _NEXT_WORD.match(text, at, min(end, at + 80))
        if len(token) < 3 and following is not None and following[1].lower() in _AFTER_ORDINAL:
            return False
        return not _opens_line(text, start - len(token)) or len(token) > 3
    word = token.lower()
    if len(token) == 1 and token.isalpha() and token.isascii():
        # An initial ("J. Smith") or a list letter; "vitamin C." cannot be told from them.
        return word == "i" and not _opens_line(text, start - 1)
    dotted = "." in token and all(len(part) <= 1 for part in word.split("."))
    if not dotted and word.rpartition(".")[2] not in ABBREVIATIONS:
        return True
    if not dotted and word not in _MAY_END:
        return False
    opener = _NEXT_WORD.match(text, at, min(end, at + 80))
    if opener is None or opener[1].lower() not in _OPENERS:
        return False
    if not dotted:
        return True
    if token[0].isdigit() and not _follows_a_word(text, start - len(token)):
        return False  # the number of a heading or list
    # An author's initials have a name of three letters at most behind them that looks like one.
    is_name = len(opener[1]) < 4 and text[opener.end() : opener.end() + 1] in (",", ".", ";")
    return word not in _NEVER_END and not is_name


def _follows_a_word(text: str, at: int) -> bool:
    """Whether a letter or digit stands before `at` on its line."""
    return text[max(0, at - 32) : at].rstrip(" \t")[-1:].isalnum()


def _opens_line(text: str, at: int) -> bool:
    """Whether only blanks stand between the line's start and `at` (within 32 characters)."""
    before = text[max(0, at - 32) : at].rpartition("\n")
    return not before[2].strip() and (before[1] == "\n" or at <= 32)
