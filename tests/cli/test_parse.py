from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from ragstone.cli.parse import app
from samples import make_pdf, make_png


def test_overlay_writes_a_picture_a_page_beside_the_answer(tmp_path: Path) -> None:
    file, folder = tmp_path / "pier.pdf", tmp_path / "new" / "pictures"
    file.write_bytes(make_pdf([["High water at six."], ["Low water at noon."]]))
    done = CliRunner().invoke(app, [str(file), "--overlay", str(folder)])
    assert done.exit_code == 0
    assert "High water at six." in done.stdout
    assert f"2 pictures in {folder}" in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == [
        "pier-page-001.png",
        "pier-page-002.png",
    ]


def test_overlay_of_another_format_is_wrong_usage(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Tides")
    done = CliRunner().invoke(app, [str(file), "--overlay", str(tmp_path / "pictures")])
    assert done.exit_code == 2
    assert "only pages of PDF files" in done.stderr
    assert not (tmp_path / "pictures").exists()


def test_overlay_into_a_file_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "pier.pdf"
    file.write_bytes(make_pdf([["High water at six."]]))
    done = CliRunner().invoke(app, [str(file), "--overlay", str(file)])
    assert done.exit_code == 1
    assert "cannot be written to" in done.stderr


def test_a_list_item_is_shown_with_its_marker(tmp_path: Path) -> None:
    file = tmp_path / "steps.md"
    file.write_text("2. knead\n3. bake\n")
    lines = CliRunner().invoke(app, [str(file)]).stdout.splitlines()
    assert lines == ["ListItem 2.  line 1", "    knead", "ListItem 3.  line 2", "    bake"]


def test_a_picture_is_shown_by_name_type_and_size(tmp_path: Path) -> None:
    file = tmp_path / "pier.png"
    file.write_bytes(make_png())
    size = len(make_png())
    for form in ("elements", "sections"):
        done = CliRunner().invoke(app, [str(file), "--to", form])
        assert done.stdout.splitlines()[-1].strip() == f"(pier.png, image/png, {size} bytes)"


def test_a_dash_reads_a_text_from_standard_input() -> None:
    done = CliRunner().invoke(app, ["-"], input="High water at six.\n")
    assert done.stdout == "UncategorizedText  line 1\n    High water at six.\n"


def test_what_stands_on_standard_input_is_read_as_what_it_is() -> None:
    done = CliRunner().invoke(app, ["-"], input=make_pdf([["High water at six."]]))
    assert "page 1" in done.stdout
    assert "High water at six." in done.stdout
