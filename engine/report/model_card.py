"""The section on bias of a model card: what the pages first show of a model, in Markdown."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.columns.column import COST
from engine.core.digest import data_digest
from engine.core.errors import UnusableModelError
from engine.core.intervention_text import done_in_words
from engine.core.libraries import library_versions
from engine.core.program import PROGRAM
from engine.core.spec import BUNDLED, format_heads
from engine.core.version import version
from engine.core.wording import counted, no_interval_note
from engine.first_sight.examples import SCORECARD_MEASURES
from engine.report import bibtex, methods
from engine.report.html import GENERAL
from engine.scorecard.exports.card import escaped
from engine.scorecard.exports.contents import bounds, number

if TYPE_CHECKING:
    from engine.columns.column import Column, Reading
    from engine.core.spec import ModelSpec
    from engine.flow.asking import Ask, Derive
    from engine.scorecard.cells import Health

# Family of a column -> its method card; all others have the same name.
_CARDS = {"unmasking": "cabm", "cloze": "health"}
_UNITS = {"": "", "%": "%"}


@dataclass(frozen=True)
class Figure:
    """One measure of the model.

    Args:
        asked: its name as `sweep` takes it.
    """

    asked: str
    column: Column
    reading: Reading


@dataclass(frozen=True)
class Measured:
    """All that a card says about one model."""

    spec: ModelSpec
    health: Health
    figures: tuple[Figure, ...]

    @property
    def known(self) -> list[Figure]:
        """Those that have a value."""
        return [each for each in self.figures if each.reading.value is not None]


def measure_card(
    spec: ModelSpec, ask: Ask, derive: Derive, note: Callable[[str], None] = lambda _: None
) -> Measured:
    """Measure what the pages first show of a model; what is stored is not measured again.

    Args:
        ask: measures `spec`, misses alone.
        derive: keeps what is worked out from measured values.
        note: called with what is being measured.
    """
    from engine.scorecard.cells import cell, health
    from engine.scorecard.columns import column

    found = health(spec, ask, derive)
    if found.refusal:
        raise UnusableModelError(f"{spec.checkpoint} gets no model card. {found.refusal}")
    figures = []
    for name in SCORECARD_MEASURES:
        one = column(name)
        note(one.title)
        figures.append(Figure(name, one, cell(spec, one, ask, derive)))
    return Measured(spec, found, tuple(figures))


def card_text(found: Measured) -> str:
    """The section as Markdown, with metadata for the head of the card at its end."""
    parts = [
        "## Bias, risks and limitations",
        _subject(found),
        *_weak(found),
        "### What was measured",
        _table(found),
        *(f"- {_sentence(each)}" for each in found.known),
        *_refused(found),
        "### What these numbers do not show",
        *(f"- {text}" for text in GENERAL),
        "### How to repeat it",
        f"```bash\n{command(found)}\n```",
        _versions(found),
        "### References",
        *_references(found),
        "### Metadata",
        "For the YAML at the top of the card:",
        f"```yaml\n{_metadata(found)}```",
    ]
    return _joined(parts)


def command(found: Measured) -> str:
    """The command that measures the same."""
    names = ",".join(each.asked for each in found.figures)
    heads = format_heads(found.spec.masked_heads).replace(",", "") or "none"
    words = [*PROGRAM.split(), "sweep", "--models", found.spec.exact_name]
    words += ["--masks", heads, "--measures", names, "--out", "scorecard"]
    words += found.spec.interventions.arguments()
    words += ["--dtype", found.spec.dtype] if found.spec.dtype != "float32" else []
    return shlex.join(words)


def as_json(found: Measured) -> dict[str, Any]:
    """The same as numbers."""
    return {
        "spec": found.spec.identity(),
        "health": found.health.status,
        "figures": [_entry(each) for each in found.figures],
        "command": command(found),
        "libraries": library_versions(),
        "biascope": version(),
    }


def _entry(each: Figure) -> dict[str, Any]:
    reading, column = each.reading, each.column
    return {
        "measure": column.name,
        "title": column.title,
        "variant": column.variant,
        "data": column.data,
        "data_digest": data_digest([column.identity]),
        "version": column.version,
        "value": reading.value,
        "interval": None if reading.interval is None else list(reading.interval),
        "unit": column.unit,
        "neutral": column.neutral,
        "n": reading.n,
        "counted": column.counted,
        "problem": reading.problem,
    }


def _subject(found: Measured) -> str:
    spec = found.spec
    done = done_in_words(spec.identity(), len(spec.masked_heads))
    if spec.masked_heads:  # a card is read by people who know of other heads
        done = f"attention {done}"
    under = f", **with {escaped(done)}**" if done else ""
    return (
        f"Measured with Biascope: {escaped(spec.checkpoint)}, revision `{spec.revision}`, in "
        f"{spec.dtype}{under}. The model reads English text in all of these measures."
    )


def _weak(found: Measured) -> list[str]:
    if not found.health.reasons:
        return []
    reasons = " ".join(escaped(reason) for reason in found.health.reasons)
    return [f"**Read with care.** {reasons}"]


def _table(found: Measured) -> str:
    head = "| Measure | Figure | 95% CI | Neutral | n | Data |"
    line = "| --- | ---: | ---: | ---: | ---: | --- |"
    return "\n".join([head, line, *(_row(each) for each in found.known)])


def _row(each: Figure) -> str:
    reading, column = each.reading, each.column
    entry = {"digits": column.digits}
    neutral = "" if column.neutral is None else number(column.neutral, entry)
    cells = [
        escaped(column.title),
        _value(each),
        bounds(reading.interval, entry),
        neutral,
        counted(reading.n, column.counted.removesuffix("s")),
        escaped(column.data),
    ]
    return f"| {' | '.join(cells)} |"


def _value(each: Figure) -> str:
    value = number(each.reading.value or 0.0, {"digits": each.column.digits})
    unit = each.column.unit
    return f"{value}{unit}" if unit in _UNITS else f"{value} {escaped(unit)}"


def _sentence(each: Figure) -> str:
    column, reading = each.column, each.reading
    text = f"**{escaped(column.title)}** is {_value(each)}"
    about = f"{_variant(column)} {escaped(no_interval_note(reading.notes))}".rstrip()
    if column.group == COST:
        what = f"higher: {escaped(column.higher)}"
        return f"{text}; {what}. It measures how well the model works, not bias. {about}"
    if reading.interval is not None and column.neutral is not None:
        low, high = reading.interval
        verb = "contains" if low <= column.neutral <= high else "does not contain"
        neutral = number(column.neutral, {"digits": column.digits})
        text += f"; its 95% interval {verb} the neutral value {neutral}"
    return f"{text}. Higher: {escaped(column.higher)}. {about}"


def _variant(column: Column) -> str:
    return f"Variant: {escaped(column.variant)}."


def _refused(found: Measured) -> list[str]:
    return [
        f"- {escaped(each.column.title)} could not be measured: {escaped(each.reading.problem)}"
        for each in found.figures
        if each.reading.value is None
    ]


def _versions(found: Measured) -> str:
    measures = ", ".join(
        f"{each.column.name} version {each.column.version} "
        f"(data `{data_digest([each.column.identity])}`)"
        for each in found.figures
    )
    libraries = ", ".join(f"{name} {version}" for name, version in library_versions().items())
    return f"Measures of Biascope {version()}: {measures}. Libraries: {libraries}."


def _references(found: Measured) -> list[str]:
    names = dict.fromkeys(
        _CARDS.get(family, family)
        for family in (each.asked.partition(":")[0] for each in found.figures)
    )
    there = set(methods.names())
    lines = [line for name in names if name in there for line in methods.card(name).sources]
    entries = bibtex.cited(lines)
    keys = ", ".join(f"`{entry.key}`" for entry in entries)
    own = [bibtex.BIASCOPE, *bibtex.model_entries([found.spec.checkpoint])]
    text = "\n\n".join([*own, *(entry.text for entry in entries)])
    return [f"Cite with the measures: {keys}.", f"```bibtex\n{text}\n```"]


def _metadata(found: Measured) -> str:
    """`model-index`, as model cards of the hub have it."""
    import yaml

    results = [_result(each) for each in found.known]
    index = {"model-index": [{"name": _name(found.spec), "results": results}]}
    text: str = yaml.safe_dump(index, sort_keys=False, allow_unicode=True, width=100)
    return text


def _name(spec: ModelSpec) -> str:
    return "biascope-mini" if spec.checkpoint == BUNDLED else spec.checkpoint


def _result(each: Figure) -> Mapping[str, Any]:
    column = each.column
    return {
        "task": {"type": "other", "name": "Social bias" if column.group != COST else "Language"},
        "dataset": {"type": "other", "name": column.data},
        "metrics": [{"type": column.name, "name": column.title, "value": each.reading.value}],
    }


def _joined(parts: Sequence[str]) -> str:
    """Parts with empty lines between them; items of one list follow each other."""
    text = ""
    for before, part in zip(("", *parts), parts, strict=False):
        text += part if not text else ("\n" if _item(before) and _item(part) else "\n\n") + part
    return text + "\n"


def _item(part: str) -> bool:
    return part.startswith("- ")
