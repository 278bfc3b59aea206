"""Ingestions that are killed, for `test_interruption`: a process that imports once and forks.

Each line of stdin is an order as JSON, `{"docs": ..., "kb": ..., "point": 3, "delay_s": 0.004}`:
ingest, and die by SIGKILL so long after so many events (never where `point` is null). Each line of
stdout says how that process ended.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any

from ragstone.indexing import stages
from ragstone.knowledge import ingester
from ragstone.knowledge.blocking import BlockingKnowledgeBase
from ragstone.knowledge.config import KnowledgeBaseConfig

# The other parsers would be imported a hundred times, for nothing.
ingester.parsing_modules = lambda: (stages.__name__, "ragstone.parsers.markdown")


def ingest(order: dict[str, Any]) -> None:
    config = KnowledgeBaseConfig(embedder="hashing", chunker="recursive", workers=2)
    with BlockingKnowledgeBase.open(order["kb"], config) as kb:
        for number, event in enumerate(kb.add(order["docs"])):
            assert event.error is None
            if number == order["point"]:
                threading.Timer(order["delay_s"], os.kill, (os.getpid(), signal.SIGKILL)).start()


def in_a_fork(order: dict[str, Any]) -> int:
    pid = os.fork()
    if not pid:
        code = 1
        try:
            ingest(order)
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main() -> None:
    for line in sys.stdin:
        print(in_a_fork(json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
