"""Full-text search of one collection: an FTS5 table over the chunks' stored `index_text`.

The texts are tokens between blanks already (`ragstone.text.normalize`), so FTS5 only splits at
blanks: its `ascii` tokenizer takes every character beyond ASCII as it is, and the ASCII signs that
tokens may hold are named. External content: SQLite before 3.43 cannot delete from contentless
tables. One table a collection, so that the rarity of words is that of the collection.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, Integer, Text, column, func, select, table, text

from ragstone.model.metadata_filter import Filter
from ragstone.stores.bm25 import TIE_DIGITS
from ragstone.stores.coverage import Coverage
from ragstone.stores.sqlite_filter import condition
from ragstone.stores.sqlite_schema import CHUNKS
from ragstone.text.normalize import QueryTerms


class TextIndex:
    """The full-text table of the collection numbered `collection`."""

    def __init__(self, connection: Connection, collection: int) -> None:
        self._connection = connection
        self._table = f"store_text_{int(collection)}"
        self._rows = table(self._table, column("rowid", Integer), column(self._table, Text))

    def create(self) -> None:
        self._connection.exec_driver_sql(
            f"CREATE VIRTUAL TABLE {self._table} USING fts5(index_text, content='store_chunks', "
            "content_rowid='id', tokenize=\"ascii tokenchars '#+-.@_'\")"
        )

    def drop(self) -> None:
        self._connection.exec_driver_sql(f"DROP TABLE {self._table}")

    def add(self, document: int, after: int) -> None:
        """Index the chunks of a document whose id is above `after`."""
        self._connection.execute(
            text(
                f"INSERT INTO {self._table} (rowid, index_text) SELECT id, index_text "  # noqa: S608
                "FROM store_chunks WHERE document = :document AND id > :after"
            ),
            {"document": document, "after": after},
        )

    def remove(self, document: int, chunk_indexes: list[int] | None = None) -> None:
        """Forget chunks of a document, all or some; they must still be in their table."""
        command = (
            f"INSERT INTO {self._table} ({self._table}, rowid, index_text) "  # noqa: S608
            "SELECT 'delete', id, index_text FROM store_chunks WHERE document = :document"
        )
        if chunk_indexes is None:
            self._connection.execute(text(command), {"document": document})
        elif chunk_indexes:
            self._connection.execute(
                text(f"{command} AND chunk_index = :chunk_index"),
                [{"document": document, "chunk_index": index} for index in chunk_indexes],
            )

    def find(
        self, terms: QueryTerms, limit: int, wanted: Filter | None = None
    ) -> list[tuple[int, float]]:
        """(chunk row, score) of chunks that hold any term, best first; scores are positive.

        The best `limit` of those that match, with all that tie with the last one.
        """
        if not terms or limit <= 0:
            return []
        # FTS5 names what a whole row holds like the table.
        row, whole = self._rows.c.rowid, self._rows.c[self._table]
        score = func.round(-func.bm25(whole), TIE_DIGITS).label("score")
        any_term = whole.match(" OR ".join(_phrases(terms)))
        rows = select(row, score).where(any_term).order_by(score.desc())
        if wanted is not None:
            rows = rows.join(CHUNKS, CHUNKS.c.id == row).where(condition(CHUNKS.c.metadata, wanted))
        fetched = limit + 32
        while True:
            cursor = self._connection.execute(rows.limit(fetched))
            found = [(int(chunk), float(points)) for chunk, points in cursor]
            if len(found) < fetched or found[-1][1] < found[limit - 1][1]:
                return found
            fetched *= 4

    def coverage(self, terms: QueryTerms) -> Coverage:
        """What tells how much of the query a text of this collection holds."""
        # The table itself counts all of its content table, which other collections share.
        count = text(f"SELECT COUNT(*) FROM {self._table}_docsize")  # noqa: S608
        texts = int(self._connection.execute(count).scalar_one())
        holding = text(
            f"SELECT (SELECT COUNT(*) FROM {self._table} WHERE {self._table} MATCH phrase.value) "  # noqa: S608
            "FROM json_each(:phrases) AS phrase ORDER BY phrase.key"
        )
        found = self._connection.execute(holding, {"phrases": json.dumps(_phrases(terms))})
        return Coverage(terms, [int(number) for number in found.scalars()], texts)


def _phrases(terms: QueryTerms) -> list[str]:
    """FTS5 expressions, one a term; tokens are quoted, so nothing in them is an operator."""
    return [f'"{term}"' for term in terms.terms] + [f'"{start}"*' for start in terms.prefixes]
