"""The chunkers there are: one row each.

chunker = CHUNKERS.create("recursive", chunk_size=500, chunk_overlap=50)
chunker = CHUNKERS.create_from("recursive:chunk_size=500,chunk_overlap=50")
"""

from __future__ import annotations

from ragstone.chunkers.base import ChunkerBase
from ragstone.entries import Catalog, Entry

DEFAULT_CHUNKER = "balanced"

CHUNKERS: Catalog[ChunkerBase] = Catalog(
    "chunkers",
    (
        Entry(
            "balanced",
            "ragstone.chunkers.balanced:BalancedChunker",
            "chunks of nearly equal length that end at headings, blocks and sentences",
        ),
        Entry(
            "sentence",
            "ragstone.chunkers.sentence:SentenceChunker",
            "whole sentences packed up to a limit; keeps headings, code and table rows together",
        ),
        Entry(
            "recursive",
            "ragstone.chunkers.recursive:RecursiveChunker",
            "splits at the first separator that is found, and what is too long at the next one",
        ),
        Entry(
            "character",
            "ragstone.chunkers.character:CharacterChunker",
            "splits at one separator and merges the pieces up to a target size",
        ),
        Entry(
            "approx_token",
            "ragstone.chunkers.approx_token:ApproxTokenChunker",
            "windows of about so many tokens (four bytes each), whatever the text says",
        ),
        Entry(
            "fixed",
            "ragstone.chunkers.fixed:FixedChunker",
            "windows of so many characters, tokens or bytes, whatever the text says",
        ),
        Entry(
            "token",
            "ragstone.chunkers.token:TokenChunker",
            "windows of so many tokens, exactly, with an overlap in tokens",
        ),
        Entry(
            "section",
            "ragstone.chunkers.section:SectionChunker",
            "one chunk a section: a page, a chapter, a slide",
        ),
        Entry(
            "sentence_window",
            "ragstone.chunkers.sentence_window:SentenceWindowChunker",
            "one chunk a sentence, with the sentences around it kept beside it",
        ),
        Entry(
            "hierarchical",
            "ragstone.chunkers.hierarchical:HierarchicalChunker",
            "large chunks and the small ones inside them, from one pass",
        ),
        Entry(
            "semantic",
            "ragstone.chunkers.semantic:SemanticChunker",
            "breaks where the subject changes, by the distances between sentence embeddings",
            uses=(("embedder", "ragstone.embedders.catalog:EMBEDDERS"),),
        ),
        Entry(
            "elements",
            "ragstone.chunkers.elements:ElementsChunker",
            "whole elements packed up to a size, by title or in a row, by Unstructured's rules",
        ),
        Entry(
            "code",
            "ragstone.chunkers.code:CodeChunker",
            "whole functions, classes and methods, by the syntax trees of 31 languages",
            extra="code",
            helped_by=("tree_sitter_language_pack",),
            unhelped="cuts at separators, as recursive does by language",
        ),
        Entry(
            "markdown",
            "ragstone.chunkers.markdown:MarkdownChunker",
            "Markdown by its blocks: headings, lists, fences, tables with their header beside",
        ),
        Entry(
            "html",
            "ragstone.chunkers.html:HtmlChunker",
            "HTML source by its elements, with tables' header rows beside",
        ),
        Entry(
            "json",
            "ragstone.chunkers.json:JsonChunker",
            "JSON by its objects and arrays, with the path of what a chunk begins with",
        ),
        Entry(
            "table",
            "ragstone.chunkers.table:TableChunker",
            "tables of any kind of text by rows, with their header beside every chunk",
        ),
    ),
)
