"""The inspector's page: alone, safe, in step with the text, and it answers why nothing overlaps."""

import asyncio
import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.model.block import TextBlock
from ragstone.model.section import Section
from ragstone.views.inspect_page import grouped, inspect_page

#: A separator in front of pieces of which each is longer than the overlap asked for.
ARTICLE = "012345678901234567890,12345\n\n012345,6789\n\n0123456,789\n\nABCDEFGHIJKLMNOPQRSTUVWXYZ"
HOSTILE = '</div><script>document.title="owned"</script><img src=x onerror=alert(1)> "\'&'


def _page(text: str, *specs: str, name: str = "notes.txt") -> str:
    section = Section(content=TextBlock(text=text), source=name)
    chunkers = {spec: CHUNKERS.create_from(spec) for spec in specs}
    return asyncio.run(inspect_page(name, [section], chunkers))


class _Tags(HTMLParser):
    """Every tag of a page with its attributes, and whether all of them are closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def hostile() -> str:
    spec = "character:separator=<img src=x onerror=alert(2)>,chunk_size=30,chunk_overlap=9"
    return _page(f"# {HOSTILE}\n\n{HOSTILE}\n\n" * 4, spec, "balanced", name=HOSTILE)


def test_nothing_in_text_name_or_options_becomes_a_tag(hostile: str) -> None:
    tags = _Tags(hostile)
    assert not tags.open
    assert [tag for tag, _ in tags.tags].count("script") == 1
    assert "img" not in {tag for tag, _ in tags.tags}
    assert not [name for _, attributes in tags.tags for name in attributes if name[:2] == "on"]
    assert unescape(hostile).count(HOSTILE) >= 16


def test_the_page_asks_for_nothing_from_outside(hostile: str) -> None:
    for tag, attributes in _Tags(hostile).tags:
        assert tag not in {"link", "iframe", "object", "base", "form"}
        assert not attributes.keys() & {"src", "srcset", "style", "action"}
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in hostile
    assert "@import" not in hostile


def test_the_policy_allows_this_style_and_this_script_alone(hostile: str) -> None:
    [policy] = re.findall(r'Content-Security-Policy" content="(.*?)">', hostile)
    assert policy.startswith("default-src 'none'; ")
    for tag in ("style", "script"):
        [inside] = re.findall(f"<{tag}>(.*?)</{tag}>", hostile, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_it_answers_why_no_overlap_appears() -> None:
    page = _page(ARTICLE, "character:chunk_size=20,chunk_overlap=3")
    assert "3 asked; given at 0 of 3 boundaries." in page
    assert (
        "<li>3 times: no overlap: only whole pieces are repeated, and the last has 11 to 27 "
        "characters where chunk_overlap is 3</li>"
    ) in page
    assert "2 over chunk_size 20" in page


def test_it_says_how_much_is_repeated_where_something_is() -> None:
    page = _page("x" * 100, "fixed:chunk_size=20,chunk_overlap=3")
    assert "3 asked; given at 5 of 5 boundaries, 3 in the mean." in page


def test_it_says_when_no_overlap_was_asked_for() -> None:
    assert "None was asked for." in _page("x" * 100, "fixed:chunk_size=20")
    assert "There are no two chunks to overlap." in _page("x", "fixed:chunk_size=20")


def test_strategies_stand_side_by_side() -> None:
    page = _page(ARTICLE, "balanced", "fixed:chunk_size=20")
    assert page.count('<section class="strategy">') == 2
    assert page.count('class="cell"') == 2 * page.count('class="band"')


def test_distances_are_drawn_for_a_chunker_that_has_them() -> None:
    text = "The tide is high. 潮水很高。 Ferries leave at nine. Nobody swims. "
    page = _page(text, "semantic:embedder=hashing,breakpoint_threshold_amount=50")
    assert "Distances between sentences (percentile 50)" in page
    assert "<circle" in page


def test_every_link_leads_to_a_mark() -> None:
    page = _page(ARTICLE * 3, "balanced", "hierarchical:sizes=[60,20]", "semantic:embedder=hashing")
    tags = _Tags(page).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = {(attributes["href"] or "")[1:] for _, attributes in tags if "href" in attributes}
    assert links
    assert links <= set(ids)


def test_a_document_without_text_is_a_page_too() -> None:
    page = asyncio.run(inspect_page("empty.txt", [], {"balanced": CHUNKERS.create("balanced")}))
    assert "0 characters in 0 sections" in page
    assert "There is no chunk." in page


def test_the_page_grows_in_step_with_the_text() -> None:
    specs = ("recursive:chunk_size=200,chunk_overlap=40", "balanced")
    sizes = [len(_page("The tide reaches seven metres. 潮。\n\n" * n, *specs)) for n in (300, 2400)]
    assert sizes[1] < 8.2 * sizes[0]


def test_sentences_that_differ_in_numbers_are_told_as_one() -> None:
    said = ["has 3 of 9", "none", "has 5 of 9", "has 4 of 9", "cl100k", "cl200k"]
    assert grouped(said) == [("has 3 to 5 of 9", 3), ("none", 1), ("cl100k", 1), ("cl200k", 1)]


def test_numbers_of_any_length_and_zero_bytes_can_be_told() -> None:
    said = ["9" * 5000, 'separator "\x00" dropped']
    assert grouped(said) == [("9" * 5000, 1), ('separator "\ufffd" dropped', 1)]
