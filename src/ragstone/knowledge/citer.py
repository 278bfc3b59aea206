"""Citations for the hits of one search, out of the records; each section is read once.

citer = Citer(records)
citation = await citer(candidate)
"""

from __future__ import annotations

from ragstone.model.section import Section
from ragstone.records.base import RecordsBase
from ragstone.search.citation import Citation, cite
from ragstone.search.retrieve import Candidate


class Citer:
    """Gives passages their place, in the version of the document that they were found in.

    Without records that is what the chunk itself tells.
    """

    def __init__(self, records: RecordsBase | None) -> None:
        self._records = records
        self._sections: dict[tuple[str, int, int], Section | None] = {}
        self._known: dict[str, tuple[str, int] | None] = {}

    async def __call__(self, candidate: Candidate) -> Citation | None:
        """The citation of a passage; None when the records hold another version by now."""
        if self._records is None:
            return cite(candidate.chunk, None)
        document_id, version = candidate.document_id, candidate.version
        place = (document_id, candidate.chunk.section_index, version)
        if place not in self._sections:
            self._sections[place] = await self._records.get_section(*place)
        section = self._sections[place]
        # Read after the section: one that is missing though the version is the same never was.
        if document_id not in self._known:
            record = await self._records.get_document(document_id)
            self._known[document_id] = record and (record.data.blob_uri, record.version)
        known = self._known[document_id]
        if section is None and known is not None and known[1] != version:
            return None
        return cite(candidate.chunk, section, uri="" if known is None else known[0])
