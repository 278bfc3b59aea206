"""What starting costs, in CPU above a bare interpreter; the best of five on a noisy machine."""

from __future__ import annotations

import resource
import subprocess
import sys


def _cpu_s(*arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _best_above_bare(*arguments: str) -> float:
    return min(_cpu_s(*arguments) for _ in range(5)) - min(_cpu_s("-c", "pass") for _ in range(5))


def test_importing_ragstone_is_cheap() -> None:
    assert _best_above_bare("-c", "import ragstone") <= 0.05


def test_the_help_page_is_quick() -> None:
    assert _best_above_bare("-m", "ragstone.cli", "--help") <= 0.2


def test_help_imports_no_family() -> None:
    script = (
        "import sys; sys.argv = ['ragstone', '--help']\n"
        "from ragstone.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pydantic', 'sqlalchemy', 'rich', 'lxml'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)
