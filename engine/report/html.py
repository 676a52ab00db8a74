"""A collection as one HTML file that needs no network, and reads without a script too.

All text of a collection is escaped by the template. Scripts are those that are written here:
the policy of the page names their digests, so nothing else is run, fetched or sent.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.core.digest import canonical_json, data_digest
from engine.core.errors import BiascopeError, why
from engine.core.program import IS_INSTALLED, PROGRAM, as_typed_here
from engine.core.wording import counted, listed
from engine.pins import Collection, Pin
from engine.pins.pin import Cell, content_digest
from engine.report import bibtex, methods
from engine.report.markdown import html_of

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup


_PAGE = Path(__file__).parent / "page"
# Run before anything is drawn: without scripts, a sentence is in the place of each figure.
_FIRST = "document.documentElement.className = 'scripted'"
_HEIGHT = 450  # of a figure that names none, in pixels; Plotly's own
_TALLEST = 2_000
_TALL = 520  # of a figure that leaves a page no room for a table
_ON_PAPER, _OF_TEXTS, _ACROSS_PAPER = 6, 3, 7  # rows of a table on paper, with texts; columns
_MANIFEST_ON_PAPER = 8  # entries
_MARKS = ("dot", "ring", "cross", "diamond", "square", "line", "dotted", "text")
_LONGEST_KEY = 8  # entries
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
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
        cards=[_card(name, numbers) for name, numbers in cards.items()],
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
    rows, there = counted(pin.rows.n, "row"), min(len(pin.rows.rows), MOST_ROWS)
    return {
        "number": number,
        "title": pin.title,
        "models": "; ".join(models_of(pin)),
        "changed": pin.changed,
        "reading": pin.reading,
        "figure": None if pin.figure is None else _safe(_embedded(pin.figure)),
        "key": _key_of(pin.figure),
        "tall": _height(pin.figure) > _TALL,
        "height": _height(pin.figure),
        "alt": pin.alt or f"Figure: {pin.title}",
        "caption": "" if pin.alt in (pin.title, pin.reading) else pin.alt,
        "note": pin.note if notes else "",
        "questions": pin.questions if notes else (),
        "columns": pin.rows.columns,
        "rows": [[cell_text(value) for value in row] for row in pin.rows.rows[:MOST_ROWS]],
        "counted": rows if there == pin.rows.n else f"First {there:,} of {rows}",
        "instead": _instead_of_the_figure(pin),
        "on_paper": {
            "rows": _rows_on_paper(pin),
            "columns": _ACROSS_PAPER,
            "entries": _MANIFEST_ON_PAPER,
            "left_out": _left_out_on_paper(pin),
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


def _rows_on_paper(pin: Pin) -> int:
    """Rows of its table that a page has room for; those with long texts take several lines."""
    first = pin.rows.rows[0] if pin.rows.rows else ()
    texts = sum(cell_text(value).kind == "long" for value in first[:_ACROSS_PAPER])
    return _OF_TEXTS if texts > 1 else _ON_PAPER


def _left_out_on_paper(pin: Pin) -> str:
    """What of the table is on screen alone."""
    if pin.rows.columns and _height(pin.figure) > _TALL:
        return "The table of its numbers is in the file on screen."
    rows = min(len(pin.rows.rows), MOST_ROWS) - _rows_on_paper(pin)
    columns = len(pin.rows.columns) - _ACROSS_PAPER
    parts = [counted(rows, "row")] if rows > 0 else []
    parts += [counted(columns, "column")] if columns > 0 else []
    return f"The file on screen has {' and '.join(parts)} more." if parts else ""


def _key_of(figure: dict[str, Any] | None) -> list[dict[str, str]]:
    """What the marks and colours of a figure mean, where its page has said it."""
    meta = (figure or {}).get("layout", {}).get("meta")
    found = meta.get("marks") if isinstance(meta, dict) else None
    return [
        {
            "mark": mark if colour and mark != "text" else "",
            "colour": colour,
            "text": str(entry.get("text", "")),
        }
        for entry in (found if isinstance(found, list) else [])[:_LONGEST_KEY]
        if isinstance(entry, dict) and (mark := str(entry.get("mark"))) in _MARKS
        for colour in [_colour(entry.get("colour"))]
    ]


def _colour(found: Any) -> str:
    return found if isinstance(found, str) and _HEX.fullmatch(found) else ""


def _embedded(figure: dict[str, Any]) -> str:
    """A figure as JSON that no text in it can end, and that is drawn without WebGL."""
    # A page whose policy compiles nothing has no WebGL.
    plain = [
        trace | {"type": "scatter"} if trace.get("type") == "scattergl" else trace
        for trace in figure["data"]
    ]
    text = canonical_json({**figure, "data": plain})
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


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


# --- cells --------------------------------------------------------------------------------
# Numbers are written as people read them, with their last digit next to them; manifests as plain
# rows.

MOST_ROWS = 12  # of one table
MOST_ENTRIES = 120  # of one manifest
_ON_ONE_LINE = "libraries"
_LONGEST = 400  # letters of one value of a manifest
_LONG = 30  # letters of a text that needs a wide column
_NONE = "–"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Shown:
    """One cell of a table.

    Args:
        text: as it is read.
        exact: the number to its last digit, if the text is shorter.
        kind: how it is set: a number, a long text, or neither.
    """

    text: str
    exact: str = ""
    kind: Literal["number", "long", "short"] = "short"


def cell_text(value: Cell) -> Shown:
    """One value of a table."""
    if value is None or value == "":
        return Shown(_NONE)
    if isinstance(value, bool):
        return Shown("yes" if value else "no")
    if isinstance(value, str):
        return Shown(value, kind="long" if len(value) > _LONG else "short")
    text, exact = readable_number(value), repr(value)
    return Shown(text, "" if exact == text else exact, "number")


def readable_number(value: float) -> str:
    """A number with four significant digits; whole numbers with all of theirs."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e6):
        whole = int(value)
        return (f"{whole:,}" if abs(whole) >= 10_000 else str(whole)).replace("-", "−")
    if 1e-4 <= abs(value) < 1e6:
        digits = f"{value:.4g}" if abs(value) < 1000 else f"{value:,.1f}"
        return digits.replace("-", "−")
    mantissa, _, power = f"{value:.3e}".partition("e")
    return f"{mantissa} × 10{str(int(power)).translate(_RAISED)}".replace("-", "−", 1)


def manifest_rows(manifest: Mapping[str, Any]) -> tuple[list[tuple[str, str]], int]:
    """Names and values of a manifest, nested names joined by dots; and how many were left out."""
    entries = list(_entries("", manifest))
    return entries[:MOST_ENTRIES], max(len(entries) - MOST_ENTRIES, 0)


def _entries(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        if name.rpartition(".")[2] == _ON_ONE_LINE:
            yield name, ", ".join(f"{key} {version}" for key, version in value.items())
            return
        for key, inner in value.items():
            yield from _entries(f"{name}.{key}" if name else str(key), inner)
        return
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    yield name, text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


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


# --- measured -----------------------------------------------------------------------------
# The manifests of a collection tell its models, measures, data and libraries.

_MASKED = "masked_heads"


@dataclass
class Source:
    """One model measured in one way, and the pins that show it.

    Args:
        model: checkpoint, with the heads that are masked.
        measure: with its version; may be empty.
        data: digest of the items; may be empty.
        pins: their numbers, counted from 1.
    """

    model: str
    revision: str
    dtype: str
    measure: str
    data: str
    pins: list[int] = field(default_factory=list)


def sources_of(pins: Iterable[Pin]) -> list[Source]:
    """Every model and measure that a manifest names, each once."""
    found: dict[tuple[str, ...], Source] = {}
    for number, pin in enumerate(pins, 1):
        for entry in _holding(pin.manifest, "spec"):
            key = _key(entry)
            numbers = found.setdefault(key, Source(*key)).pins
            if number not in numbers:
                numbers.append(number)
    return list(found.values())


def libraries(pins: Iterable[Pin]) -> dict[str, list[str]]:
    """Name of a library, Biascope among them -> its versions."""
    found: dict[str, dict[str, None]] = {}
    for pin in pins:
        for part in _holding(pin.manifest, "libraries"):
            for name, version in part["libraries"].items():
                found.setdefault(str(name), {})[str(version)] = None
            if "biascope" in part:
                found.setdefault("biascope", {})[str(part["biascope"])] = None
    return {name: list(versions) for name, versions in sorted(found.items())}


def models_of(pin: Pin) -> list[str]:
    """The models of a pin, with the heads that are masked, in words."""
    return list(dict.fromkeys(_model(part["spec"]) for part in _holding(pin.manifest, "spec")))


def checkpoints(pins: Iterable[Pin]) -> list[str]:
    """Names of all models."""
    specs = (part["spec"] for pin in pins for part in _holding(pin.manifest, "spec"))
    return list(dict.fromkeys(str(spec.get("checkpoint", "")) for spec in specs))


def _key(entry: Mapping[str, Any]) -> tuple[str, str, str, str, str]:
    spec = entry["spec"]
    measure, version = entry.get("measure"), entry.get("version")
    named = f"{measure} (version {version})" if version is not None else f"{measure or ''}"
    data = entry.get("data")
    return (
        _model(spec),
        str(spec.get("revision", "")),
        str(spec.get("dtype", "")),
        named,
        data if isinstance(data, str) else "",
    )


def _model(spec: Mapping[str, Any]) -> str:
    heads = spec.get(_MASKED)
    name = str(spec.get("checkpoint", "unnamed model"))
    if not isinstance(heads, list) or not heads:
        return name
    return f"{name}, heads {', '.join(map(str, heads))} masked"


def _holding(manifest: Any, key: str) -> Iterator[Mapping[str, Any]]:
    """Parts of a manifest that have an object under a key."""
    parts = methods.objects_in(manifest, closed=key)
    return (part for part in parts if isinstance(part.get(key), Mapping))
