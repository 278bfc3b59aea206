"""Megabytes on disk of fresh environments: what the formats add, and what `local` comes to.

python benchmarks/install_size.py

Each is an environment of its own, pip included, byte code written as pip does. Formats are the
extras that only read files; what they add is beside the core, which has none.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OFFICE_WEB_MAIL = ("text", "html", "mail", "docx", "spreadsheet", "pptx", "epub", "odt")


def main() -> None:
    core = size_with(())
    office = size_with(OFFICE_WEB_MAIL)
    formats = size_with((*OFFICE_WEB_MAIL, "pdf"))
    local = size_with(("local",))
    print(f"core                              {core / 1e6:6.0f} MB")
    print(f"office, web and mail formats add  {(office - core) / 1e6:6.1f} MB")
    print(f"all formats, PDF too, add         {(formats - core) / 1e6:6.1f} MB")
    print(f"local                             {local / 1e6:6.0f} MB")


def size_with(extras: tuple[str, ...]) -> int:
    """Bytes on disk of a fresh environment with the package and these extras."""
    with tempfile.TemporaryDirectory() as temporary:
        environment = Path(temporary, "venv")
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        python = environment / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        constraints = ["--constraint", str(ROOT / "constraints.txt")]
        what = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
        subprocess.run([*install, *constraints, what], check=True)
        return sum(
            path.stat().st_blocks * 512 for path in environment.rglob("*") if not path.is_symlink()
        )


if __name__ == "__main__":
    main()
