"""A pin of every kind of figure that the pages make, with more rows than a stage has room for."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.annotators.charts import rows as annotators
from components.annotators.charts.cells import by_language
from components.arena.charts.ranking import ranking as models
from components.arena.charts.rates import Row, rates
from components.cabm.charts import distribution, scores, shap
from components.cabm.charts.ranking import ranking
from components.curate.charts import Step, steps_figure
from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT
from components.frame.present.word_bars import mirrored_bars, word_bars
from components.heads.charts.association import Row as State
from components.heads.charts.association import association
from components.heads.charts.grid import score_maps
from components.lab.charts import against_planted, recovery_chart
from components.pairs.charts.shares import by_type
from components.probe.heatmaps import group_heatmaps
from components.scorecard.charts.cells import cells
from components.scorecard.grid import Grid
from components.stage.charts.before_after import before_after
from components.stage.charts.contributions import contributions
from engine.core.spec import parse_heads
from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.sentences import GENDER
from engine.pins import Collection, Pin, make_pin
from tests.browser import pins_of_tabs
from tests.components.scorecard.reports import report

_JOBS = 46
_READING = (
    "In 57% of 300 pairs the model prefers the stereotyping sentence (95% CI [51, 62]; 50% is "
    "neutral): a clear preference. With 300 pairs, a difference has to be at least 8.1 points from "
    "50% to be detected with 80% power; smaller ones are not ruled out."
)


def collection() -> Collection:
    """A screen for each, and two of a table."""
    pins = [_pin(name, figure) for name, figure in _figures().items()]
    rows = [[f"Sentence number {row} of a list that goes on", *range(7)] for row in range(40)]
    pins.append(make_pin("A wide table", _READING, None, list("abcdefgh"), rows, "x", {}))
    return Collection("Every kind of figure", tuple(pins))


def of_tabs() -> Collection:
    """A screen for each figure of `pins_of_tabs`."""
    pins = [_pin(name, figure) for name, figure in pins_of_tabs.figures().items()]
    return Collection("Figures of tabs", tuple(pins))


def _pin(name: str, figure: go.Figure) -> Pin:
    reading = _READING if len(name) % 2 else "One sentence."
    manifest = {"measure": name.split(",")[0]}
    return make_pin(name, reading, in_light(figure, LIGHT), (), (), "engine x", manifest, alt=name)


def _figures() -> dict[str, go.Figure]:
    words = [(f"likely word {rank}", 0.9 / (rank + 1) ** 2) for rank in range(20)]
    return {
        "Likely words": word_bars(words),
        "Likely words, of another sentence": word_bars([("she", 0.99), ("he", 0.004)]),
        "Words by group": group_heatmaps([("model", _by_group())]),
        "Words by group in two models": group_heatmaps([("a", _by_group()), ("b", _by_group())]),
        "Preference by type of bias": by_type([_type(row) for row in range(15)]),
        "Preference before and after": by_type(
            [*[_type(row) for row in range(9)], _bare()], [_type(1), _bare() | {"score": 62}]
        ),
        "Words of a pair": contributions(_pair(), ("fits “man”", "fits “woman”")),
        "Occupations in order": ranking(_jobs(), GENDER, "P(he) − P(she)"),
        "SHAP values": shap.shap_values(_features(), _features(), "job 3", GENDER),
        "Densities": distribution.densities(*_lists(), GENDER),
        "CABM against the pronoun gap": scores.against_unmasking(_jobs(), GENDER, "gap"),
        "Women employed": scores.scatter(_employed(), "gap", "P(he) − P(she)"),
        "Grid of heads": score_maps([("model", _heads())], parse_heads("1-1 6-11"), ()),
        "Grid of heads without its scale": score_maps(
            [("model", _heads())], parse_heads("1-1 6-11"), (), scale=False
        ),
        "Association before and after": association(
            [
                State("all heads on", 1.13, (0.6, 1.5), compared=True),
                State("4 heads switched off", 1.11, (0.5, 1.4)),
            ]
        ),
        "Words of two models": mirrored_bars(words[:8], words[:8], names=("a model", "another")),
        "Before and after": before_after(_switched()),
        "The Scorecard": cells(Grid(report())),
        "Groups by how often they are flagged": rates([_group(row) for row in range(24)], 0.2),
        "Models by how often they are flagged": models(
            [_model(row) for row in range(20)], *_names()
        ),
        "Annotators in rows": annotators.dots([_annotator(row) for row in range(16)], "p_at_1"),
        "Annotators in cells": by_language(
            [_annotator(row) for row in range(16)], {"en": "English"}, "p_at_1", 0.5
        ),
        "Planted and measured": against_planted(_planted(), "biased", "P(he)", True),
        "Recovery": recovery_chart(*_recovery()),
        "From lines to pairs": steps_figure(
            [Step(f"step {row}", 900 - 60 * row, row > 4) for row in range(7)]
        ),
    }


def _by_group() -> pd.DataFrame:
    groups = (
        "Christian",
        "Muslim",
        "Jewish",
        "Hindu",
        "Buddhist",
        "Catholic",
        "Protestant",
        "Sikh",
    )
    shares = [[0.05 / (1 + (row * column) % 7) for column in range(8)] for row in range(14)]
    return pd.DataFrame(shares, columns=groups, index=[f"word {row}" for row in range(14)])


def _type(row: int) -> dict[str, Any]:
    score = 50 + 3 * ((row * 4) % 11) - 9
    return {
        "bias_type": "All pairs" if row == 0 else f"type of bias {row}",
        "n": 40,
        "score": score,
        "interval": [score - 12, score + 12],
        "verdict": "toward the stereotype" if row == 0 else "unclear",
    }


def _bare() -> dict[str, Any]:
    """A type of bias of too few word pairs for an interval."""
    return _type(1) | {"bias_type": "few words", "score": 56, "interval": None, "word_pairs": 5}


def _pair() -> pd.DataFrame:
    words = "The man forgot to pay the rent again because nobody had told him of it .".split()
    return pd.DataFrame(
        {"text": words, "difference": [0.3 * math.sin(3 * place) for place in range(len(words))]}
    )


def _jobs() -> pd.DataFrame:
    score = [1.6 * math.sin(place) for place in range(_JOBS)]
    return pd.DataFrame(
        {
            "occupation": [f"occupation {place}" for place in range(_JOBS)],
            "list": ["male" if value > 0 else "female" for value in score],
            "score": score,
            "score_low": [value - 0.7 for value in score],
            "score_high": [value + 0.7 for value in score],
            "category": ["male-biased" if value > 1 else "not settled" for value in score],
            "said": "not settled",
            "unmasking": [value / 3 for value in score],
            "low": [value / 3 - 0.2 for value in score],
            "high": [value / 3 + 0.2 for value in score],
        }
    )


def _features() -> pd.DataFrame:
    rows = [[math.sin(job * (place + 1)) for place in range(len(FEATURES))] for job in range(_JOBS)]
    return pd.DataFrame(rows, columns=FEATURES, index=[f"job {job}" for job in range(_JOBS)])


def _lists() -> tuple[dict[str, list[float]], dict[str, list[str]]]:
    values = {
        name: [math.sin(place) + by for place in range(20)]
        for name, by in (("male list", 0.4), ("female list", -0.4))
    }
    return values, {name: [f"job {place}" for place in range(20)] for name in values}


def _employed() -> list[dict[str, Any]]:
    return [
        {
            "occupation": f"occupation {place}",
            "employed": 4.0 * place,
            "year": 2015,
            "gap": 0.6 * math.cos(place / 5),
        }
        for place in range(25)
    ]


def _heads() -> list[list[float]]:
    return [[0.1 * math.sin(7 * layer + head) for head in range(12)] for layer in range(6)]


def _switched() -> pd.DataFrame:
    cost = {"figure": "everyday sentences completed correctly", "before": 0.85, "after": 0.75}
    rows = [
        {"figure": "“she”", "before": 0.57, "after": 0.13},
        {"figure": "“he”", "before": 0.31, "after": 0.61},
        cost | {"after_low": 0.59, "after_high": 0.87},
    ]
    columns = ["figure", "before", "after", "after_low", "after_high"]
    return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(columns[1:], float))


def _group(row: int) -> Row:
    rate = 0.5 - row / 60
    return Row(f"people of group {row}", rate, [rate - 0.1, rate + 0.1], 120)


def _model(row: int) -> dict[str, Any]:
    rate = 0.1 + row / 50
    return {
        "rank": row + 1,
        "rank_interval": [row, row + 2],
        "tier": 1 + row // 5,
        "flag_rate": rate,
        "interval": [rate - 0.05, rate + 0.05],
        "digest": str(row),
    }


def _names() -> tuple[list[str], str]:
    return [f"some-language-model-{row}" for row in range(20)], "9"


def _annotator(row: int) -> dict[str, Any]:
    value = 0.6 - row / 40
    bounds = [value - 0.1, value + 0.1]
    return {
        "group": f"female × learner {row}",
        "language": "en",
        "p_at_1": value,
        "spearman": value,
        "intervals": {"p_at_1": bounds, "spearman": bounds},
        "n_annotators": 6,
        "n_sentences": 24,
        "n_answers": 72,
        "pooled_n": 250,
    }


def _planted() -> list[dict[str, Any]]:
    return [
        {"occupation": f"occupation {place}", "planted": place / 44, "value": (place / 44) ** 1.2}
        for place in range(45)
    ]


def _recovery() -> tuple[dict[str, dict[str, dict[str, Any]]], dict[str, str]]:
    names = {f"measure-{row}": f"Measure number {row}" for row in range(6)}
    found = {
        name: {
            model: {"rho": rho, "interval": [rho - 0.2, rho + 0.1], "n": 44}
            for model, rho in (("original", 0.1), ("biased", 0.8), ("balanced", -0.1))
        }
        for name in names
    }
    return found, names
