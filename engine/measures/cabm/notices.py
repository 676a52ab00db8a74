"""Sentences on what a study left out, and why it stops."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.core.families import CAUSAL, ENCODER, SEQ2SEQ
from engine.core.wording import listed
from engine.measures.cabm.draws import LEAST_SENTENCES
from engine.measures.cabm.features import UNSIGNED, FeatureTable
from engine.measures.cabm.scores import RAW
from engine.measures.cabm.vectors import NONE, Vectors
from engine.measures.cabm.weighting import LEAST_TARGETS, USER

if TYPE_CHECKING:
    import numpy as np

    from engine.measures.cabm.settings import CabmSettings


def too_few(found: int, excluded: Mapping[str, str], least: int = LEAST_TARGETS) -> str:
    """Why a study of so few targets cannot go on.

    Args:
        excluded: target -> reason.
        least: targets that are needed.
    """
    told = "; ".join(f"{target} {why}" for target, why in list(excluded.items())[:3])
    return (
        f"CABM needs at least {least} occupations with sentences about both groups; there "
        f"are {found}." + (f" Left out: {told}." if told else "")
    )


def left_out(vectors: Vectors, table: FeatureTable, sentences: int) -> list[str]:
    """What a user should know was left out."""
    told = []
    unread = sum(vectors.unread.values())
    if unread:
        reason = next(iter(vectors.unread))
        told.append(f"{unread} of {sentences} sentences could not be read; the first: {reason}")
    if table.excluded:
        listed = [f"{target} {why}" for target, why in table.excluded.items()]
        more = f"; and {len(listed) - 5} more" if len(listed) > 5 else ""
        told.append(f"Left out: {'; '.join(listed[:5])}{more}.")
    return told


_KINDS = {CAUSAL: "A causal model", SEQ2SEQ: "A span filler", ENCODER: "An encoder"}


def kind_remarks(kind: str, sentence: str) -> list[str]:
    """What a kind of model does not have, and what is done without it.

    Args:
        sentence: the sentence vector that is read.
    """
    if kind not in _KINDS:
        return []
    told = []
    if sentence == NONE and kind != ENCODER:
        told.append(
            f"{_KINDS[kind]} has no [CLS] token, so context is left out and the weights are shared "
            "between PMI and cosine; with the sentence vector mean, context is measured too."
        )
    told.append(f"{_KINDS[kind]} fills in no blanks, so there is no pronoun probability gap.")
    return told


def feature_remarks(
    table: FeatureTable, freedom: np.ndarray, templates: Sequence[str] = ()
) -> list[str]:
    """What a user should know of the features, though nothing is amiss.

    Args:
        freedom: [target], of `draws.freedom_of`.
    """
    rows = table.frame.to_dict("records")
    told = []
    unseen = [row["occupation"] for row in rows if not row["corpus_first"] + row["corpus_second"]]
    if unseen:
        told.append(
            "In the text in which PMI is counted, no sentence has one of these words together with "
            f"a word of either group: {listed(unseen)}. Their PMI comes from the smoothing alone, "
            "not from the text."
        )
    few = [
        row["occupation"] for row, degrees in zip(rows, freedom, strict=True) if math.isnan(degrees)
    ]
    if few:
        told.append(
            f"{listed(few)}: fewer than {LEAST_SENTENCES} different sentences with one of the "
            f"groups, so there is no interval; give each at least {LEAST_SENTENCES} with both."
        )
    if len(templates) == 1:
        told.append(
            "The probability gap rests on one template, so it has no interval; more paraphrases "
            "give it one."
        )
    return told


def settings_remarks(settings: CabmSettings, names: Sequence[str]) -> list[str]:
    """What a user should know of scale and weights.

    Args:
        names: features that the model has.
    """
    told = []
    if settings.scale == RAW and settings.context == UNSIGNED and "context" in names:
        told.append(
            "On the raw scale the unsigned context shift, a distance, adds to the score of every "
            "occupation whatever its direction; the signed context does not."
        )
    total = sum(weight for _, weight in settings.user_weights)
    if settings.published and settings.weighting == USER and abs(total - 1) > 1e-3:
        told.append(f"The weights sum to {total:g}, not to 1; they are taken as given.")
    if settings.published:
        told.append(
            "As published, categories go by the score alone: they name a side also where its "
            "interval contains 0."
        )
    return told
