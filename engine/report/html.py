"""A collection as one HTML file that needs no network, and reads without a script too.

All text of a collection is escaped by the template. Scripts are those that are written here:
the policy of the page names their digests, so nothing else is run, fetched or sent.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.digest import canonical_json, data_digest
from engine.core.wording import counted, listed
from engine.pins import Collection, Pin
from engine.pins.pin import content_digest
from engine.report import bibtex, measured, methods
from engine.report.cells import MOST_ROWS, first_rows, manifest_rows
from engine.report.limits import GENERAL
from engine.report.markdown import html_of
from engine.report.plotly_script import plotly_script

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

_PAGE = Path(__file__).parent / "page"
# Run before anything is drawn: without scripts, a sentence is in the place of each figure.
_FIRST = "document.documentElement.className = 'scripted'"
_HEIGHT = 450  # of a figure that names none, in pixels; Plotly's own
_TALLEST = 2_000
_ITALIC_HERE = re.compile(r"\s*\*Here: .*?\*\s*$")


def report_html(collection: Collection, notes: bool = False) -> str:
    """A collection as the text of one HTML file.

    Args:
        notes: whether the presenter's notes and the likely questions are in it.
    """
    pins = collection.pins
    cards = methods.used(pins)
    drawn = any(pin.figure is not None for pin in pins)
    scripts = [_script(plotly_script()), _own_script()] if drawn else []
    first = [_FIRST] if drawn else []
    text = _template().render(
        title=collection.title,
        facts=_facts(pins),
        changed=_changed(pins),
        policy=_policy([*first, *scripts]),
        style=_safe((_PAGE / "report.css").read_text(encoding="utf-8")),
        first=_safe(_FIRST),
        scripts=[_safe(script) for script in scripts],
        results=[_result(pin, number, notes) for number, pin in enumerate(pins, 1)],
        cards=[_card(name, numbers) for name, numbers in cards.items()],
        limits=GENERAL,
        sources=[_safe(text) for text in _works(cards)],
        bibtex=_bibtex(pins, cards),
        measured=[
            vars(source) | {"where": _numbers(source.pins)} for source in measured.sources(pins)
        ],
        libraries=[(name, ", ".join(found)) for name, found in measured.libraries(pins).items()],
        digest=report_digest(collection),
    )
    return text.encode(errors="replace").decode()  # half a character cannot be written to a file


def report_digest(collection: Collection) -> str:
    """Digest of all that is measured in a collection, with the titles."""
    measurements = [[pin.title, content_digest(pin)] for pin in collection.pins]
    return data_digest([collection.title, measurements])


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(
        autoescape=True, loader=FileSystemLoader(_PAGE), trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("report.html.jinja")


def _safe(text: str) -> Markup:
    """Text that is written by us, or escaped already."""
    from markupsafe import Markup

    return Markup(text)


def _script(text: str) -> str:
    """A script of which no part ends the element that it is in."""
    return text.replace("</script", r"<\/script").replace("<!--", r"<\!--")


def _own_script() -> str:
    return _script((_PAGE / "report.js").read_text(encoding="utf-8"))


def _policy(scripts: Sequence[str]) -> str:
    """What the page may do: run these scripts and draw; nothing is fetched, sent or embedded."""
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()) for text in scripts]
    allowed = " ".join(f"'sha256-{digest.decode()}'" for digest in digests) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _facts(pins: Sequence[Pin]) -> str:
    names = [name for name in measured.checkpoints(pins) if name]
    days = sorted({pin.pinned[:10] for pin in pins if pin.pinned})
    parts = [counted(len(pins), "result")]
    parts += [f"{'model' if len(names) == 1 else 'models'} {listed(names)}"] if names else []
    if days:
        parts.append(f"pinned {days[0]}" if len(days) == 1 else f"pinned {days[0]} to {days[-1]}")
    return " · ".join(parts)


def _changed(pins: Sequence[Pin]) -> str:
    numbers = [number for number, pin in enumerate(pins, 1) if pin.changed]
    if not numbers:
        return ""
    verb = "was" if len(numbers) == 1 else "were"
    return f"{_numbers(numbers).capitalize()} {verb} changed after being pinned."


def _result(pin: Pin, number: int, notes: bool) -> dict[str, Any]:
    entries, left_out = manifest_rows(pin.manifest)
    alt = pin.alt or f"Figure: {pin.title}"
    return {
        "number": number,
        "title": pin.title,
        "models": "; ".join(measured.models_of(pin)),
        "changed": pin.changed,
        "reading": pin.reading,
        "figure": None if pin.figure is None else _safe(_embedded(pin.figure)),
        "height": _height(pin.figure),
        "alt": alt,
        "caption": "" if pin.alt in (pin.title, pin.reading) else pin.alt,
        "note": pin.note if notes else "",
        "questions": pin.questions if notes else (),
        "columns": pin.rows.columns,
        "rows": first_rows(pin.rows),
        "counted": _counted_rows(pin.rows.n, min(len(pin.rows.rows), MOST_ROWS)),
        "instead": _instead_of_the_figure(pin),
        "command": pin.command,
        "address": pin.address,
        "pinned": pin.pinned.replace("T", " ").replace("+00:00", " UTC"),
        "digest": pin.digest,
        "manifest": entries,
        "left_out": left_out,
    }


def _counted_rows(n: int, there: int) -> str:
    return counted(n, "row") if n == there else f"First {there:,} of {counted(n, 'row')}"


def _instead_of_the_figure(pin: Pin) -> str:
    """Where its numbers are, for whoever does not see it drawn."""
    there = min(len(pin.rows.rows), MOST_ROWS)
    if pin.rows.columns and there == pin.rows.n:
        return "Its numbers are in the table."
    given = "the command below gives all" if pin.command else ""
    if not there:
        return f"There is no table of its numbers{f'; {given}' if given else ''}."
    rows = f"the first {there:,} of {counted(pin.rows.n, 'row')}"
    return f"The table has {rows} of its numbers{f'; {given}' if given else ''}."


def _embedded(figure: dict[str, Any]) -> str:
    """A figure as JSON that no text in it can end, and that is drawn without WebGL."""
    plain = [_flat(trace) for trace in figure["data"]]
    text = canonical_json({**figure, "data": plain})
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _flat(trace: dict[str, Any]) -> dict[str, Any]:
    """A trace of points for a page whose policy compiles nothing: WebGL would have to."""
    return trace | {"type": "scatter"} if trace.get("type") == "scattergl" else trace


def _height(figure: dict[str, Any] | None) -> int:
    height = (figure or {}).get("layout", {}).get("height")
    known = isinstance(height, int | float) and not isinstance(height, bool)
    return int(min(max(height, 0), _TALLEST)) if known else _HEIGHT


def _card(name: str, numbers: list[int]) -> dict[str, Any]:
    card = methods.card(name)
    return {
        "name": name,
        "title": card.title,
        "where": _numbers(numbers),
        "lead": _safe(card.lead),
        "details": _safe(card.details),
        "limits": [_safe(limit) for limit in card.limits],
    }


def _numbers(numbers: Sequence[int]) -> str:
    """`result 3`, `results 1, 2 and 5`."""
    if len(numbers) == 1:
        return f"result {numbers[0]}"
    return f"results {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _works(cards: dict[str, list[int]]) -> list[str]:
    """The works that the cards name, each once, as HTML."""
    lines = {_ITALIC_HERE.sub("", line) for name in cards for line in methods.card(name).sources}
    paragraphs = [html_of(line) for line in sorted(lines)]
    return [text.strip().removeprefix("<p>").removesuffix("</p>") for text in paragraphs]


def _bibtex(pins: Sequence[Pin], cards: dict[str, list[int]]) -> str:
    sources = [line for name in cards for line in methods.card(name).sources]
    found = [entry.text for entry in bibtex.cited(sources)]
    return "\n\n".join([bibtex.BIASCOPE, *bibtex.models(measured.checkpoints(pins)), *found])
