"""The tokenizers there are by name: one row each.

    TOKENIZERS.create("cl100k").count("tide tables")     # 3

`tokens` also knows OpenAI's models by their names, and files `tokenizer.json`.
"""

from __future__ import annotations

from ragstone.entries import Catalog, Entry
from ragstone.text.tokenizer import TokenizerBase

TOKENIZERS: Catalog[TokenizerBase] = Catalog(
    "tokenizers",
    (
        Entry(
            "cl100k",
            "ragstone.text.token_encodings:Cl100k",
            "what GPT-4, GPT-3.5 and OpenAI's embedding models read",
        ),
        Entry(
            "o200k",
            "ragstone.text.token_encodings:O200k",
            "what GPT-4o, GPT-4.1, GPT-5 and the o models read",
        ),
        Entry("qwen", "ragstone.text.token_encodings:Qwen", "what Qwen 3 reads"),
    ),
)
