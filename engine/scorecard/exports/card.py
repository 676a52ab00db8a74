"""A section for a model card: what was measured, how, and what it does not say."""

from __future__ import annotations

import re

from engine.columns.column import COST
from engine.core.wording import no_interval_note
from engine.scorecard.exports.contents import (
    NO_SCORE,
    bounds,
    cells_by_measure,
    interventions_of,
    items_text,
    masked_heads,
    number,
    one_line,
    single,
    titles_of,
)
from engine.scorecard.words import Entry, Report, tier_letter

# What means something within a line: code, emphasis, links, HTML, tables, math, addresses.
_MARKUP = re.compile(
    r"[\\`*\[\]<|~$@]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|:(?=//)|(?<=www)\.", re.IGNORECASE
)
_BEGINS = re.compile(
    r"(?P<mark>[#+>-]|\d+(?=[.)](?:\s|$)))(?P<list>[.)]?)"
)  # a heading, quotation, list
_COLUMNS = "| Measure | Data | Figure | 95% CI | Neutral | Tier | n |"
_COST_COLUMNS = "| Measure | Data | Figure | 95% CI | n |"
_LIMITS = (
    "A figure near its neutral value on one measure does not show that the model is free of bias. "
    "Measures cover the groups, languages and stereotypes of their data alone."
)
_TIERS = (
    "Tier A has, of the {n} models in the report, the one nearest to the neutral value and those "
    "whose distance Holm-corrected paired tests do not distinguish from its."
)


def escaped(text: object) -> str:
    """A text as Markdown that shows its characters, on one line; nothing is escaped needlessly."""
    marked = _MARKUP.sub(lambda found: f"\\{found[0]}", one_line(text))
    begins = _BEGINS.match(marked)
    if begins is None:
        return marked
    if begins["list"]:
        return f"{begins['mark']}\\{marked[begins.end('mark') :]}"
    return f"\\{marked}"


def write(report: Report, contestant: str = "") -> str:
    """A Markdown section on one model.

    Returns:
        Markdown: a table of bias with figure, interval, neutral value, tier and n, and under a
        heading of its own one of costs; then variants, what could not be measured, and what the
        figures do not say.
    """
    chosen = single(report, contestant)
    titles, found = titles_of(report), cells_by_measure(report, chosen)
    cells = [({**measure, "title": titles[measure["name"]]}, cell) for measure, cell in found]
    known = [(measure, cell) for measure, cell in cells if cell["value"] is not None]
    refused = [(measure, cell) for measure, cell in cells if cell["value"] is None]
    bias = [(measure, cell) for measure, cell in known if measure["group"] != COST]
    costs = [(measure, cell) for measure, cell in known if measure["group"] == COST]
    lines = ["## Social bias", "", _subject(chosen), ""]
    if bias:
        lines += _table(_COLUMNS, [_row(measure, cell) for measure, cell in bias])
    if any(cell["tier"] is not None for _, cell in bias):
        lines += [_TIERS.format(n=len(report["contestants"])), ""]
    lines += [_LIMITS, ""]
    if costs:
        lines += ["## How well the model still works", "", "Lower is better.", ""]
        lines += _table(_COST_COLUMNS, [_cost_row(measure, cell) for measure, cell in costs])
    if known:
        lines += ["## How each figure is made", ""]
        lines += [*(f"- {_about(measure, cell)}" for measure, cell in known), ""]
    if refused:
        lines += ["## Without a figure", ""]
        lines += [f"- {escaped(m['title'])}: {escaped(cell['problem'])}" for m, cell in refused]
        lines += [""]
    lines += [NO_SCORE, "", f"Report: `{one_line(report['digest'])}`"]
    return "\n".join(lines) + "\n"


def _table(columns: str, rows: list[str]) -> list[str]:
    """A table and the empty line after it; all but the first two columns are of numbers."""
    names = columns.count("|") - 1
    return [columns, f"| --- | --- |{' ---: |' * (names - 2)}", *rows, ""]


def _subject(contestant: Entry) -> str:
    spec = contestant["spec"]
    label = escaped(contestant["label"])
    if spec is None:
        source = contestant["source"]
        return f"Figures of {label}" + (f", from {escaped(source)}." if source else ".")
    parts = f"Measured with Biascope: {label}, revision {escaped(spec['revision'])}"
    heads = masked_heads(contestant)
    off = f"heads {', '.join(heads)} switched off" if heads else ""
    done = ", ".join(filter(None, [off, interventions_of(contestant)]))
    how = f"**with {escaped(done)}**" if done else "all heads on"
    return f"{parts}, {escaped(spec['dtype'])}, {how}."


def _row(measure: Entry, cell: Entry) -> str:
    neutral = "" if measure["neutral"] is None else number(measure["neutral"], measure)
    tier = tier_letter(cell["tier"])
    return _line([*_figure(measure, cell), neutral, tier, items_text(cell)])


def _cost_row(measure: Entry, cell: Entry) -> str:
    return _line([*_figure(measure, cell), items_text(cell)])


def _line(texts: list[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _figure(measure: Entry, cell: Entry) -> list[str]:
    """Title, data, figure with its unit, and interval."""
    unit = f" {escaped(measure['unit'])}" if measure["unit"] else ""
    return [
        escaped(measure["title"]),
        escaped(measure["data"]),
        f"{number(cell['value'], measure)}{unit}",
        bounds(cell["interval"], measure),
    ]


def _about(measure: Entry, cell: Entry) -> str:
    text = (
        f"{escaped(measure['title'])}: {escaped(measure['variant'])}. Higher: "
        f"{escaped(measure['higher'])}. n counts {escaped(measure['counted'])}."
    )
    return f"{text} {escaped(no_interval_note(cell['notes']))}".rstrip()
