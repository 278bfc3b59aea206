"""Which code page from before Unicode a text is in, judged by what it would say.

Every candidate page decodes the bytes, and the text that reads most like a language wins. What
"reads like" means is one number per page, `plausibility`: for the multi-byte pages the share of the
most frequent characters of its language (half of any Chinese, Japanese or Korean text consists of
a few hundred characters, and mojibake hits them by chance only), for the single-byte pages whether
words are made of one script, in a sane case, with the accents of its languages.
Pages that are not in the table are left to charset-normalizer, where it is installed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from ragstone.extras import is_installed, require

_CHINESE = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所"
    "然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与"
    "长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己"
    "制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系"
    "气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社"
    "便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉"
    "格望觉术领共确传师观清今切院让识候带导争运港请时间价格注册公司信息文件系统网络服务中心，。、；：？！（）“”《》"
)
_TRADITIONAL = (
    "這個們來為國說時會對過發後裡種經學現當沒動還進樣從實軍無與長機關點業將兩間問並應戰頭體見產話內給門員聲論處義"
    "幾認條氣題爾別變總電數報結務場計資區隊決馬書則聽卻達強難權設記類據邊張該規萬覺術領確傳師觀讓識帶導爭運開東車"
    "預請價註冊訊檔網絡統議擴碼頭檢視臺灣於歲"
)
_JAPANESE_KANJI = (
    "日本人年大会国一中出上生時分見行月十者事社地自同学方前合今言業作新場手立内部当定本語文書気話間来高何私家"
    "的後通対戦実決全理体"
)
_KOREAN = (
    "이다는을가에의고하지는로기도사리어자대한그나은시를서인정있스해라제보일수만부아과게전으주와장상여원조들구동비"
    "적성연안습니까요세계녕국공오우생방화했신내진소트선경행실문개드물모음관용분발마말통치면했것때저같없년월회업물강"
    "중간된될됩등및위각항할함합두무차단미양중유심현금재당반직점력영러르레루려거네라달터저최입집노북쪽확결두"
)

_SETS: Mapping[str, frozenset[str]] = {
    "gb18030": frozenset(_CHINESE),
    "big5hkscs": frozenset(_CHINESE) | frozenset(_TRADITIONAL),
    "cp932": frozenset(_JAPANESE_KANJI)
    | frozenset(map(chr, range(0x3041, 0x30FF)))
    | frozenset("、。「」（）"),
    "cp949": frozenset(_KOREAN),
}
#: The order decides between texts that read equally well. EUC-JP before GB18030 would claim
#: Chinese; after it, kana still outweigh.
_MULTI_BYTE: tuple[tuple[str, str], ...] = (
    ("gb18030", "gb18030"),
    ("big5hkscs", "big5hkscs"),
    ("cp932", "cp932"),
    ("euc_jp", "cp932"),
    ("cp949", "cp949"),
)
#: Without ý, ð and þ, which in a Turkish or Baltic text stand for ı, ğ, š and ž.
_WESTERN = frozenset("éèàçùâêîôûëïüöäßñáíóúåøæãõœìòÉÈÀÇÊÖÄÜÅØÆÑÓÁÍÚ")
#: Without the rare letters: Hebrew read as cp1251 is full of them.
_CYRILLIC = frozenset("абвгдезийклмнопрстучыьяёАБВГДЕЗИЙКЛМНОПРСТУЧЯ")
#: A page and the letters beyond ASCII that its languages use often. cp1252 comes first: of pages
#: that read equally well it is the likely one.
_SINGLE_BYTE: Mapping[str, frozenset[str]] = {
    "cp1252": _WESTERN,
    "cp1250": frozenset("ąćęłńóśźżáčďéěíňřšťúůýžőűöüäăâîşŁŚŻŹĆČŘŠŽÁÉÍÓÖÜŐ"),
    "cp1251": _CYRILLIC | frozenset("іїєІЇЄ"),
    "koi8-r": _CYRILLIC,
    "cp1253": frozenset("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
    "cp1254": frozenset("ğışçöüâîûĞİŞÇÖÜ"),
    "cp1255": frozenset(map(chr, range(0x5D0, 0x5EB))),
    "cp1256": frozenset(map(chr, range(0x620, 0x64B))) | frozenset("پچژگ،؟؛"),
    "cp1257": frozenset("ąčęėįšųūžāēģīķļņõäöüĄČĘĖĮŠŲŪŽĀĒĢĪĶĻŅÕ"),
    "cp874": frozenset(map(chr, range(0xE01, 0xE5C))),
    "mac_roman": _WESTERN,
    "cp850": _WESTERN,
}
_LATIN = frozenset({"cp1252", "cp1250", "cp1254", "cp1257", "mac_roman", "cp850"})
_CASELESS = frozenset({"cp1255", "cp1256", "cp874"})
#: How much better another single-byte page must read than cp1252.
_CLEARLY = 0.18
#: Below this a guess is worth asking charset-normalizer about.
_SURE = 0.35
_SAMPLE_BYTES = 64 * 1024

_SPECIAL = re.compile(r"[^\x00-\x7f]")
_WORD = re.compile(r"[^\s\x00-\x40\x5b-\x60\x7b-\x7f«»„“”‘’–—…•·©®°§¿¡€]+")
_ODD = re.compile(r"[\x80-\x9f\uff61-\uff9f\ue000-\uf8ff\ufffd]")


def detect_legacy(data: bytes) -> tuple[str, float, list[str]]:
    """(codec, confidence from 0 to 1, warnings) for bytes that are not UTF-8."""
    sample = _sample(data)
    # No page is told by a line of ASCII, and no word or pair goes over a line end.
    telling = b"\n".join(line for line in sample.split(b"\n") if not line.isascii())
    best, score = _best_multi_byte(telling)
    single, single_score = _best_single_byte(telling)
    # A multi-byte page that reads is no accident: single bytes rarely pair up throughout.
    if score >= 0.12 and score >= single_score * 0.35:
        return best, round(min(0.95, 0.5 + score), 3), []
    if single_score >= _SURE:
        return single, round(min(0.9, single_score), 3), []
    return _ask_normalizer(sample, single if single_score >= score else best)


def plausibility(text: str) -> float:
    """How much of a text's special characters are frequent ones in Chinese, Japanese or Korean."""
    return max(_share(text, name) for name in _SETS)


def share_of_words(text: str) -> float:
    """How many of the words with special characters are of letters alone, in a usual case."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    return sum(map(_is_word, words)) / len(words) if words else 0.0


def _is_word(word: str) -> bool:
    has_case = word.lower() != word.upper()
    usual = not has_case or word.islower() or word.isupper() or word[1:].islower()
    return usual and all(unicodedata.category(character)[0] in "LM" for character in word)


def _sample(data: bytes) -> bytes:
    """The first stretch that has bytes beyond ASCII, ended at a line end so that no pair is cut."""
    if len(data) <= _SAMPLE_BYTES:
        return data
    found = re.search(rb"[\x80-\xff]", data)
    start = data.rfind(b"\n", 0, found.start()) + 1 if found else 0
    end = data.rfind(b"\n", start, start + _SAMPLE_BYTES) + 1
    return data[start : end if end > start else start + _SAMPLE_BYTES]


def _best_multi_byte(sample: bytes) -> tuple[str, float]:
    best, score = "gb18030", 0.0
    for encoding, language in _MULTI_BYTE:
        value = _share(sample.decode(encoding, "replace"), language)
        if value > score:
            best, score = encoding, value
    return best, score


@cache
def _level_one(encoding: str) -> tuple[int, int]:
    """The lead bytes of a page's first level, where its common characters stand."""
    return {
        "gb18030": (0xB0, 0xD7),
        "big5hkscs": (0xA4, 0xC6),
        "cp932": (0x88, 0x97),
        "cp949": (0xB0, 0xC8),
    }[encoding]


def _share(text: str, language: str) -> float:
    """Frequent characters among the special ones, a little for merely common ones, less the odd."""
    special = _SPECIAL.findall(text)
    if not special:
        return 0.0
    frequent, low_high = _SETS[language], _level_one(language)
    hits = sum(character in frequent for character in special)
    odd = len(_ODD.findall(text))
    if odd > len(special) * 0.02 + 1:
        return 0.0
    common = 0
    for character in special:
        lead = character.encode(language, "replace")[0]
        common += low_high[0] <= lead <= low_high[1]
    return hits / len(special) + 0.15 * common / len(special) - odd / len(special)


def _best_single_byte(sample: bytes) -> tuple[str, float]:
    best, score = "cp1252", _reads(sample, "cp1252")
    least = score + _CLEARLY
    for encoding in _SINGLE_BYTE:
        value = _reads(sample, encoding)
        if value >= least and value > score:
            best, score = encoding, value
    return best, score


def _reads(sample: bytes, encoding: str) -> float:
    """Half for words of one script in a sane case, half for the usual letters of the page."""
    text = sample.decode(encoding, "replace")
    special = [c for c in _SPECIAL.findall(text) if c.isalpha() or c == "\ufffd" or c < "\xa0"]
    usual = _SINGLE_BYTE[encoding]
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    if not words:
        # Only signs such as quotes and dashes: nothing tells the pages apart.
        return 0.9 if encoding == "cp1252" and not _ODD.search(text) else 0.0
    sane = sum(_is_sane(word, usual, encoding) for word in words) / len(words)
    known = sum(c in usual for c in special) / len(special) if special else 0.0
    return 0.5 * sane + 0.5 * known


def _is_sane(word: str, usual: frozenset[str], encoding: str) -> bool:
    if any(not c.isalpha() and c not in usual for c in word):
        return False
    own = sum(c > "\x7f" for c in word)
    if encoding in _LATIN:
        # Words of Latin letters have some accents, never mostly.
        if own > max(1, len(word) * 0.6) and len(word) > 2:
            return False
    elif own < len(word):
        return False
    return encoding in _CASELESS or word.islower() or word.isupper() or word[1:].islower()


def _ask_normalizer(sample: bytes, fallback: str) -> tuple[str, float, list[str]]:
    guessed = f"the encoding was guessed ({fallback}) with little to go by"
    if not is_installed("charset_normalizer"):
        remedy = 'pip install "ragstone[text]" brings a better guess'
        return fallback, 0.2, [f"{guessed}; {remedy}"]
    match = require("charset_normalizer", "text").from_bytes(sample).best()
    if match is None or match.coherence < 0.1:
        return fallback, 0.2, [guessed]
    return match.encoding, round(float(match.coherence), 3), []
