"""The figures of the pages, made of a command's report.

Nothing is drawn here: each function asks the page's own chart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from streamlit import runtime
from streamlit.logger import set_log_level

if TYPE_CHECKING:
    import plotly.graph_objects as go

if not runtime.exists():  # charts are asked for by no page, which Streamlit warns of
    set_log_level("ERROR")


def pairs(report: dict[str, Any]) -> go.Figure:
    """All pairs and the bias types around 50%."""
    from components.pairs.charts.shares import by_type
    from components.pairs.results import rows_of

    return by_type(rows_of(report))


def filled(one: dict[str, Any]) -> go.Figure:
    """The likely words of the first mask of a sentence."""
    from components.frame.present.word_bars import word_bars

    return word_bars([(word["word"], word["probability"]) for word in one["predictions"][0]])


def filled_by_group(report: dict[str, Any]) -> go.Figure:
    """Words by groups, in the first mask."""
    import pandas as pd

    from components.probe.heatmaps import group_heatmaps

    table = report["masks"][0]
    rows = pd.DataFrame(table["probabilities"], index=table["words"], columns=report["groups"])
    return group_heatmaps([(report["manifest"]["spec"]["checkpoint"], rows)])


def associations(report: dict[str, Any]) -> go.Figure:
    """The associations of the single targets, with d."""
    from components.scorecard.charts.distribution import distribution

    parts = [one["s"] for one in report["associations"]]
    cell = {"value": report["effect_size"]}
    measure = {"scale": "identity", "neutral": 0.0, "digits": 2, "unit": "d"}
    return distribution(parts, cell, measure)


def heads(report: dict[str, Any]) -> go.Figure:
    """Layers by heads, coloured by their scores."""
    from components.heads.charts.grid import score_maps
    from engine.core.spec import parse_heads

    spec = report["manifest"]["spec"]
    masked = parse_heads(",".join(spec["masked_heads"]))
    return score_maps([(spec["checkpoint"], report["gradient"])], masked)


def cabm(report: dict[str, Any]) -> go.Figure:
    """All occupations in the order of their scores."""
    import pandas as pd

    from components.cabm.charts.ranking import ranking
    from components.cabm.wording import spoken
    from engine.measures.cabm.data.sentences import Groups
    from engine.measures.cabm.scores import STANDARDISED

    (first, one), (second, other) = report["groups"].items()
    groups = Groups((first, second), (tuple(one), tuple(other)))
    relative = report["scale"] == STANDARDISED
    frame = pd.DataFrame(report["occupations"])
    bounds = [interval or (float("nan"), float("nan")) for interval in frame["interval"]]
    low, high = zip(*bounds, strict=True)
    said = [spoken(category, groups, relative) for category in frame["category"]]
    limit = report["threshold_of_score"]
    frame = frame.assign(score_low=low, score_high=high, said=said)
    return ranking(frame, groups, "CABM", (-limit, limit))


def agreement(report: dict[str, Any]) -> go.Figure:
    """The groups of the first language by the first answer, each with its human ceiling."""
    from components.annotators.charts.rows import dots

    language = report["groups"][0]["language"]
    entries = [one for one in report["groups"] if one["language"] == language]
    people = {
        one["group"]: one for one in report["people"]["ceilings"] if one["language"] == language
    }
    return dots(entries, "p_at_1", people=people)


def arena(report: dict[str, Any]) -> go.Figure:
    """Flag rates of the categories, beside that of all sentences."""
    from components.arena.charts.rates import rates
    from components.arena.parts import category_rows

    rows = category_rows([(report["label"], report)])
    return rates(rows, report["overall"]["flag_rate"])


def sweep(report: dict[str, Any]) -> go.Figure:
    """Models by measures, each with its interval."""
    from components.scorecard.charts.cells import cells
    from components.scorecard.grid import Grid

    return cells(Grid(report))
