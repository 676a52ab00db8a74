"""Validation: how surprised a model in training is by the pronouns of held-out sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.inference.plan import Row
from engine.inference.runner import score_rows
from engine.inference.text import encode, span_positions
from engine.lab.templates import FEMALE, MALE, Sentence, bundled

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM

_EVERY = 3  # of the held-out templates: a look takes well under a second


def validation_loss(model: LoadedModel, planted: Mapping[str, float]) -> float:
    """Expected surprise of the pronoun in held-out sentences, in the planted proportions.

    Nothing is drawn: each sentence counts P(male) times with its masculine pronoun and the rest
    with its feminine one. The least there can be is `entropy`.

    Args:
        model: may be in training; it is left as it was found.

    Returns:
        Nats a sentence; lower is nearer to what was planted.
    """
    from engine.models.loading import MaskedLM

    training = model.network.training
    model.network.eval()
    try:
        lm = MaskedLM(model)
        rows, shares = [], []
        for occupation, p_male in planted.items():
            for template in bundled().held_out[::_EVERY]:
                for gender, share in ((MALE, p_male), (FEMALE, 1 - p_male)):
                    rows.append(_row(lm, template.sentence(occupation, gender)))
                    shares.append(share)
        scores = score_rows(lm, rows)
    finally:
        model.network.train(training)
    total = sum(
        share * sum(score.log_probabilities) for share, score in zip(shares, scores, strict=True)
    )
    return -2 * total / len(rows)


def _row(lm: MaskedLM, sentence: Sentence) -> Row:
    """The sentence with the pieces of its pronoun masked, and these asked for."""
    read = encode(lm.tokenizer, sentence.text, lm.model.max_length)
    places = tuple(span_positions(read, sentence.start, sentence.stop))
    ids = list(read.ids)
    for place in places:
        ids[place] = lm.tokenizer.mask_token_id
    return Row(tuple(ids), places, tuple(read.ids[place] for place in places))


def entropy(planted: Mapping[str, float]) -> float:
    """Mean entropy of the planted proportions: the surprise that no model can go below, nats."""

    def of(p: float) -> float:
        return -sum(share * math.log(share) for share in (p, 1 - p) if share > 0)

    return sum(map(of, planted.values())) / len(planted)
