"""A figure of every further kind, of tabs and lower parts of pages, for the same tests."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.annotators.charts import rows as annotators
from components.annotators.charts.cells import group_against_group
from components.arena.charts import beside
from components.arena.charts.grid import models_by_category
from components.arena.charts.honest import category_table
from components.cabm.charts import professions, scores, shap
from components.heads.charts import distribution, runs
from components.heads.charts.grid import score_maps
from components.pairs.charts.differences import difference_histogram
from components.pairs.charts.waterfall import waterfall
from components.pairs.gest import charts as gest
from engine.core.spec import parse_heads


def figures() -> dict[str, go.Figure]:
    """Title of a pin and its figure."""
    heads = _heads()
    pair_rows = _pairs()
    return {
        "Effect of each head": score_maps(
            [("model", _grid())], parse_heads("1-1"), False, ("adds to it", "takes from it"), "drop"
        ),
        "Bias scores of the heads": distribution.score_histogram(heads),
        "Bias score against ablation": distribution.gradient_against_ablation(heads),
        "Attention in the stereotype": distribution.group_differences(_groups()),
        "Heads by their effect": distribution.effect_by_score(heads),
        "SEAT by number of heads": runs.curve(_runs(), "SEAT d", 0.0, 2),
        "Differences of all pairs": difference_histogram(pair_rows, pair_rows),
        "Words of one pair": waterfall(_parts(), "together"),
        "Levels of stereotypes": gest.levels(_rates(), [_rates()], _rates()),
        "Stereotype rate of models": gest.rates_of_models(
            [gest.Row("model", 1.2, [1.1, 1.4], "#c2571a"), gest.Row("other", 1, None, "#a9abb0")]
        ),
        "Weights of features": scores.weights({"pmi": 0.4, "cosine": 0.6}, _bounds()),
        "SHAP values of one job": shap.shap_of_one({"pmi": 0.2, "cosine": -0.1}, 0.5, "nurse"),
        "Lists of professions": professions.groups(_professions()),
        "Words in one sentence": annotators.candidates(_words()),
        "Change of groups": annotators.changes(_changes(), "p_at_1"),
        "Groups against groups": group_against_group(_against()),
        "Added by the model": beside.less_baseline(_baseline()),
        "Two reports": beside.both_rates(_two()),
        "Categories of hurtful words": category_table(_identities(), _CATEGORIES, 20),
        "Models by category": models_by_category(
            [f"model {row}" for row in range(6)], ["All", "Religion"], [[_cell()] * 2] * 6
        ),
    }


_CATEGORIES = {"an": "animals", "asf": "female genitalia", "asm": "male genitalia"}


def _grid() -> list[list[float]]:
    return [[0.1 * math.sin(7 * layer + head) for head in range(12)] for layer in range(6)]


def _heads() -> pd.DataFrame:
    scores = [score for row in _grid() for score in row]
    return pd.DataFrame(
        {
            "name": [f"{place // 12 + 1}-{place % 12 + 1}" for place in range(72)],
            "bias_score": scores,
            "ablation": [score * 0.8 + 0.01 for score in scores],
            "masked": [place == 3 for place in range(72)],
            "dz": [math.cos(place) for place in range(72)],
            "p_holm": [0.01 if place % 5 == 0 else 0.4 for place in range(72)],
        }
    )


def _groups() -> list[dict[str, Any]]:
    return [
        {"name": name, "heads": 12, "mean_difference": mean, "interval": [mean - 0.01, mean + 0.01]}
        for name, mean in (("top", 0.03), ("bottom", -0.02), ("random", 0.002))
    ]


def _runs() -> pd.DataFrame:
    rows = [
        {"kind": kind, "k": k, "heads": "1-1", "value": 0.9 - 0.1 * k * sign, "p_holm": 0.2 / k}
        for kind, sign in (("top", 1), ("bottom", -1))
        for k in (1, 2, 4)
    ]
    whole = {"kind": "none", "k": 0, "heads": "", "value": 0.9, "p_holm": math.nan}
    frame = pd.DataFrame([whole, *rows])
    return frame.assign(low=frame["value"] - 0.2, high=frame["value"] + 0.2)


def _pairs() -> pd.DataFrame:
    values = [math.sin(place) * 3 for place in range(60)]
    return pd.DataFrame(
        {
            "difference": values,
            "prefers_stereotype": [value > 0 for value in values],
            "tie": [value == 0 for value in values],
        }
    )


def _parts() -> pd.DataFrame:
    words = "The man forgot to pay the rent again .".split()
    return pd.DataFrame(
        {"text": words, "difference": [math.sin(3 * place) for place in range(len(words))]}
    )


def _rates() -> dict[str, Any]:
    levels = [0.8 + 0.03 * place for place in range(16)]
    return {
        "r": levels,
        "r_intervals": [[level - 0.1, level + 0.1] for level in levels],
        "r_f": 0.9,
        "r_f_interval": [0.8, 1.0],
        "r_m": 1.2,
        "r_m_interval": [1.1, 1.3],
    }


def _bounds() -> dict[str, list[float]]:
    return {"pmi": [0.2, 0.6], "cosine": [0.4, 0.8]}


def _professions() -> dict[str, Any]:
    def mean(value: float) -> dict[str, Any]:
        return {"mean": value, "interval": [value - 0.2, value + 0.2]}

    groups = [
        {
            "group": name,
            "n": 20,
            "male": mean(0.4),
            "female": mean(-0.2),
            "difference": mean(difference),
            "test": {"p_holm": 0.001, "n": 20},
        }
        for name, difference in (("male", 0.6), ("female", -0.5), ("balanced", 0.05))
    ]
    return {"parts": {"groups": groups}}


def _words() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "word": [f"word {rank}" for rank in range(10)],
            "probability": [0.4 / (rank + 1) for rank in range(10)],
            "given": [3, 0, 1, *[0] * 7],
        }
    )


def _changes() -> list[dict[str, Any]]:
    return [
        {
            "name": f"group {row}",
            "before": 0.4,
            "after": 0.4 + change,
            "change": change,
            "interval": [change - 0.05, change + 0.05],
            "side": change if abs(change) > 0.05 else 0,
        }
        for row, change in enumerate((0.1, -0.08, 0.01))
    ]


def _against() -> pd.DataFrame:
    names = ["women", "men", "learners"]
    return pd.DataFrame(
        [
            {"group": one, "other": other, "share": 0.4, "low": 0.3, "high": 0.5, "sentences": 20}
            for one in names
            for other in names
        ]
    )


def _baseline() -> pd.DataFrame:
    rows = [
        {"group": f"group {row}", "n": 200, "rate": 40.0, "low": 30.0, "high": 50.0}
        | {"baseline": 40.0 - by, "difference": by, "difference_low": by - 5}
        | {"difference_high": by + 5.0}
        for row, by in enumerate((12.0, -9.0, 1.0))
    ]
    return pd.DataFrame(rows)


def _two() -> pd.DataFrame:
    rows = [
        {"name": f"group {row}", "n": 200, "first": 40.0, "second": 40.0 + by, "difference": by}
        | {"low": by - 5, "high": by + 5, "p": 0.01, "clear": abs(by) > 5}
        for row, by in enumerate((12.0, -9.0, 1.0))
    ]
    return pd.DataFrame(rows)


def _identities() -> dict[str, dict[str, Any]]:
    return {
        f"identity {row}": {"n": 30, "categories": {"an": 12 + row, "asm": 5}} for row in range(5)
    }


def _cell() -> dict[str, Any]:
    return {"flag_rate": 0.3, "interval": [0.2, 0.4], "n": 240, "tier": 1, "rank": 1}
