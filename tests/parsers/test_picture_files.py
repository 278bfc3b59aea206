from __future__ import annotations

import base64

import pytest

from ragstone.model.block import Base64Source
from ragstone.parsers.picture_files import PictureFiles, described
from samples import make_png


def test_a_picture_keeps_its_bytes_and_is_one_block_wherever_it_stands() -> None:
    pictures = PictureFiles(1000)
    block, again = pictures.take(make_png()), pictures.take(make_png())

    assert block is not None
    assert block is again
    assert isinstance(block.source, Base64Source)
    assert block.source.media_type == "image/png"
    assert base64.b64decode(block.source.data) == make_png()


@pytest.mark.parametrize("data", [None, b"", b"<svg/>", b"\x01\0\0\0emf"])
def test_drawings_and_other_data_are_no_pictures(data: bytes | None) -> None:
    assert PictureFiles(1000).take(data) is None


def test_pictures_past_the_limit_are_counted_in_one_warning() -> None:
    pictures = PictureFiles(len(make_png()))

    assert pictures.take(make_png()) is not None
    assert pictures.take(make_png(grey=1)) is None
    assert pictures.take(make_png(grey=2)) is None
    assert list(pictures.warnings) == [
        "the data of 2 pictures was left out; raise the limit picture_bytes"
    ]


def test_a_part_is_unpacked_once() -> None:
    asked: list[str] = []

    def read(name: str) -> bytes:
        asked.append(name)
        return make_png()

    pictures = PictureFiles(1000)

    assert pictures.part("a.png", read) is pictures.part("a.png", read)
    assert asked == ["a.png"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The pier\n under ice", "The pier under ice"),
        ("image1.png", ""),
        ("C:\\Users\\Ada\\pier 3.JPG", ""),
        ("A chart of image.png files", "A chart of image.png files"),
        ("", ""),
    ],
    ids=["words", "a name", "a path", "words with a name", "nothing"],
)
def test_the_name_of_a_file_describes_nothing(text: str, said: str) -> None:
    assert described(text) == said
