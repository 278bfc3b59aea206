"""Walking folders: a stable order, every file once, and a bad path never ends the walk."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ragstone.errors import SourceNotFound
from ragstone.sources.folder import walk
from ragstone.sources.source import Source

needs_root = pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="needs root to change the user"
)


def _names(*paths: Path | str) -> list[str]:
    return [item.name if isinstance(item, Source) else f"! {item}" for item in walk(paths)]


def test_files_come_in_order_with_names_relative_to_the_folder(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", "a/y.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    assert _names(tmp_path) == ["b.txt", "a/y.txt", "a/z.txt"]


def test_hidden_files_and_machinery_are_passed_over(tmp_path: Path) -> None:
    for name in (".git/config", "node_modules/a.md", ".hidden", "seen.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    assert _names(tmp_path) == ["seen.md"]


def test_a_file_given_twice_comes_once(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x")
    assert _names(file, tmp_path) == ["a.txt"]


@pytest.mark.parametrize("kind", [str, Path, Source.from_path])
def test_one_path_is_no_list_of_its_letters(
    tmp_path: Path, kind: Callable[[Path], str | Path | Source]
) -> None:
    (tmp_path / "a.txt").write_text("a")
    [found] = walk(kind(tmp_path / "a.txt"))
    assert isinstance(found, Source)
    assert found.path == tmp_path / "a.txt"


def test_a_missing_path_is_a_sentence_and_the_rest_follows(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x")
    missing, found = list(walk([tmp_path / "gone.pdf", file]))
    assert isinstance(missing, SourceNotFound)
    assert str(missing).endswith("gone.pdf: no such file or folder; check the path")
    assert isinstance(found, Source)


def test_a_path_with_a_nul_is_a_missing_path() -> None:
    assert _names("a\0b") == ["! a\0b: no such file or folder; check the path"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    inside = tmp_path / "docs"
    inside.mkdir()
    (inside / "link.txt").symlink_to(secret)
    (inside / "own.txt").write_text("x")
    (inside / "same.txt").symlink_to(inside / "own.txt")
    assert _names(inside) == ["own.txt", "same.txt"]


def test_a_pipe_is_no_document(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert _names(tmp_path) == []


def test_a_source_passes_through(tmp_path: Path) -> None:
    source = Source.from_text("hello", "hello.txt")
    assert list(walk([source])) == [source]


@needs_root
def test_an_unreadable_folder_is_one_sentence_and_the_rest_follows(tmp_path: Path) -> None:
    assert _seen_by_another_user(tmp_path, mode=0o0) == [
        "open.txt",
        "closed/: the folder may not be read; give read permission to this user",
    ]


@needs_root
def test_a_folder_that_may_be_listed_and_not_entered_is_a_sentence_an_entry(tmp_path: Path) -> None:
    assert _seen_by_another_user(tmp_path, mode=0o444) == [
        "open.txt",
        "closed/a.txt: it may not be read; give read permission to this user",
        "closed/inner/: the folder may not be read; give read permission to this user",
    ]


def _seen_by_another_user(tmp_path: Path, *, mode: int) -> list[str]:
    """What a walk gives a user to whom the folder `closed` has the permissions `mode`."""
    closed = tmp_path / "docs" / "closed"
    (closed / "inner").mkdir(parents=True)
    (closed / "a.txt").write_text("x")
    (tmp_path / "docs" / "open.txt").write_text("x")
    closed.chmod(mode)
    for folder in [tmp_path, *tmp_path.parents]:  # let the other user come this far
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    script = (
        "import os, sys\n"
        "from ragstone.sources.folder import walk\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "for item in walk([sys.argv[1]]): print(getattr(item, 'name', item))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "docs")],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_a_pipe_given_by_name_is_refused_when_it_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    [source] = walk([tmp_path / "pipe.txt"])
    assert isinstance(source, Source)
    with pytest.raises(SourceNotFound, match="a pipe or a device"):
        source.read_bytes()


def test_a_name_that_is_no_utf8_is_shown_with_a_replacement(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.txt"))
    path.write_bytes(b"text")
    [source] = walk([tmp_path])
    assert isinstance(source, Source)
    assert source.name == "bad\ufffd.txt"
    assert source.read_bytes() == b"text"


@pytest.mark.parametrize("blank", ["", " "])
def test_a_blank_path_is_refused_and_not_the_folder_one_stands_in(blank: str) -> None:
    assert _names(blank) == ["! (blank): the path is blank; give a file or a folder"]


def test_an_entry_that_the_system_does_not_tell_of_is_a_sentence_and_the_rest_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (b"a\xff.txt", b"b.txt"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("x")
    is_file = Path.is_file

    def refused(self: Path) -> bool:
        if self.name.startswith("a"):
            raise PermissionError(13, "Permission denied")
        return is_file(self)

    monkeypatch.setattr(Path, "is_file", refused)
    assert _names(tmp_path) == [
        "! a\ufffd.txt: it may not be read; give read permission to this user",
        "b.txt",
    ]


def test_equal_bytes_under_two_names_are_two_documents() -> None:
    for make in (Source.from_bytes, Source.from_text):
        data = "x" if make == Source.from_text else b"x"
        one, two = make(data, "a.txt"), make(data, "潮 \ud800.txt")  # pyright: ignore[reportArgumentType]
        assert [item for item in walk([one, two, one]) if isinstance(item, Source)] == [one, two]
