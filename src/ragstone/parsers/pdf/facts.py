"""Facts: what a PDF file says about itself. Dates are given in ISO 8601."""

from __future__ import annotations

import re
from typing import Any

from ragstone.parsers.pdf.pdfium import PdfFile

# PDF 32000-1, 7.9.4: D:YYYYMMDDHHmmSSOHH'mm, everything after the year may be missing.
_DATE = re.compile(
    r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)?(\d\d)?)?(?:(Z|[+-])(?:(\d\d)'?(\d\d)?)?)?"
)
# A language tag of BCP 47, as far as its letters and digits go.
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


def facts(file: PdfFile) -> dict[str, Any]:
    """Title, authors, subject, keywords, producer, dates and page count, as far as given.

    Also `languages`, `bookmarks` ({title, level, page}), `attachments` (names), `page_labels` (one
    a page, where they are not its numbers).
    """
    found: dict[str, Any] = {"page_count": file.page_count}
    if title := file.fact("Title"):
        found["title"] = title
    if author := file.fact("Author"):
        found["authors"] = [name.strip() for name in re.split(r"[;；]", author) if name.strip()]
    for key, name in (("Subject", "subject"), ("Keywords", "keywords"), ("Producer", "producer")):
        if value := file.fact(key):
            found[name] = value
    for key, name in (("CreationDate", "created"), ("ModDate", "modified")):
        if date := _date(file.fact(key)):
            found[name] = date
    if _LANGUAGE.fullmatch(file.language):
        found["languages"] = [file.language]
    if marks := file.bookmarks():
        found["bookmarks"] = [
            {"title": mark.title, "level": mark.level, "page": mark.page} for mark in marks
        ]
    if names := file.attachments():
        found["attachments"] = names
    if labels := _page_labels(file):
        found["page_labels"] = labels
    return found


def _page_labels(file: PdfFile) -> list[str]:
    """One a page; none where the file gives none, or only the page's own number."""
    if not any(file.page_label(index) for index in range(min(file.page_count, 1))):
        return []
    labels = [file.page_label(index) for index in range(file.page_count)]
    plain = [str(index + 1) for index in range(file.page_count)]
    return [] if labels == plain else labels


def _date(value: str) -> str:
    """A PDF date in ISO 8601, as precise as it was given; "" when it is none."""
    match = _DATE.match(value)
    if match is None:
        return ""
    year, month, day, hour, minute, second, sign, zone_hour, zone_minute = match.groups()
    if month is None or day is None:
        return year if month is None else f"{year}-{month}"
    date = f"{year}-{month}-{day}"
    if hour is None:
        return date
    zone = ""
    if sign == "Z" or (sign and zone_hour in (None, "00") and zone_minute in (None, "00")):
        zone = "+00:00"
    elif sign:
        zone = f"{sign}{zone_hour}:{zone_minute or '00'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"
