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
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.digest import data_digest
from engine.core.errors import BiascopeError, why
from engine.core.program import IS_INSTALLED, PROGRAM, as_typed_here
from engine.core.wording import counted, in_a_row, listed
from engine.pins import Collection, Pin
from engine.pins.pin import content_digest
from engine.report import bibtex, methods
from engine.report.cells import MOST_ROWS, cell_text, manifest_rows
from engine.report.figures import embedded, height_of, key_of
from engine.report.markdown import html_of
from engine.report.measured import checkpoints, libraries, models_of, sources_of
from engine.report.paper import ACROSS, ENTRIES, PrintedPage, counted_rows

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup


_PAGE = Path(__file__).parent / "page"
# Run before anything is drawn: without scripts, a sentence is in the place of each figure.
_FIRST = "document.documentElement.className = 'scripted'"
_ITALIC_HERE = re.compile(r"\s*\*Here: .*?\*\s*$")


def report_html(collection: Collection, notes: bool = False) -> str:
    """A collection as the text of one HTML file.

    Args:
        notes: whether the presenter's notes and the likely questions are in it.
    """
    pins = collection.pins
    cards = methods.used(pins)
    drawn = any(pin.figure is not None for pin in pins)
    own = (_PAGE / "report.js").read_text(encoding="utf-8")
    scripts = [_script(plotly_script()), _script(own)] if drawn else []
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
        cards=[_card(name, numbers, pins) for name, numbers in cards.items()],
        limits=GENERAL,
        sources=[_safe(text) for text in _works(cards)],
        bibtex=_bibtex(pins, cards),
        program=PROGRAM,
        is_installed=IS_INSTALLED,
        measured=[vars(source) | {"where": _numbers(source.pins)} for source in sources_of(pins)],
        libraries=[(name, ", ".join(found)) for name, found in libraries(pins).items()],
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


def _policy(scripts: Sequence[str]) -> str:
    """What the page may do: run these scripts and draw; nothing is fetched, sent or embedded."""
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()) for text in scripts]
    allowed = " ".join(f"'sha256-{digest.decode()}'" for digest in digests) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _facts(pins: Sequence[Pin]) -> str:
    names = [name for name in checkpoints(pins) if name]
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
    page = PrintedPage(pin)
    paper = page.paper
    return {
        "number": number,
        "title": pin.title,
        "models": "; ".join(models_of(pin)),
        "changed": pin.changed,
        "reading": pin.reading,
        "figure": None if pin.figure is None else _safe(embedded(pin.figure)),
        "paper": None if paper is None else _safe(embedded(paper.figure)),
        "is_cut": paper is not None and paper.is_cut,
        "key": key_of(pin.figure),
        "tall": page.is_tall,
        "height": height_of(pin.figure),
        "alt": pin.alt or f"Figure: {pin.title}",
        "caption": "" if pin.alt in (pin.title, pin.reading) else pin.alt,
        "note": pin.note if notes else "",
        "questions": pin.questions if notes else (),
        "columns": pin.rows.columns,
        "rows": [[cell_text(value) for value in row] for row in pin.rows.rows[:MOST_ROWS]],
        "counted": counted_rows(pin, MOST_ROWS),
        "instead": _instead_of_the_figure(pin),
        "on_paper": {
            "rows": page.rows,
            "counted": counted_rows(pin, page.rows),
            "columns": ACROSS,
            "entries": ENTRIES,
            "left_out": page.left_out,
        },
        "command": as_typed_here(pin.command),
        "address": pin.address,
        "pinned": pin.pinned.replace("T", " ").replace("+00:00", " UTC"),
        "digest": pin.digest,
        "manifest": entries,
        "left_out": left_out,
    }


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


def _card(name: str, numbers: list[int], pins: Sequence[Pin]) -> dict[str, Any]:
    card = methods.card(name)
    return {
        "name": name,
        "title": card.title,
        "where": _numbers(numbers),
        "variants": listed(methods.variants(name, (pins[number - 1] for number in numbers))),
        "lead": _safe(card.lead),
        "details": _safe(card.details),
        "limits": [_safe(limit) for limit in card.limits],
    }


def _numbers(numbers: Sequence[int]) -> str:
    """`result 3`, `results 1, 2 and 5`."""
    if len(numbers) == 1:
        return f"result {numbers[0]}"
    return f"results {in_a_row([*map(str, numbers)])}"


def _works(cards: dict[str, list[int]]) -> list[str]:
    """The works that the cards name, each once, as HTML."""
    lines = {_ITALIC_HERE.sub("", line) for name in cards for line in methods.card(name).sources}
    paragraphs = [html_of(line) for line in sorted(lines)]
    return [text.strip().removeprefix("<p>").removesuffix("</p>") for text in paragraphs]


def _bibtex(pins: Sequence[Pin], cards: dict[str, list[int]]) -> str:
    sources = [line for name in cards for line in methods.card(name).sources]
    found = [entry.text for entry in bibtex.cited(sources)]
    return "\n\n".join([bibtex.BIASCOPE, *bibtex.model_entries(checkpoints(pins)), *found])


# --- plotly script ------------------------------------------------------------------------
# The script that draws the figures is Plotly's own file, read from its package.

_PACKAGE, _INSIDE = "plotly", Path("package_data") / "plotly.min.js"
_INSTALL = f"install {'Biascope' if IS_INSTALLED else 'the packages of requirements.txt'} again"


@lru_cache(maxsize=1)
def plotly_script() -> str:
    """Plotly's script as one text; the package is not imported."""
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise BiascopeError(f"The figures cannot be drawn: plotly is not installed; {_INSTALL}.")
    path = Path(spec.origin).parent / _INSIDE
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = why(error)
        raise BiascopeError(
            f"The figures cannot be drawn: plotly's script is not in its package ({reason}); "
            f"{_INSTALL}."
        ) from None


# --- limits -------------------------------------------------------------------------------
# No result of Biascope shows these things, whatever was measured.

GENERAL = (
    "These are numbers of the models, data and settings named here. Another model, another "
    "language or other words may give another result. Most of the data is English and is about a "
    "few groups of people.",
    "A neutral result does not show that a model is fair: a weak model is often neutral because it "
    "knows little, and a test may be too small to detect what is there.",
    "A 95% interval covers the items that were measured (sentences, words or prompts), as if "
    "others of the same kind had been drawn. It does not cover the choice of the data, of the "
    "wording, of the measure or of the model.",
    "A score describes what a model computes. It does not show harm to people in use, nor where "
    "in the training data an association comes from.",
    "Among many results, some differ from neutral by chance. Only p-values that are described as "
    "corrected take the number of tests into account.",
)
