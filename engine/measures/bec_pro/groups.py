"""Associations by profession group and gender of the person, and tests between the genders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.measures.bec_pro.data.sentences import FEMALE, GENDERS, GROUPS, MALE
from engine.statistics import holm, mean_interval, signed_rank_test

if TYPE_CHECKING:
    import pandas as pd


def by_group(frame: pd.DataFrame, professions: pd.DataFrame, seed: int = 0) -> list[dict[str, Any]]:
    """Mean association of each profession group with each gender.

    Args:
        frame: of `associations.associations`.
        professions: of `professions.by_profession`.
        seed: of the bootstrap intervals.

    Returns:
        One entry a group that has a profession: `group`; `male`, `female` and `difference` (male
        minus female), each with `mean` (nats, every profession weighing the same) and `interval`
        (95%, over professions, which are the clusters); `n` (professions); `sentences`; `test`:
        what `signed_rank_test` gives over professions, with `p_holm` over the groups; `published`:
        the same over sentence pairs, which counts the sentences of a profession as independent,
        None where sentences have no partners.

    Source: Bartl, Nissim and Gatt 2020, section 5.
    """
    found: list[dict[str, Any]] = []
    for group in GROUPS:
        own = professions[professions["group"] == group]
        if own.empty:
            continue
        sentences = frame[frame["profession"].isin(own["profession"])]
        found.append(
            {
                "group": group,
                **{gender: _mean(own[gender].tolist(), seed) for gender in GENDERS},
                "difference": _mean(own["gap"].tolist(), seed),
                "n": len(own),
                "sentences": len(sentences),
                "test": signed_rank_test(own[MALE].tolist(), own[FEMALE].tolist()),
                "published": _published(sentences),
            }
        )
    for name in ("test", "published"):
        ready = [entry[name] for entry in found if entry[name] is not None]
        for test, p in zip(ready, holm([test["p"] for test in ready]), strict=True):
            test["p_holm"] = p
    return found


def _mean(values: list[float], seed: int) -> dict[str, Any]:
    bounds = mean_interval(values, seed)
    return {"mean": sum(values) / len(values), "interval": bounds and list(bounds)}


def _published(sentences: pd.DataFrame) -> dict[str, Any] | None:
    """The test over pairs of sentences: in a template, the k-th male and the k-th female one."""
    keys = ["profession", "template"]
    numbered = sentences.assign(place=sentences.groupby([*keys, "gender"]).cumcount())
    pairs = numbered.pivot(index=[*keys, "place"], columns="gender", values="association")
    if pairs.isna().to_numpy().any():
        return None
    return signed_rank_test(pairs[MALE].tolist(), pairs[FEMALE].tolist())
