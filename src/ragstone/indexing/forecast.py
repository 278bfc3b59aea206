"""What an ingestion would do with each file, without doing it.

    async for forecast in forecasts(walk(["docs"]), planner, sandbox):
        print(forecast.fate, forecast.document)

Files are identified by their content in the sandbox, and compared with the records by theirs; none
is parsed, so that damage inside a file of a known format is not foreseen.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from enum import StrEnum
from typing import Any

from pydantic import BaseModel

from ragstone.errors import MissingExtra, RagstoneError, SourceNotFound, UnsupportedFormat
from ragstone.indexing.plan import Action, Planner
from ragstone.indexing.sandbox import Sandbox
from ragstone.indexing.stages import ParseRequest
from ragstone.parsers.read import identified
from ragstone.sources.source import Source

IDENTIFY = "ragstone.indexing.forecast:identify"


class Fate(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    UNSUPPORTED = "unsupported"
    UNREADABLE = "unreadable"


class Forecast(BaseModel):
    """One file: what would become of it, the parser that would read it, and why none would."""

    fate: Fate
    document: str
    media_type: str = ""
    parser: str = ""
    reason: str | None = None


def identify(payload: bytes) -> bytes:
    """`ParseRequest` in; media type and parser out, as JSON. A stage, as those of `stages.py`.

    Raises the errors of `identified`.
    """
    media_type, row = identified(ParseRequest.unpack(payload).source())
    return json.dumps({"media_type": media_type, "parser": row.name}).encode()


async def forecasts(
    sources: Iterable[Source | SourceNotFound],
    planner: Planner | None,
    sandbox: Sandbox,
    metadata: Mapping[str, Any] | None = None,
) -> AsyncIterator[Forecast]:
    """One `Forecast` a source, in order; `planner` None: there is no knowledge base yet."""
    for item in sources:
        if isinstance(item, SourceNotFound):
            yield Forecast(fate=Fate.UNREADABLE, document=item.file, reason=str(item))
            continue
        fate = Fate.NEW
        try:
            if planner is not None:
                fate = _FATES[(await planner.plan(item, metadata)).action]
            answer = await sandbox.call(IDENTIFY, ParseRequest.of(item).pack(), name=item.name)
        except (UnsupportedFormat, MissingExtra) as error:
            yield Forecast(fate=Fate.UNSUPPORTED, document=item.name, reason=_about(item, error))
        except RagstoneError as error:
            yield Forecast(fate=Fate.UNREADABLE, document=item.name, reason=_about(item, error))
        else:
            yield Forecast(fate=fate, document=item.name, **json.loads(answer))


_FATES = {
    Action.ADD: Fate.NEW,
    Action.REPLACE: Fate.CHANGED,
    Action.UNCHANGED: Fate.UNCHANGED,
}


def _about(item: Source, error: RagstoneError) -> str:
    sentence = str(error)
    return sentence if sentence.startswith(item.name) else f"{item.name}: {sentence}"
