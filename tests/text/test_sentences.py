import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragstone.text.sentences import sentence_ends, sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "One is here.|Two is here!|Is three?",
        "He said “Go.”|Then he left.",
        "It costs 3.14 dollars.|Version 1.2.3 is out.",
        "Dr. Lee met Mrs. Jones at 9 a.m. in the U.S. office.|They left.",
        "See Fig. 3, e.g. the left one, i.e. No. 12.|Then stop.",
        "J. R. Smith came.|I did.|So did I.|They saw.",
        "Acme Inc. came late.|It was Acme Inc.|The end.",
        "Wait... what?|Well...|Nothing came.",
        "“Really?” he asked.|Yes.",
        "Use Yahoo! for that.|Fine.",
        "他走了。|她没走！|真的？|也许；|好。",
        "他说：“好。”|然后走了。",
        "（完。）|下一句。",
        "我不知道……|也许吧。",
        "这是RAG.|它很好.|完",
        "これは文です。|次の文です。",
        "यह एक वाक्य है।|यह दूसरा है।",
        "នេះជាប្រយោគ។|នេះជាប្រយោគទីពីរ៕",
        "ဒါကစာကြောင်း။|ဒုတိယစာကြောင်း။",
        "هل هذا صحيح؟|نعم.",
        "「はい。」と言った。|「行く！」って。|「だめ。」|ところが来た。",
        "「好き。」を聞いた。|終わり。",
        "Am 3. Oktober ist frei.|Im 19. Jahrhundert nicht.|Es war am 3.|Dann nicht mehr.",
        "Nous sommes le 3. été.|Dne 5. června přišel.|Odešel.",
        "Sie kam in the U.S.|We met in Washington, D.C.|She left at 9 p.m.|The end.",
        "The U.S. Army came, i.e. They came, K.M. He, X.Y. Wu and U.S. No. 1.|Yes.",
        "It is deprecated since Perl 5.8.0.|As of 5.30 it must go.|See Section 3.2.|The end.",
        "5.1. The rights.|They end.\n\n|  5.2. If so.\n\n|# 5.3. In the end.",
        "No stop here",
        "A heading\n\n|A paragraph.|",
    ],
)
def test_sentences_end_where_a_reader_ends_them(text):
    expected = [piece.strip() for piece in text.split("|") if piece]
    assert sentences(text.replace("|", " " if re.search("[.।។။]", text) else "")) == expected


def test_a_list_number_ends_no_sentence():
    assert sentences("1. First thing\n2. Second thing.") == ["1. First thing\n2. Second thing."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See one.The next is here.", ["See one.", "The next is here."]),
        ("See one.However it goes.", ["See one.", "However it goes."]),
        ("Use ast.If and os.Path and node.This.", ["Use ast.If and os.Path and node.This."]),
        ("Call see.THE now, vol.The end.", ["Call see.THE now, vol.The end."]),
        ("See a.b.The next.", ["See a.b.The next."]),
    ],
)
def test_a_lost_blank_is_no_matter_before_a_word_that_only_begins_sentences(text, expected):
    assert sentences(text) == expected


def test_small_letters_of_georgian_begin_sentences():
    assert sentences("ეს არის. ის არის.") == ["ეს არის.", "ის არის."]


def test_a_year_before_a_stop_ends_one():
    assert sentences("It was 1999. Then came 2000.") == ["It was 1999.", "Then came 2000."]


def test_small_letters_after_a_blank_line_begin_a_sentence():
    assert sentences("It ends.\n\nand goes on.") == ["It ends.", "and goes on."]


def test_only_the_part_asked_for_is_read():
    text = "One. Two. Three."
    assert list(sentence_ends(text, 5, 9)) == [9]


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="aB .!?。”…\n\"'1", max_size=60))
def test_spans_cover_all_that_is_not_blank_in_order(text):
    covered = 0
    for start, end in sentence_spans(text):
        assert not text[covered:start].strip()
        assert covered <= start < end
        assert text[start:end] == text[start:end].strip()
        covered = end
    assert not text[covered:].strip()


HEAVY = ["." * 300_000, ".)" * 150_000, "\n" * 300_000, "“" * 300_000, "a. " * 60_000, " " * 10**6]


@pytest.mark.parametrize("text", HEAVY, ids=lambda text: repr(text[:3]))
def test_a_heavy_text_takes_linear_time(text):
    started = time.process_time()
    assert list(sentence_ends(text)) is not None
    assert time.process_time() - started < 4


PLAIN = st.lists(
    st.sampled_from(
        [
            *"aB1. .!\n\"('",
            "Dr",
            "approx",
            "lieut",
            "etc",
            "word",
            "vitamin",
            "e.g",
            "ß",
            " A",
            ". T",
        ]
    ),
    max_size=30,
).map("".join)


@settings(deadline=None, max_examples=300)
@given(PLAIN)
def test_the_shortcut_for_plain_ends_changes_nothing(text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ragstone.text.sentences._plainly_ends", lambda *_: False)
        expected = list(sentence_ends(text))
    assert list(sentence_ends(text)) == expected
