"""Log-likelihood of texts under a causal model, and their perplexity.

Each token is read given those before it, behind the start token of the tokenizer; where it has
none, the first token cannot be read and is not counted. Perplexity = exp(-sum of ln P / number
of tokens read): lower is a better fit. A text longer than one window is read in windows that
begin half a window apart, each token in the first window that holds it.

Source: Jelinek et al. 1977; Radford et al. 2019, section 2, for windows of 1,024 tokens.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import UnusableModelError
from engine.flow.kinds import named
from engine.flow.registry import suits
from engine.inference.plan import Row
from engine.inference.runner import run_rows, score_rows
from engine.inference.text import Encoded, encode_with_start
from engine.measures.perplexity.masked import encoded_texts, fit_of_texts, token_value

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM

WINDOW = 1024  # tokens, the context of GPT-2


def log_likelihoods(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Token by token log-likelihood of each text, whatever its length.

    Args:
        items: `{"text": ...}`.

    Returns:
        For each text `tokens` that were read, their `log_probabilities` (nats, higher is more
        likely), `top` (whether each was the first choice), `offsets` in characters, and
        `window` (tokens); or `problem`, one sentence, where the text cannot be read.
    """
    suits("perplexity", named(lm.model), items, params)
    window = window_of(lm.model)
    if window < 2:
        raise UnusableModelError(
            f"{lm.model.source.checkpoint} reads one token at a time, so it gives no token after "
            "another; perplexity needs a model that reads two or more at once."
        )
    # Of any length: what is longer than the model reads is cut into windows.
    encodings = encoded_texts(
        items, lambda text: encode_with_start(lm.tokenizer, text, sys.maxsize)
    )
    groups = [[] if isinstance(encoded, str) else windows(encoded, window) for encoded in encodings]
    return [
        {"problem": encoded}
        if isinstance(encoded, str)
        else token_value(lm, encoded, _scored(encoded), scores) | {"window": window}
        for encoded, scores in zip(encodings, run_rows(lm, groups, score_rows), strict=True)
    ]


def window_of(model: LoadedModel) -> int:
    """Tokens read at once: what the model reads, at most `WINDOW`."""
    return min(model.max_length, WINDOW)


def stride_of(window: int) -> int:
    """Tokens from the start of one window to that of the next: half a window."""
    return max(1, window // 2)


def windows(encoded: Encoded, window: int) -> list[Row]:
    """The rows that read every token of a text once, those after the first with half a window
    or more before each token.

    Args:
        window: tokens, 2 or more.
    """
    rows = []
    scored = _scored(encoded)
    done = 1  # nothing is before the first token
    for start in range(0, len(encoded.ids), stride_of(window)):
        stop = min(start + window, len(encoded.ids))
        places = scored[bisect_left(scored, done) : bisect_left(scored, stop)]
        if places:
            rows.append(
                Row(
                    encoded.ids[start:stop],
                    tuple(place - start - 1 for place in places),
                    tuple(encoded.ids[place] for place in places),
                )
            )
        if stop == len(encoded.ids):
            break
        done = stop
    return rows


def _scored(encoded: Encoded) -> list[int]:
    """Positions of the text tokens that have a token before them."""
    return [place for place, special in enumerate(encoded.special) if place and not special]


def perplexity(values: Sequence[dict[str, Any]], seed: int = 0) -> dict[str, Any]:
    """Perplexity of a text from its sentences' values.

    Args:
        values: what `log_likelihoods` returned.
        seed: of the bootstrap over sentences.

    Returns:
        `perplexity` (lower is a better fit) with `interval` (95%, bootstrap over sentences;
        None below two), `log_likelihood` (nats), `tokens` read, `sentences`, `accuracy` (share
        of tokens that were the first choice), `skipped` sentences, `window` and `stride`
        (tokens).
    """
    fit = fit_of_texts(values, seed, ("perplexity", "log_likelihood"))
    window = next(value["window"] for value in values if "problem" not in value)
    return {**fit, "window": window, "stride": stride_of(window), "seed": seed}
