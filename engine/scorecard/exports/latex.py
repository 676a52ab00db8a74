"""A report as a LaTeX table for a paper: booktabs, a row a model, a column a measure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.scorecard.blocks import Block, blocks
from engine.scorecard.exports.contents import (
    NO_SCORE,
    bounds,
    cells_by_measure,
    contestants_of,
    items_of,
    number,
    one_line,
    titles_of,
)
from engine.scorecard.words import MEASURED, Entry, Report, names_by_reason

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
# Of the line: the column of models, headings of measures together, and the widest of them.
_NAME, _HEADS, _WIDEST = 0.19, 0.73, 0.2
_SAID = (
    "Intervals are 95\\,\\%. Bold: the best tier of a column, where the tests distinguish tiers. "
)


def escaped(text: object) -> str:
    """A text as LaTeX that prints its characters, on one line."""
    return _SIGN.sub(lambda sign: _SPECIAL[sign[0]], one_line(text))


def write(report: Report, contestant: str = "") -> str:
    """Table environments of at most five measures, which need the package booktabs.

    Figures of one column are comparable, those of one row are not: bold marks the best tier
    within a column alone, and only where there are several tiers. A measure, and in each table a
    model, without any figure is left out.

    Returns:
        LaTeX; below each table the variant, data, neutral value and n of its columns; below the
        last one why figures are missing.
    """
    chosen = contestants_of(report, contestant)
    tables = {one["id"]: {m["name"]: c for m, c in cells_by_measure(report, one)} for one in chosen}
    titles, tiers = titles_of(report), _tiers(report)
    found = blocks(report, chosen) or [Block([], list(chosen))]
    lines = [
        "% Needs \\usepackage{booktabs}.",
        f"% From a report with the digest {one_line(report['digest'])}.",
    ]
    first = 1
    for block in found:
        last = block is found[-1]
        closing = [*_missing(chosen, titles, tables), f"{_SAID}{escaped(NO_SCORE)}"] if last else []
        lines += _table(block, first, _Shown(tables, titles, tiers), closing)
        first += len(block.measures)
    return "\n".join(lines) + "\n"


class _Shown(NamedTuple):
    """What all tables of a report share.

    Args:
        tables: id of a contestant -> name of a measure -> its cell.
        titles: of the measures.
        tiers: measure -> number of its tiers.
    """

    tables: dict[str, dict[str, Entry]]
    titles: dict[str, str]
    tiers: dict[str, int]


def _table(block: Block, first: int, shown: _Shown, closing: Sequence[str]) -> list[str]:
    """One table environment.

    Args:
        first: number of the note of its first measure.
        closing: what is written below its notes.
    """
    measures = block.measures
    marks = [rf"\textsuperscript{{{place}}}" for place in range(first, first + len(measures))]
    width = f"{min(_WIDEST, _HEADS / max(1, len(measures))):.3f}"
    heads = [
        rf"\parbox[b]{{{width}\linewidth}}{{\raggedleft {escaped(shown.titles[m['name']])}{mark}}}"
        for m, mark in zip(measures, marks, strict=True)
    ]
    rows = []
    for one in block.contestants:
        cells = [(shown.tables[one["id"]].get(m["name"]), m) for m in measures]
        rows.append([_label(one), *(_figure(cell, m, shown.tiers) for cell, m in cells)])
        if intervals := [_interval(cell, m) for cell, m in cells]:
            rows.append(["", *intervals])
    notes = [
        f"{mark} {_about(m, [shown.tables[one['id']].get(m['name']) for one in block.contestants])}"
        for m, mark in zip(measures, marks, strict=True)
    ]
    return [
        r"\begin{table}",
        r"\centering\footnotesize\setlength{\tabcolsep}{2pt}",
        rf"\begin{{tabular}}{{p{{{_NAME}\linewidth}}{'r' * len(measures)}}}",
        r"\toprule",
        _line(["Model", *heads]),
        r"\midrule",
        *map(_line, rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\smallskip\begin{minipage}{\linewidth}\footnotesize",
        *(rf"{note}\par" for note in [*notes, *closing]),
        r"\end{minipage}",
        r"\end{table}",
    ]


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
    return text


def _interval(cell: Entry | None, measure: Entry) -> str:
    """In the line below its figure; in braces, since a row's end would take a bracket for its own.

    Smaller, so that five of them fit a page.
    """
    if cell is None or cell["value"] is None:
        return ""
    if cell["interval"] is None:
        return r"{\scriptsize no CI}" if cell["status"] == MEASURED else ""
    interval = bounds(cell["interval"], measure).replace("-", "$-$")
    return rf"{{\scriptsize {interval}}}"


def _about(measure: Entry, cells: Sequence[Entry | None]) -> str:
    figures = [cell for cell in cells if cell is not None and cell["value"] is not None]
    sizes = sorted({n for cell in figures if (n := items_of(cell)) is not None})
    counted = escaped(measure["counted"])
    many = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,}--{sizes[-1]:,}" if sizes else "0"
    # Without a figure there is nothing to count; a figure without its n is imported.
    of = "" if figures and not sizes else f"; $n$ = {many} {counted}"
    neutral = measure["neutral"]
    said = "" if neutral is None else f" Neutral: {number(neutral, measure)}."
    unit = f" Unit: {escaped(measure['unit'])}." if measure["unit"] else ""
    parts = f"{escaped(measure['variant'])}. {escaped(measure['data'])}{of}."
    return f"{parts}{unit}{said} Higher: {escaped(measure['higher'])}."


def _missing(
    chosen: Sequence[Entry], titles: dict[str, str], tables: dict[str, dict[str, Entry]]
) -> list[str]:
    """Why cells have no figure, the same reason once."""
    pairs = (
        (f"{escaped(one['label'])}, {escaped(title)}", cell["problem"])
        for one in chosen
        for name, title in titles.items()
        if (cell := tables[one["id"]].get(name)) is not None and cell["value"] is None
    )
    found = names_by_reason(pairs)
    return [f"{_NONE} {'; '.join(who)}: {escaped(why)}" for why, who in found.items()]
