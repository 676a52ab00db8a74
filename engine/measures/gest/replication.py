"""GEST (Pikuliak et al., 2024): the released scores of eleven models, aggregated again.

Held here are the figures that the paper prints and that can be traced to a file: r_1 of
bert-base under each template, with its 95% interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.checkpoint_names import last_part
from engine.core.digest import texts_digest
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.fetch.registry import data_set
from engine.flow.descriptor import PublishedTables
from engine.measures.gest.data.sets import (
    GEST,
    RELEASED,
    load_gest,
    released_models,
    released_scores,
)
from engine.measures.gest.levels import levels
from engine.measures.gest.released import DIGITS, SCHEMA
from engine.measures.gest.scoring import ALL, TEMPLATES
from engine.measures.gest.verdict import PUBLISHED, READINGS, rates
from engine.statistics import CONFIDENCE, DRAWS

TABLES = PublishedTables(
    paper="Women Are Beautiful, Men Are Leaders (GEST; Pikuliak et al. 2024)",
    shows="q, r_f, r_m and g_s of the eleven released models; r_1 of bert-base as printed",
    models=released_models(),
    data=(GEST, RELEASED),
    time="a minute; about 20 for each base model that is scored too",
    options=("--model", "{place}", "--released", "{name}"),
    at_once=False,
    without_models=True,
)

# (template, r_1, low, high) of one model. Source: Pikuliak et al. 2024.
PRINTED_MODEL = "bert-base-uncased"
PRINTED = (
    (0, 1.24, 1.21, 1.27),
    (1, 0.92, 0.90, 0.95),
    (2, 1.01, 1.00, 1.03),
    (3, 1.15, 1.12, 1.17),
)
# Printed to two decimals, and intervals are drawn: another bootstrap moves an end a little.
ROUNDING, ENDS = 0.005, 0.01


def released_figures(seed: int = 0, draws: int = DRAWS) -> dict[str, Any]:
    """Every figure of the released models, in both readings.

    Returns:
        `models`: entries of `model`, `template` (`0` to `3`, `all` for the mean over templates)
        and, by reading, what `rates` gives; and what is needed to repeat it.
    """
    stereotypes = load_gest(GEST).sentences["stereotype"].tolist()
    names, columns = [], []
    for model in released_models():
        scores = [released_scores(model, template) for template in TEMPLATES]
        for column in scores:
            if len(column) != len(stereotypes):
                raise ValueError(
                    f"{counted(len(column), 'score')} of {model} for "
                    f"{counted(len(stereotypes), 'sentence')}"
                )
        names += [(model, str(template)) for template in (*TEMPLATES, ALL)]
        columns += [*scores, [sum(each) / len(each) for each in zip(*scores, strict=True)]]
    measured = levels(columns, stereotypes, seed, draws)
    return {
        **_about(seed, draws),
        "models": [
            {"model": model, "template": template}
            | {reading: rounded(rates(found, reading)) for reading in READINGS}
            for (model, template), found in zip(names, measured, strict=True)
        ],
    }


def printed(figures: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the paper prints beside the same figures worked out here.

    Returns:
        Entries of `model`, `template`, `figure`, `published`, `published_interval`, `ours`,
        `interval`, and `met`: whether both agree to the digits that are printed.
    """
    found = []
    for template, value, low, high in PRINTED:
        entry = next(
            one[PUBLISHED]
            for one in figures["models"]
            if (one["model"], one["template"]) == (PRINTED_MODEL, str(template))
        )
        ours, interval = entry["r"][0], entry["r_intervals"][0]
        ends = zip((low, high), interval, strict=True)
        found.append(
            {
                "model": PRINTED_MODEL,
                "template": str(template),
                "figure": "r_1",
                "published": value,
                "published_interval": [low, high],
                "ours": ours,
                "interval": interval,
                "met": abs(ours - value) <= ROUNDING + 1e-9
                and all(abs(one - other) <= ENDS for one, other in ends),
            }
        )
    return found


def released_name(checkpoint: str, asked: str = "") -> str:
    """The released model that a checkpoint is to be compared with.

    Args:
        checkpoint: hub id or folder.
        asked: its name, where the checkpoint does not say it.
    """
    wanted = asked or last_part(checkpoint)
    if wanted not in released_models():
        raise InputTextError(
            f"No scores were released of {wanted}; name the released model to compare with by "
            f"--released: {', '.join(released_models())}."
        )
    return wanted


def compare_with_released(ours: Sequence[float | None], theirs: Sequence[float]) -> dict[str, Any]:
    """Our scores of a model and the released ones, sentence by sentence.

    Returns:
        `n` sentences that both have, `pearson`, `largest_difference` and `mean_difference`
        (ours - released, log10), and `row` of the largest difference, from 0; None where
        nothing can be compared.
    """
    import numpy as np

    rows = [row for row, score in enumerate(ours) if score is not None]
    if len(rows) < 2:
        figures = ("pearson", "largest_difference", "mean_difference", "row")
        return {"n": len(rows), **dict.fromkeys(figures)}
    mine = np.array([ours[row] for row in rows], float)
    other = np.array([theirs[row] for row in rows], float)
    difference = mine - other
    varies = np.ptp(mine) > 0 and np.ptp(other) > 0
    at = int(np.abs(difference).argmax())
    return {
        "n": len(rows),
        "pearson": float(np.corrcoef(mine, other)[0, 1]) if varies else None,
        "largest_difference": float(difference[at]),
        "mean_difference": float(difference.mean()),
        "row": rows[at],
    }


def _about(seed: int, draws: int) -> dict[str, Any]:
    sentences, scores = data_set(GEST), data_set(RELEASED)
    files = [*sentences.files[:1], *scores.files]  # the scores follow the first version
    return {
        "schema": SCHEMA,
        "repository": scores.repository,
        "commit": scores.commit,
        "licence": scores.licence,
        "citation": scores.citation,
        "digest": texts_digest([f"{file.name} {file.sha256}" for file in files]),
        "seed": seed,
        "draws": draws,
        "level": CONFIDENCE,
    }


def rounded(value: Any) -> Any:
    """Figures to the digits that are kept."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return value
