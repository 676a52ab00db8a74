"""Sentences on what a study left out, and why it stops."""

from __future__ import annotations

from collections.abc import Mapping

from engine.families import CAUSAL, SEQ2SEQ
from engine.measures.cabm.features import Table, Vectors
from engine.measures.cabm.vectors import NONE
from engine.measures.cabm.weighting import LEAST_TARGETS
from engine.wording import listed


def too_few(found: int, excluded: Mapping[str, str]) -> str:
    """Why a study of so few targets cannot go on.

    Args:
        excluded: target -> reason.
    """
    told = "; ".join(f"{target} {why}" for target, why in list(excluded.items())[:3])
    return (
        f"CABM needs at least {LEAST_TARGETS} occupations with sentences about both groups; there "
        f"are {found}." + (f" Left out: {told}." if told else "")
    )


def left_out(vectors: Vectors, table: Table, sentences: int) -> list[str]:
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


_KINDS = {CAUSAL: "A causal model", SEQ2SEQ: "A span filler"}


def kind_remarks(kind: str, sentence: str) -> list[str]:
    """What a kind of model does not have, and what is done without it.

    Args:
        sentence: the sentence vector that is read.
    """
    if kind not in _KINDS:
        return []
    told = []
    if sentence == NONE:
        told.append(
            f"{_KINDS[kind]} has no [CLS] token, so context is left out and the weights are shared "
            "between PMI and cosine; with the sentence vector mean, context is measured too."
        )
    told.append(f"{_KINDS[kind]} fills in no masked words, so there is no pronoun probability gap.")
    return told


def remarks(table: Table) -> list[str]:
    """What a user should know of the features, though nothing is amiss."""
    unseen = [
        row["occupation"]
        for row in table.frame.to_dict("records")
        if not row["corpus_first"] + row["corpus_second"]
    ]
    if not unseen:
        return []
    return [
        f"The PMI corpus never holds {listed(unseen)} with a word of either group, so their "
        "PMI is only a default."
    ]
