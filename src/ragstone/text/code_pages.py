"""Python's names for the code pages and character sets that Windows numbers.

of_code_page(936)       # "gb18030"
of_charset(134)         # "gb18030", a font's character set
"""

from __future__ import annotations

from ragstone.text.encoding import codec_of

#: `\fcharset` of RTF and LOGFONT's lfCharSet: RTF Specification 1.9.1, "Font table".
_OF_CHARSET = {
    2: "cp1252",
    77: "mac_roman",
    78: "cp932",
    79: "cp949",
    80: "gb18030",
    81: "big5",
    83: "mac_greek",
    86: "mac_turkish",
    89: "mac_cyrillic",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_OF_CODE_PAGE = {
    0: "cp1252",
    936: "gb18030",
    1361: "johab",
    10000: "mac_roman",
    20866: "koi8-r",
    20936: "gb18030",
    21866: "koi8-u",
    50220: "iso2022_jp",
    51932: "euc_jp",
    51936: "gb18030",
    51949: "euc_kr",
    54936: "gb18030",
    65001: "utf-8",
}
_ISO_8859 = range(28591, 28607)


def of_charset(charset: int) -> str | None:
    """The encoding of a font's character set; None for that of the file (0, 1)."""
    return _OF_CHARSET.get(charset)


def of_code_page(number: int) -> str | None:
    """The encoding of a code page; None for one that Python does not know."""
    if number in _OF_CODE_PAGE:
        return _OF_CODE_PAGE[number]
    if number in _ISO_8859:
        return f"iso8859-{number - _ISO_8859.start + 1}"
    return codec_of(f"cp{number}")
