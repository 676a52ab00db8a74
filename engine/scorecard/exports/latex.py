"""A report as a LaTeX table for a paper: booktabs, one row a model, one column a measure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.scorecard.exports.contents import (
    NO_SCORE,
    Entry,
    Report,
    bounds,
    cells_of,
    contestants_of,
    number,
    one_line,
    titles_of,
)

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",  # a quotation mark that every font encoding has
    "−": r"$-$",
    # After the end of a row these would be its arguments.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
_SIGN = re.compile("|".join(map(re.escape, _SPECIAL)))
_NONE = "---"
_SAID = (
    "Intervals are 95\\,\\%. Bold: the best tier of a column, where the tests distinguish tiers. "
)


def escaped(text: object) -> str:
    """A text as LaTeX that prints its characters, on one line."""
    return _SIGN.sub(lambda sign: _SPECIAL[sign[0]], one_line(text))


def write(report: Report, contestant: str = "") -> str:
    """A table environment that needs the package booktabs.

    Figures of one column are comparable, those of one row are not: bold marks the best tier
    within a column alone, and only where there are several tiers.

    Args:
        report: `biascope.scorecard/1`.
        contestant: id or label; empty for all.

    Returns:
        LaTeX; below the table the variant, data, neutral value and n of each column, and why
        figures are missing.

    Raises:
        InputTextError: if there is no such contestant.
    """
    chosen = contestants_of(report, contestant)
    measures = list(report["measures"])
    tables = {one["id"]: {m["name"]: c for m, c in cells_of(report, one)} for one in chosen}
    tiers = _tiers(report)
    marks = [rf"\textsuperscript{{{place}}}" for place in range(1, len(measures) + 1)]
    titles = titles_of(report)
    heads = [f"{escaped(titles[m['name']])}{mark}" for m, mark in zip(measures, marks, strict=True)]
    rows = [
        [_label(one), *(_figure(tables[one["id"]].get(m["name"]), m, tiers) for m in measures)]
        for one in chosen
    ]
    notes = [
        f"{mark} {_about(m, [tables[one['id']].get(m['name']) for one in chosen])}"
        for m, mark in zip(measures, marks, strict=True)
    ]
    lines = [
        "% Needs \\usepackage{booktabs}.",
        f"% From a report with the digest {one_line(report['digest'])}.",
        r"\begin{table}",
        r"\centering",
        rf"\begin{{tabular}}{{l{'r' * len(measures)}}}",
        r"\toprule",
        _line(["Model", *heads]),
        r"\midrule",
        *map(_line, rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\smallskip\begin{minipage}{\linewidth}\footnotesize",
        *(rf"{note}\par" for note in [*notes, *_missing(chosen, titles, tables)]),
        rf"{_SAID}{escaped(NO_SCORE)}",
        r"\end{minipage}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _line(texts: Sequence[str]) -> str:
    return " & ".join(texts) + r" \\"


def _label(contestant: Entry) -> str:
    origin = contestant["origin"]
    return escaped(contestant["label"]) + (f" ({escaped(origin)})" if origin != "measured" else "")


def _tiers(report: Report) -> dict[str, int]:
    """Measure -> number of its tiers."""
    found: dict[str, int] = {}
    for cell in report["cells"]:
        if cell["tier"] is not None:
            found[cell["measure"]] = max(found.get(cell["measure"], 0), cell["tier"])
    return found


def _figure(cell: Entry | None, measure: Entry, tiers: dict[str, int]) -> str:
    if cell is None or cell["value"] is None:
        return _NONE
    text = number(cell["value"], measure).replace("-", "$-$")
    if cell["tier"] == 1 and tiers.get(measure["name"], 0) > 1:
        text = rf"\textbf{{{text}}}"
    interval = bounds(cell["interval"], measure).replace("-", "$-$")
    # Braces: a row that ends before a bracket would take it as the argument of its end.
    return f"{text} {{{interval}}}" if interval else text


def _about(measure: Entry, cells: Sequence[Entry | None]) -> str:
    sizes = sorted({cell["n"] for cell in cells if cell is not None and cell["value"] is not None})
    counted = escaped(measure["counted"])
    many = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,}--{sizes[-1]:,}" if sizes else "0"
    neutral = measure["neutral"]
    said = "" if neutral is None else f" Neutral: {number(neutral, measure)}."
    unit = f" Unit: {escaped(measure['unit'])}." if measure["unit"] else ""
    parts = f"{escaped(measure['variant'])}. {escaped(measure['data'])}; $n$ = {many} {counted}."
    return f"{parts}{unit}{said} Higher: {escaped(measure['higher'])}."


def _missing(
    chosen: Sequence[Entry], titles: dict[str, str], tables: dict[str, dict[str, Entry]]
) -> list[str]:
    """Why cells have no figure, the same reason once."""
    reasons: dict[str, list[str]] = {}
    for one in chosen:
        for name, title in titles.items():
            cell = tables[one["id"]].get(name)
            if cell is not None and cell["value"] is None and cell["problem"]:
                who = f"{escaped(one['label'])}, {escaped(title)}"
                reasons.setdefault(cell["problem"], []).append(who)
    return [f"{_NONE} {'; '.join(who)}: {escaped(why)}" for why, who in reasons.items()]
