"""Bytes become the text that was meant, and nothing makes decoding fail."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.text import legacy
from ragstone.text.encoding import clean, codec_of, decode

FRENCH = "Bonjour, ça va très bien. Le café est déjà prêt."
RUSSIAN = "Расписание приливов на май. Судно приходит в порт в семь часов."
JAPANESE = "本日の港湾会議で北埠頭の拡張が決まりました。"
CHINESE = "今天的港口会议决定扩建北码头。"

LEGACY = [
    (FRENCH, "latin-1", "cp1252"),
    ("Déjà vu", "cp1252", "cp1252"),
    ("Die Straße führt über die Brücke – schön.", "cp1252", "cp1252"),
    ("He said “hello” – and left…", "cp1252", "cp1252"),
    ("The café opens at seven o'clock every day.", "cp1252", "cp1252"),
    ("Zażółć gęślą jaźń. Port otwiera się o siódmej rano, łódź już czeka.", "cp1250", "cp1250"),
    ("İstanbul'da liman sabah yedide açılır, güneş doğar.", "cp1254", "cp1254"),
    (RUSSIAN, "cp1251", "cp1251"),
    ("Привет, мир", "cp1251", "cp1251"),
    (RUSSIAN, "koi8-r", "koi8-r"),
    ("Το λιμάνι ανοίγει στις επτά το πρωί κάθε μέρα.", "cp1253", "cp1253"),
    ("הנמל נפתח בשעה שבע בבוקר", "cp1255", "cp1255"),
    ("يفتح الميناء في الساعة السابعة صباحا", "cp1256", "cp1256"),
    ("ท่าเรือเปิดเวลาเจ็ดโมงเช้า", "cp874", "cp874"),
    (CHINESE, "gbk", "gb18030"),
    ("港口会议", "gbk", "gb18030"),
    ("作者：镕基，𠮷野家。" + CHINESE, "gb18030", "gb18030"),
    ("RAG 是 Retrieval-Augmented Generation 的缩写。", "gbk", "gb18030"),
    ("今天的港口會議決定擴建北碼頭，預計三年完成。", "big5", "big5hkscs"),
    (JAPANESE, "shift_jis", "cp932"),
    ("コンピュータ ネットワーク", "shift_jis", "cp932"),
    (JAPANESE, "euc-jp", "euc_jp"),
    (JAPANESE, "iso2022-jp", "iso2022_jp"),
    ("오늘 항만 회의에서 북쪽 부두를 확장하기로 결정했습니다.", "euc-kr", "cp949"),
    ("안녕하세요 세계", "euc-kr", "cp949"),
]


@pytest.mark.parametrize(("text", "written", "read"), LEGACY)
def test_an_undeclared_code_page_is_found(text, written, read):
    found = decode(text.encode(written))
    assert (found.text, found.encoding) == (text, read)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-be", "utf-32-le"])
def test_a_byte_order_mark_decides_and_is_dropped(encoding):
    mark = "" if encoding in ("utf-8-sig", "utf-16", "utf-32") else "\ufeff"
    found = decode((mark + "Tide 潮汐 café").encode(encoding))
    assert found.text == "Tide 潮汐 café"
    assert found.confidence == 1


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_text_without_a_mark_is_told_by_its_nul_bytes(encoding):
    assert decode("Tide tables for May, café.\n".encode(encoding)).encoding == encoding


def test_chinese_utf_16_without_a_mark_is_told_by_its_line_ends():
    assert decode((CHINESE + "\r\n").encode("utf-16-le") * 5).text == (CHINESE + "\r\n") * 5


def test_strict_utf_8_is_certain():
    found = decode("Straße 港口".encode())
    assert (found.encoding, found.confidence, found.warnings) == ("utf-8", 1, ())


def test_a_stray_byte_in_utf_8_is_read_as_cp1252_with_a_warning():
    found = decode("Straße 港口会议 naïve – gut.\n".encode() * 5 + b"caf\xe9 here\n")
    assert found.text.endswith("café here\n")
    assert "港口会议" in found.text
    assert found.encoding == "utf-8"
    assert "1 bytes are not valid UTF-8" in found.warnings[0]


def test_utf_8_cut_off_inside_a_character_stays_utf_8():
    found = decode("港口会议".encode()[:-1])
    assert found.text.startswith("港口会")
    assert found.encoding == "utf-8"


def test_gb2312_is_read_as_gb18030_as_browsers_do():
    found = decode("镕基先生，丨水电费".encode("gb18030"), declared="gb2312")
    assert (found.text, found.encoding) == ("镕基先生，丨水电费", "gb18030")


def test_a_declaration_wins_over_a_guess():
    assert decode(RUSSIAN.encode("koi8-r"), declared="KOI8-R").encoding == "koi8-r"


def test_a_single_byte_declaration_of_valid_utf_8_is_not_believed():
    found = decode("Straße 港口".encode(), declared="iso-8859-1")
    assert found.text == "Straße 港口"
    assert found.warnings == (
        "the file says iso-8859-1, and was read as utf-8, which fits its bytes better",
    )


@pytest.mark.parametrize("declared", ["gb18030", "big5", "shift_jis", "utf-16", "ascii"])
@pytest.mark.parametrize("text", [CHINESE, "Le café près de l'été, à l'hôtel: déjà vu, garçon."])
def test_no_declaration_hides_valid_utf_8(text: str, declared: str):
    found = decode(text.encode(), declared)
    assert (found.text, found.encoding) == (text, "utf-8")
    assert found.warnings == (
        f"the file says {declared}, and was read as utf-8, which fits its bytes better",
    )


@pytest.mark.parametrize(
    ("text", "encoding"), [(CHINESE, "gb18030"), ("Déjà vu près de l'hôtel.", "cp1252")]
)
def test_a_wrong_declaration_of_utf_8_is_said(text: str, encoding: str):
    found = decode(text.encode(encoding), "utf-8")
    assert (found.text, found.encoding) == (text, encoding)
    assert found.warnings == (
        f"the file says utf-8, and was read as {encoding}, which fits its bytes better",
    )


@pytest.mark.parametrize("declared", ["iso-8859-1", "windows-1252", "us-ascii"])
def test_chinese_that_is_declared_western_is_read_as_chinese(declared: str):
    found = decode(CHINESE.encode("gb18030"), declared)
    assert found.text == CHINESE
    assert declared in found.warnings[0]


def test_a_few_western_letters_are_read_as_declared():
    assert decode("ÄÖÜ".encode("cp1252"), "iso-8859-1").text == "ÄÖÜ"


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("สวัสดี " * 10, "tis-620"),
        ("ÖĞLEN AĞRI YÜKSEKTIR. ÖĞLEN LIMANDA AĞRI DAĞI", "windows-1254"),
        ("ОБЪЯВЛЕНИЕ", "iso-8859-5"),
    ],
)
def test_words_that_are_declared_truly_are_not_taken_for_chinese(text: str, declared: str):
    found = decode(text.encode(declared), declared)
    assert (found.text, found.warnings) == (text, ())


def test_a_declaration_against_the_byte_order_mark_is_said():
    found = decode(codecs.BOM_UTF8 + CHINESE.encode(), "gb2312")
    assert found.text == CHINESE
    assert "the file says gb2312, and was read as utf-8" in found.warnings[0]


@pytest.mark.parametrize("declared", ["utf-8", "iso-8859-1", "utf-16", "gb2312"])
def test_any_declaration_of_ascii_will_do(declared: str):
    assert decode(b"plain", declared).warnings == ()


def test_a_wrong_declaration_is_said_and_the_text_still_found():
    found = decode(CHINESE.encode("gbk"), declared="shift_jis")
    assert found.text == CHINESE
    assert "shift_jis" in found.warnings[0]


def test_an_unknown_declaration_is_said():
    assert "not known" in decode(b"abc", declared="x-klingon").warnings[0]


@pytest.mark.parametrize("label", ["rot13", "base64", "hex", "", "utf-7\0"])
def test_labels_that_are_no_text_encoding_are_refused(label):
    assert codec_of(label) is None


@pytest.mark.parametrize(
    "label", ["undefined", "idna", "punycode", "unicode_escape", "raw_unicode_escape"]
)
def test_codecs_that_are_no_character_set_are_passed_over(label):
    assert codec_of(label) is None
    assert decode("Café \\u0041".encode(), label).text == "Café \\u0041"


def test_nul_is_dropped_with_a_warning():
    found = decode(b"Log start\0\0 of the day\npump on\0\n")
    assert found.text == "Log start of the day\npump on\n"
    assert "3 NUL" in found.warnings[0]


def test_lone_surrogates_become_replacement_characters_with_a_warning():
    text, warnings = clean("a\ud800b")
    assert text == "a\ufffdb"
    assert "1 lone surrogates" in warnings[0]
    assert decode(b"abc \xed\xa0\x80 def").text == "abc \ufffd def"


def test_without_charset_normalizer_a_doubtful_guess_names_the_extra(monkeypatch):
    monkeypatch.setattr(legacy, "is_installed", lambda module: False)
    found = decode(bytes(range(128, 256)))
    assert any("ragstone[text]" in warning for warning in found.warnings)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([None, "gbk", "utf-8", "utf-16", "x", "big5"]))
def test_no_bytes_make_decoding_fail(data, declared):
    found = decode(data, declared)
    assert "\0" not in found.text
    found.text.encode("utf-8")
    assert 0 <= found.confidence <= 1


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff\x1b")))
def test_utf_8_survives_whatever_it_says(text):
    data = text.encode()
    if b"\0" not in data:
        assert decode(data).text == text
