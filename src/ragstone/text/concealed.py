"""Characters that hide a text from its readers: tag characters and zero-width signs inside words.

A reader sees nothing of them, a machine reads letters. Signs that languages need are none of these:
joiners in Persian, in Indic scripts and in emoji, zero-width spaces between Thai or Khmer words, a
place to break a long identifier, the tags of a flag.

    hides_letters("I\\u200bg\\u200bn\\u200bo\\u200bre this")       # True
"""

from __future__ import annotations

import re

#: Zero-width space, word joiner and the invisible operators, byte-order mark, Mongolian vowel
#: separator, combining grapheme joiner, Hangul fillers.
_ZERO_WIDTH = "\u200b\u2060-\u2064\ufeff\u180e\u034f\u115f\u1160\u3164\uffa0"
_JOINERS = "\u200c\u200d"
_TAGS = "\U000e0000-\U000e007f"
#: Direction marks and variation selectors can carry bits, and come alone or in pairs elsewhere.
_CARRIERS = f"{_ZERO_WIDTH}{_JOINERS}{_TAGS}\u200e\u200f\ufe00-\ufe0f\U000e0100-\U000e01ef"
#: A subdivision's flag is a black flag, tags, and the tag that ends them (UTS 51, ED-14A).
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
_ANY = re.compile(f"[{_CARRIERS}]")
_TAG = re.compile(f"[{_TAGS}]")
#: Longer runs of any of them say something; no script needs them.
_LONG_RUN = re.compile(f"[{_CARRIERS}]{{6}}")
#: Two or more between two letters of one word; soft hyphens come doubled by mistake.
_RUN_IN_WORD = re.compile(f"(?<=\\w)[{_ZERO_WIDTH}]{{2,}}(?=\\w)")
#: A word of which nearly every letter stands apart. Thai, Lao, Myanmar and Khmer divide words so,
#: and a soft hyphen marks syllables.
_LETTER = "[^\\W\\d_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
_DIVIDED = re.compile(
    f"(?<!\\w){_LETTER}(?:[\u200b\u2060\ufeff\u180e\u034f]{_LETTER}){{3,}}(?!\\w)"
)


def hides_letters(text: str) -> bool:
    """Whether `text` holds characters that only serve to hide something from its reader. Linear."""
    if text.isascii() or not _ANY.search(text):
        return False
    text = _FLAG.sub("", text)
    return bool(
        _RUN_IN_WORD.search(text)
        or _LONG_RUN.search(text)
        or _DIVIDED.search(text)
        or _TAG.search(text)
    )
