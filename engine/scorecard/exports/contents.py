"""What the formats share: which contestants, their cells, and numbers as they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import listed

Report = Mapping[str, Any]
Entry = Mapping[str, Any]
NO_SCORE = (
    "Each measure has its own scale and neutral value. There is no overall score: measures that "
    "disagree measure different things and are not averaged."
)


def contestants_of(report: Report, contestant: str = "") -> list[Entry]:
    """All contestants of a report, or the one of an id or a label."""
    entries = list(report["contestants"])
    if not contestant:
        return entries
    found = [entry for entry in entries if contestant == entry["id"]]
    found = found or [entry for entry in entries if contestant == entry["label"]]
    if len(found) == 1:
        return found
    named = listed([f"{entry['id']} ({entry['label']})" for entry in entries])
    problem = f"{len(found)} models are called" if found else "There is no model"
    raise InputTextError(f"{problem} {contestant[:80]!r} in this report; it has {named}.")


def single(report: Report, contestant: str = "") -> Entry:
    """The contestant of a format that describes one model."""
    found = contestants_of(report, contestant)
    if len(found) == 1:
        return found[0]
    counts = Counter(entry["label"] for entry in found)
    labels = [
        repr(one_line(entry["label"]))
        + (f" (as {entry['id']})" if counts[entry["label"]] > 1 else "")
        for entry in found
    ]
    named = listed(labels, len(labels)) or "none: the report has no models"
    raise InputTextError(f"This format describes one model; choose one of these: {named}.")


def cells_of(report: Report, contestant: Entry) -> Iterator[tuple[Entry, Entry]]:
    """(measure, cell) of one contestant, in the order of the measures."""
    cells = {
        cell["measure"]: cell for cell in report["cells"] if cell["contestant"] == contestant["id"]
    }
    for measure in report["measures"]:
        if measure["name"] in cells:
            yield measure, cells[measure["name"]]


def titles_of(report: Report) -> dict[str, str]:
    """Measure -> its title, with its name where another measure has the same title."""
    counts = Counter(measure["title"] for measure in report["measures"])
    return {
        measure["name"]: measure["title"]
        if counts[measure["title"]] == 1
        else f"{measure['title']} ({measure['name']})"
        for measure in report["measures"]
    }


def masked_heads(contestant: Entry) -> list[str]:
    """Heads that are masked in a contestant, as `layer-head` from 1."""
    return [str(head) for head in (contestant["spec"] or {}).get("masked_heads", ())]


def number(value: float, measure: Entry) -> str:
    """A figure with the decimals of its measure."""
    text = f"{value:.{measure['digits']}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def bounds(interval: Sequence[float] | None, measure: Entry) -> str:
    """An interval as `[low, high]`; empty where there is none."""
    if interval is None:
        return ""
    return f"[{number(interval[0], measure)}, {number(interval[1], measure)}]"


def one_line(text: object) -> str:
    """A text without line breaks and control characters."""
    joined = " ".join(str(text).split())
    return "".join(sign for sign in joined if sign.isprintable())
