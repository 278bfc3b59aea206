"""Megabytes on disk of a fresh environment with the extra `local`, pip included.

python benchmarks/install_size.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        environment = Path(temporary, "venv")
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        python = environment / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        constraints = ["--constraint", str(ROOT / "constraints.txt")]
        subprocess.run([*install, *constraints, f"{ROOT}[local]"], check=True)
        size = sum(
            path.stat().st_blocks * 512 for path in environment.rglob("*") if not path.is_symlink()
        )
        print(f"{size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
