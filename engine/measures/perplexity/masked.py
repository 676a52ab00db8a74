"""Pseudo-log-likelihood of sentences, and the pseudo-perplexity of a text.

Each token is read with only that token masked; a sentence's PLL is the sum of their
log-probabilities. PPPL = exp(-sum of PLL / number of tokens): lower is a better fit.

Source: Salazar et al. 2020, equations 1 and 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.inference.plan import Row
from engine.inference.runner import TokenScores, run_rows, score_rows
from engine.inference.text import Encoded, encode

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


def pseudo_log_likelihoods(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Token by token pseudo-log-likelihood of each text.

    Args:
        items: `{"text": ...}`.

    Returns:
        For each text `tokens`, `log_probabilities` (nats, higher is more likely), `top`
        (whether the masked token was the first choice), `offsets` in characters; or
        `problem`, one sentence, where the text cannot be read whole.
    """
    suits("pppl", named(lm.model), items, params)
    encodings = encoded_texts(items, lambda text: encode(lm.tokenizer, text, lm.model.max_length))
    groups = [[] if isinstance(encoded, str) else _rows(lm, encoded) for encoded in encodings]
    return [
        {"problem": encoded}
        if isinstance(encoded, str)
        else token_value(lm, encoded, scored_positions(encoded.special), scores)
        for encoded, scores in zip(encodings, run_rows(lm, groups, score_rows), strict=True)
    ]


def _rows(lm: MaskedLM, encoded: Encoded) -> list[Row]:
    return [
        masked_row(encoded.ids, position, lm.tokenizer.mask_token_id)
        for position in scored_positions(encoded.special)
    ]


def encoded_texts(
    items: Sequence[dict[str, str]], encoder: Callable[[str], Encoded]
) -> list[Encoded | str]:
    """Each text encoded, or one sentence on why it cannot be read.

    Args:
        items: `{"text": ...}`.
    """
    found: list[Encoded | str] = []
    for item in items:
        try:
            found.append(encoder(item["text"]))
        except InputTextError as error:
            found.append(str(error))
    return found


def token_value(
    lm: MaskedLM, encoded: Encoded, where: Sequence[int], scores: Sequence[TokenScores]
) -> dict[str, Any]:
    """What is kept of one text, token by token.

    Args:
        where: positions of the tokens that were asked for, in order.
        scores: of the text's rows, which together ask for these tokens.
    """
    return {
        "tokens": lm.tokenizer.convert_ids_to_tokens([encoded.ids[position] for position in where]),
        "log_probabilities": [one for score in scores for one in score.log_probabilities],
        "top": [one for score in scores for one in score.top],
        "offsets": [list(encoded.offsets[position]) for position in where],
    }


def scored_positions(special: Sequence[bool]) -> list[int]:
    """Positions of the tokens that are text."""
    return [position for position, flag in enumerate(special) if not flag]


def masked_row(ids: tuple[int, ...], position: int, mask_id: int) -> Row:
    """The row that masks one token and asks for it."""
    return Row((*ids[:position], mask_id, *ids[position + 1 :]), (position,), (ids[position],))


def pseudo_perplexity(values: Sequence[dict[str, Any]], seed: int = 0) -> dict[str, Any]:
    """Pseudo-perplexity of a text from its sentences' values.

    Args:
        values: what `pseudo_log_likelihoods` returned.
        seed: of the bootstrap over sentences.

    Returns:
        `pppl` (lower is a better fit) with `interval` (95%, bootstrap over sentences; None
        below two), `pll` (nats), `tokens`, `sentences`, `accuracy` (share of masked tokens
        that were the first choice), `skipped` sentences.
    """
    return {**fit_of_texts(values, seed, ("pppl", "pll")), "seed": seed}


def fit_of_texts(
    values: Sequence[dict[str, Any]], seed: int, names: tuple[str, str]
) -> dict[str, Any]:
    """How well a model predicts the tokens of all texts that could be read.

    Args:
        values: with `log_probabilities` (nats) and `top`, or `problem`.
        names: of the perplexity, exp(-log-likelihood / tokens), and of the log-likelihood, nats.

    Returns:
        These two, with `interval`, `interval_note` (why there is none), `tokens`, `sentences`,
        `accuracy` and `skipped`; see `pseudo_perplexity`.
    """
    from engine.statistics import interval_note, ratio_bootstrap

    read = [value for value in values if "problem" not in value]
    if not read:
        raise InputTextError("No sentence could be read; the text is empty or every line too long.")
    losses = [-math.fsum(value["log_probabilities"]) for value in read]
    counts = [len(value["log_probabilities"]) for value in read]
    tokens = sum(counts)
    if not tokens:
        raise InputTextError("The text contains no token that the model reads.")
    perplexity, log_likelihood = names
    interval = ratio_bootstrap(losses, counts, seed)
    return {
        perplexity: math.exp(math.fsum(losses) / tokens),
        "interval": None if interval is None else [math.exp(bound) for bound in interval],
        "interval_note": interval_note(losses, "sentence", counts),
        log_likelihood: -math.fsum(losses),
        "tokens": tokens,
        "sentences": len(read),
        "accuracy": sum(sum(value["top"]) for value in read) / tokens,
        "skipped": len(values) - len(read),
    }
