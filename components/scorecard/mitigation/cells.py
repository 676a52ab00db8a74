"""The table of a mitigation: one row an intervention, one column a measure, each cell in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from pandas.io.formats.style import Styler

from components.frame.present.numbers import bracketed, number
from components.frame.present.theme import between, palette
from engine.columns.column import EXP
from engine.mitigation.asked import ORIGINAL
from engine.mitigation.comparing import BETTER, FURTHER, NEARER, WORSE
from engine.mitigation.report import Report
from engine.mitigation.words import short_title

NAME = "Intervention"
_VERDICTS = {NEARER: "nearer", FURTHER: "further", WORSE: "worse", BETTER: "better"}
_TINT = 0.35  # of the colour of a side, on the page's own


def table_rows(report: Report) -> pd.DataFrame:
    """The cells as text: value, its change with the interval, and what a test says of it."""
    cells = {(one["intervention"], one["measure"]): one for one in report["rows"]}
    return pd.DataFrame(
        [
            {NAME: row["label"]}
            | {
                short_title(each): _cell_text(cells.get((row["name"], each["name"])), each)
                for each in report["measures"]
            }
            for row in report["interventions"]
        ]
    )


def coloured(report: Report, rows: pd.DataFrame) -> Styler:
    """The same with the cells of clear changes in the colour of their side; costs have none."""
    cells = {(one["intervention"], one["measure"]): one["verdict"] for one in report["rows"]}
    colours = palette()
    tints = {
        NEARER: between(colours.page, colours.away, _TINT),
        FURTHER: between(colours.page, colours.toward, _TINT),
    }
    styles = pd.DataFrame("", index=rows.index, columns=rows.columns)
    for at, row in enumerate(report["interventions"]):
        for each in report["measures"]:
            tint = tints.get(cells.get((row["name"], each["name"]), ""))
            if tint:
                styles.loc[at, short_title(each)] = f"background-color: {tint}"
    return rows.style.apply(lambda _frame: styles, axis=None)


def numeric_rows(report: Report) -> pd.DataFrame:
    """The cells in numbers, one row each: what a spreadsheet can use."""
    labels = {one["name"]: one["label"] for one in report["interventions"]}
    titles = {one["name"]: one["title"] for one in report["measures"]}
    found = []
    for one in report["rows"]:
        low, high = one["interval"] or (None, None)
        control = one["control"] or {}
        found.append(
            {
                "intervention": labels[one["intervention"]],
                "measure": titles[one["measure"]],
                "value": one["value"],
                "change": one["change"],
                "change_low": low,
                "change_high": high,
                "distance_change": one["distance_change"],
                "p_holm": one["p_holm"],
                "detectable": one["detectable"],
                "verdict": "" if one["intervention"] == ORIGINAL else one["verdict"],
                "n": one["n"],
                "random": control.get("n"),
                "random_as_good": control.get("as_good"),
                "random_p": control.get("p"),
                "problem": one["problem"],
            }
        )
    return pd.DataFrame(found)


def _cell_text(cell: Mapping[str, Any] | None, measure: Mapping[str, Any]) -> str:
    if cell is None or cell["value"] is None:
        return "not measured"
    spec = f"{'+' if measure['neutral'] == 0 else ''}.{measure['digits']}f"
    parts = [number(cell["value"], spec)]
    if cell["change"] is not None:
        ratio = measure["scale"] == EXP.name
        how = ".2f" if ratio else f"+.{measure['digits']}f"
        bounds = bracketed(cell["interval"], how) or "no interval"
        parts.append(f"({'× ' * ratio}{number(cell['change'], how)} {bounds})")
    if cell["change"] is not None and cell["verdict"] in _VERDICTS:
        parts.append(_VERDICTS[cell["verdict"]])
    return " ".join(parts)
