"""Invitations (iCalendar, RFC 5545) as a person reads them.

readable("BEGIN:VEVENT\\nSUMMARY:Tide talk\\nLOCATION:Quay 3\\nEND:VEVENT")
# ["Event: Tide talk\\nPlace: Quay 3"]
"""

from __future__ import annotations

import re

_SHOWN = {
    "SUMMARY": "",
    "DTSTART": "Begins",
    "DTEND": "Ends",
    "DUE": "Due",
    "DURATION": "Duration",
    "RRULE": "Repeats",
    "LOCATION": "Place",
    "ORGANIZER": "Organiser",
    "ATTENDEE": "Invited",
    "STATUS": "Status",
    "URL": "Link",
    "DESCRIPTION": "Description",
}
_COMPONENTS = {"VEVENT": "Event", "VTODO": "Task", "VJOURNAL": "Note"}
_LINE = re.compile(r"([A-Za-z0-9-]+)((?:;[^:;=\"]*=(?:\"[^\"]*\"|[^:;\"]*))*):(.*)", re.DOTALL)
_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?")
_ESCAPED = re.compile(r"\\([nN,;\\])")


def readable(text: str) -> list[str]:
    """One text for each event, task or note, a property a line."""
    unfolded = re.sub(r"\r?\n[ \t]", "", text)
    found: list[str] = []
    lines: dict[str, list[str]] = {}
    component = ""
    for raw in unfolded.splitlines():
        match = _LINE.fullmatch(raw)
        if match is None:
            continue
        name, said, value = match.group(1).upper(), match.group(2), match.group(3).strip()
        if name == "BEGIN" and value.upper() in _COMPONENTS:
            component, lines = value.upper(), {}
        elif name == "END" and value.upper() == component:
            found.append(_written(component, lines))
            component = ""
        elif component and name in _SHOWN and value and not (name in lines and name != "ATTENDEE"):
            lines.setdefault(name, []).append(_value(name, said, value))
    return [text for text in found if text]


def _written(component: str, lines: dict[str, list[str]]) -> str:
    shown = [f"{_COMPONENTS[component]}: {', '.join(lines.get('SUMMARY', ['without a title']))}"]
    shown += [
        f"{label}: {', '.join(lines[name])}"
        for name, label in _SHOWN.items()
        if label and name in lines
    ]
    return "\n".join(shown)


def _value(name: str, said: str, value: str) -> str:
    if name in ("DTSTART", "DTEND", "DUE"):
        zone = re.search(r";TZID=\"?([^;:\"]+)", said)
        return _time(value) + (f" ({zone.group(1)})" if zone else "")
    if name in ("ORGANIZER", "ATTENDEE"):
        person = re.search(r";CN=(?:\"([^\"]*)\"|([^;:]*))", said)
        address = re.sub(r"^mailto:", "", value, flags=re.IGNORECASE)
        called = "" if person is None else (person.group(1) or person.group(2) or "").strip()
        return f"{called} <{address}>" if called and called != address else address
    return _ESCAPED.sub(_unescaped, value)


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match.group(1) in "nN" else match.group(1)


def _time(value: str) -> str:
    """2024-03-05 10:20, with UTC where it is."""
    found = _TIME.fullmatch(value)
    if found is None:
        return value
    year, month, day, hour, minute, _, is_utc = found.groups()
    shown = f"{year}-{month}-{day}"
    return shown if hour is None else f"{shown} {hour}:{minute}{' UTC' if is_utc else ''}"
