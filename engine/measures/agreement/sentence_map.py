"""Cloze sentences as vectors: do translations of a sentence lie together, or does each language?

The vector of a sentence is the mean last-layer state of its own tokens, without the blank, which
is the same token in every sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import SEQ2SEQ
from engine.flow.kinds import named
from engine.flow.packing import packed
from engine.flow.registry import suits
from engine.inference.text import encode, gap_span, sentinels, with_model_masks
from engine.inference.vectors import Share, pooled_vectors

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.models.loading import MaskedLM


@dataclass(frozen=True)
class Translations:
    """How often the nearest sentence of another language is a translation.

    Args:
        found: sentences whose nearest is one.
        sentences: those that have a translation.
        chance: expected share of `found` if the nearest were any sentence of another language.
    """

    found: int
    sentences: int
    chance: float


def cloze_vectors(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """The vector of each cloze sentence.

    Args:
        items: `{"text": ...}`; the text masks a word.
        params: none.

    Returns:
        For each sentence `vector`, packed; or `problem`, why it cannot be read.
    """
    suits("cloze_vectors", named(lm.model), items, params)
    values: list[dict[str, Any]] = []
    shares: dict[tuple[int, ...], list[Share]] = {}
    for place, item in enumerate(items):
        try:
            ids, own = _tokens(lm, item["text"])
        except InputTextError as error:
            values.append({"problem": str(error)})
            continue
        shares.setdefault(ids, []).append(Share(place, own, 1.0))
        values.append({})
    if shares:
        vectors = pooled_vectors(lm, shares, len(items), apart=True).numpy()
        for value, vector in zip(values, vectors, strict=True):
            if "problem" not in value:
                value["vector"] = packed(vector)
    return values


def _tokens(lm: MaskedLM, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Token ids of a sentence, and the positions of its own words.

    Raises:
        InputTextError: if it cannot be read, or there is nothing but the blank.
    """
    special = set(lm.tokenizer.all_special_ids)
    if lm.model.family.kind == SEQ2SEQ:
        ids, gap = gap_span(lm, text).ids, {sentinels(lm.tokenizer)[0]}
    else:
        whole = with_model_masks(text, lm.tokenizer)
        ids, gap = encode(lm.tokenizer, whole, lm.model.max_length).ids, set()
    unknown = lm.tokenizer.unk_token_id
    own = tuple(
        place
        for place, token in enumerate(ids)
        if token not in gap and (token not in special or token == unknown)
    )
    if not own:
        raise InputTextError("There is nothing in the sentence besides the blank.")
    return ids, own


def translations(points: np.ndarray, sentences: pd.DataFrame) -> Translations | None:
    """How often a sentence's nearest one of another language is a translation of it.

    Args:
        points: [sentence, hidden].
        sentences: `sentence_id` and `language` of each; translations share an id.

    Returns:
        Counts, by cosine; None if no sentence has a translation.
    """
    import numpy as np

    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    unit = points / np.maximum(lengths, 1e-12)
    near = unit @ unit.T
    ids, languages = (sentences[name].to_numpy() for name in ("sentence_id", "language"))
    foreign = languages[:, None] != languages[None, :]
    same = (ids[:, None] == ids[None, :]) & foreign
    asked = same.any(axis=1)
    if not asked.any():
        return None
    nearest = np.where(foreign, near, -np.inf).argmax(axis=1)
    found = same[np.arange(len(ids)), nearest]
    chance = same.sum(axis=1)[asked] / foreign.sum(axis=1)[asked]
    return Translations(int(found[asked].sum()), int(asked.sum()), float(chance.mean()))
