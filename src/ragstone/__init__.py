"""Ragstone: private documents in; typed elements, exact chunks and cited search out.

    from ragstone import BlockingKnowledgeBase

    with BlockingKnowledgeBase.open("kb") as kb:
        for event in kb.add(["docs"]):
            print(event.stage, event.document)
        for hit in kb.search("how high is the spring tide?"):
            print(hit.citation.where(), hit.citation.quote)

The names below are the public ones; each is imported when it is first touched, so that
`import ragstone` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragstone.chunkers.base import ChunkerBase as ChunkerBase
    from ragstone.chunkers.base import TextChunker as TextChunker
    from ragstone.chunkers.catalog import CHUNKERS as CHUNKERS
    from ragstone.chunkers.composite import chunk_by_title as chunk_by_title
    from ragstone.chunkers.composite import chunk_elements as chunk_elements
    from ragstone.chunkers.splitting.separators import as_langchain as as_langchain
    from ragstone.chunkers.verify import verify as verify
    from ragstone.embedders.base import EmbedderBase as EmbedderBase
    from ragstone.embedders.catalog import EMBEDDERS as EMBEDDERS
    from ragstone.errors import RagstoneError as RagstoneError
    from ragstone.knowledge.base import KnowledgeBase as KnowledgeBase
    from ragstone.knowledge.blocking import BlockingKnowledgeBase as BlockingKnowledgeBase
    from ragstone.knowledge.config import KnowledgeBaseConfig as KnowledgeBaseConfig
    from ragstone.limits import Limits as Limits
    from ragstone.model.chunk import Chunk as Chunk
    from ragstone.model.document import Document as Document
    from ragstone.model.element import Element as Element
    from ragstone.model.section import Section as Section
    from ragstone.model.span import Span as Span
    from ragstone.parsers.base import ParserBase as ParserBase
    from ragstone.parsers.catalog import PARSERS as PARSERS
    from ragstone.parsers.read import read_document as read_document
    from ragstone.partitioning.partition import partition as partition
    from ragstone.partitioning.partition import partition_pdf as partition_pdf
    from ragstone.search.citation import Citation as Citation
    from ragstone.search.hit import Hit as Hit
    from ragstone.sources.source import Source as Source
    from ragstone.stores.base import VectorStoreBase as VectorStoreBase

_HOME = {
    "BlockingKnowledgeBase": "knowledge.blocking",
    "CHUNKERS": "chunkers.catalog",
    "Chunk": "model.chunk",
    "ChunkerBase": "chunkers.base",
    "Citation": "search.citation",
    "Document": "model.document",
    "EMBEDDERS": "embedders.catalog",
    "Element": "model.element",
    "EmbedderBase": "embedders.base",
    "Hit": "search.hit",
    "KnowledgeBase": "knowledge.base",
    "KnowledgeBaseConfig": "knowledge.config",
    "Limits": "limits",
    "PARSERS": "parsers.catalog",
    "ParserBase": "parsers.base",
    "RagstoneError": "errors",
    "Section": "model.section",
    "Source": "sources.source",
    "Span": "model.span",
    "TextChunker": "chunkers.base",
    "VectorStoreBase": "stores.base",
    "as_langchain": "chunkers.splitting.separators",
    "chunk_by_title": "chunkers.composite",
    "chunk_elements": "chunkers.composite",
    "partition": "partitioning.partition",
    "partition_pdf": "partitioning.partition",
    "read_document": "parsers.read",
    "verify": "chunkers.verify",
}

__all__ = [  # one a row of the table above; a test compares
    "CHUNKERS",
    "EMBEDDERS",
    "PARSERS",
    "BlockingKnowledgeBase",
    "Chunk",
    "ChunkerBase",
    "Citation",
    "Document",
    "Element",
    "EmbedderBase",
    "Hit",
    "KnowledgeBase",
    "KnowledgeBaseConfig",
    "Limits",
    "ParserBase",
    "RagstoneError",
    "Section",
    "Source",
    "Span",
    "TextChunker",
    "VectorStoreBase",
    "as_langchain",
    "chunk_by_title",
    "chunk_elements",
    "partition",
    "partition_pdf",
    "read_document",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module ragstone has no attribute {name}")
    value = getattr(importlib.import_module(f"ragstone.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
