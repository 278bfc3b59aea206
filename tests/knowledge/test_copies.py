"""The same text in several documents is one hit, which names them all."""

from __future__ import annotations

import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig
from ragstone.search.hit import Hit

TIDES = "High water at Dover is at six, and the ferry waits for the tide.\n"


def _copies(folder: Path) -> None:
    """One text as a file, in an archive and attached to a mail; and another one."""
    folder.mkdir()
    (folder / "tides.txt").write_text(TIDES)
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        archive.writestr("tides.txt", TIDES)
    mail = EmailMessage()
    mail["Subject"] = "Sailing"
    mail.set_content("See the attachment.")
    mail.add_attachment(TIDES, filename="tides.txt")
    (folder / "mail.eml").write_bytes(bytes(mail))
    (folder / "other.txt").write_text("The ferry is blue.\n")


def _searched(folder: Path, kb: Path, embedder: str, top_k: int) -> list[Hit]:
    config = KnowledgeBaseConfig(embedder=embedder, workers=1)
    with BlockingKnowledgeBase.open(kb, config) as base:
        assert [event.error for event in base.add(folder) if event.error] == []
        return base.search("when does the ferry wait for the tide?", top_k)


@pytest.mark.parametrize("embedder", ["none", "hashing"])
def test_a_file_and_its_copies_take_one_place(tmp_path: Path, embedder: str) -> None:
    _copies(tmp_path / "docs")
    first, second = _searched(tmp_path / "docs", tmp_path / "kb", embedder, 2)
    assert first.citation.where() == "tides.txt, line 1"
    assert {place.source for place in first.also_in} == {"all.zip", "mail.eml"}
    assert all(place.quote.strip() == TIDES.strip() for place in first.also_in)
    assert all(place.provenance.member == "tides.txt" for place in first.also_in)
    assert (second.citation.source, second.also_in) == ("other.txt", [])


def test_places_are_filled_behind_many_copies_and_ten_are_named(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(70):
        (docs / f"copy-{number}.txt").write_text(TIDES)
    for number in range(3):
        (docs / f"other-{number}.txt").write_text(f"Ferry number {number}.\n")
    first, *others = _searched(docs, tmp_path / "kb", "none", 4)
    assert len(first.also_in) == 10
    assert {hit.citation.source for hit in others} == {f"other-{n}.txt" for n in range(3)}


def test_a_text_that_a_document_repeats_is_one_hit_too(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "log.md").write_text("".join(f"# Day {n}\n\nThe ferry waits.\n\n" for n in range(3)))
    config = KnowledgeBaseConfig(embedder="none", workers=1, chunker="sentence:max_characters=20")
    with BlockingKnowledgeBase.open(tmp_path / "kb", config) as base:
        list(base.add(docs))
        hits = base.search("ferry waits")
    assert len({hit.citation.quote.strip() for hit in hits}) == len(hits)
    assert len(hits[0].also_in) == 2
