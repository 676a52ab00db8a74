"""Whether a measure puts contestants in the same order in other words of the same data.

Columns of one template each, as those of GEST, are put together. The cells of others say what each
of their templates gives alone. CABM and SEAT have none: their vectors are means over sentences, so
their figures cannot be divided by them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.columns.reading import BY_TEMPLATE
from engine.scorecard.correlations import CONSTANT, entry_of, mean_correlation
from engine.scorecard.figures import Report, cells_of, too_few, values_of, varies
from engine.scorecard.units import comparable
from engine.scorecard.words import is_figure

TEMPLATES = "templates"
_TEMPLATE = re.compile(r"(gest(?::.+)?):\d+")  # measures whose last part numbers a template
_TOO_FEW = "Fewer than two templates have a figure of every model."


def of_templates(report: Report) -> list[dict[str, Any]]:
    """Entries of all measures that have several templates; see `reliability.reliability`."""
    names = [measure["name"] for measure in report["measures"]]
    found = [_of_columns(report, group) for group in _groups(names)]
    return found + [entry for name in names if (entry := _of_cells(report, name)) is not None]


def _groups(names: Sequence[str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        if match := _TEMPLATE.fullmatch(name):
            groups.setdefault(match[1], []).append(name)
    return [sorted(group) for group in groups.values() if len(group) > 1]


def _of_columns(report: Report, group: Sequence[str]) -> dict[str, Any]:
    figures = [values_of(report, name) for name in group]
    return mean_correlation(group[0], TEMPLATES, figures) | {"measures": list(group)}


def _of_cells(report: Report, name: str) -> dict[str, Any] | None:
    """Of the templates of one measure; None where its cells name no two."""
    known = _known(report, name)
    names = list(dict.fromkeys(template for found in known.values() for template in found))
    if len(names) < 2:
        return None
    entry = entry_of(name, TEMPLATES, len(known), too_few(len(known))) | {TEMPLATES: 0}
    if entry["problem"]:
        return entry
    figures = [
        {contestant: float(found[template]) for contestant, found in known.items()}
        for template in names
        if all(_is_number(found.get(template)) for found in known.values())
    ]
    if len(figures) < 2:
        return entry | {"problem": _TOO_FEW}
    # What gives all models the same figure changes no order, neither alone nor in the whole.
    varying = [figure for figure in figures if varies([*figure.values()])]
    if len(varying) < 2:
        return entry | {"problem": CONSTANT}
    return mean_correlation(name, TEMPLATES, varying) | {TEMPLATES: len(varying)}


def _known(report: Report, name: str) -> dict[str, Mapping[str, Any]]:
    """Contestant -> template -> figure, of contestants that were measured on the same units."""
    cells = [*cells_of(report, name).values()]
    alike = [cells[place] for place in comparable(cells).kept]
    said = {cell["contestant"]: (cell.get("detail") or {}).get(BY_TEMPLATE) for cell in alike}
    return {name: found for name, found in said.items() if isinstance(found, Mapping)}


def _is_number(found: object) -> bool:
    """Whether it is a figure; the detail of an imported cell may be anything."""
    return isinstance(found, (float, int)) and not isinstance(found, bool) and is_figure(found)
