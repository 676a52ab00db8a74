"""Designs of figures whose units are independent, or clustered by text, pair or sentence.

Samples of means and of pseudo-perplexity are drawn from what a model was measured to give, so that
they are as skewed as real ones; the truth is the figure of all of it. Associations are simulated,
and so are tokens guessed right, near 0 and 1 as well, where all clusters may be alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.bench.coverage.design import Design, Interval
from engine.measures.agreement.pooled import Words, pooled_interval, pooled_spearman
from engine.measures.seat.association import (
    associations,
    effect_interval,
    effect_interval_over_templates,
    effect_size,
)
from engine.measures.seat.reading import ReadApart, context_interval
from engine.statistics import (
    mean_interval,
    rank_correlation,
    ratio_bootstrap,
    standardised_by_all,
)
from engine.statistics.shares import ratio_share_interval

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

_MANY_SENTENCES = 400  # behind the true pooled correlation
_FEW_SENTENCES = 20
_ALIKE_TOKENS = 0.2  # correlation of two tokens of a pair
_MOST_EFFECTS = 1000  # simulated texts behind the true effect over texts


def unit_designs(
    differences: Sequence[float], losses: Sequence[float], tokens: Sequence[int]
) -> Iterator[Design]:
    """Every design.

    Args:
        differences: of pairs, nats; samples of means are drawn from them.
        losses: of sentences, nats; samples of pseudo-perplexity are drawn from them.
        tokens: of the same sentences.
    """
    for sizes, delta in (((8, 8), 0.0), ((8, 8), 0.8), ((8, 8), 2.0), ((5, 12), 0.8)):
        yield _of_targets(sizes, delta)
    yield _percentile((8, 8), 2.0)
    for by_template in (0.0, 0.15, 0.4):
        yield _of_templates((8, 8), 7, 0.8, by_template)
    yield _of_texts(contexts=5)
    yield _of_texts(contexts=10)
    for size in (10, 20, 29, 60):
        yield _of_mean(differences, size)
    for size in (10, 20, 29, 60):
        yield _of_perplexity(losses, tokens, size)
    for size in (6, 12, 60):
        for rate in (0.005, 0.05, 0.3, 0.97):
            yield _of_tokens(rate, size)
    for rho in (0.0, 0.5):
        yield _of_ranks(46, rho)
    for size in (10, 24, 50):
        yield _of_answers(size)


def _targets(generator: np.random.Generator, sizes: tuple[int, int], delta: float) -> np.ndarray:
    values = generator.normal(size=sum(sizes))
    values[: sizes[0]] += delta
    return values


def _of_targets(sizes: tuple[int, int], delta: float) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        return effect_interval(_targets(generator, sizes, delta), sizes[0])

    truth = standardised_by_all(delta, sizes[0] / sum(sizes))
    return Design("SEAT d over targets", _said(sizes), truth, interval)


def _percentile(sizes: tuple[int, int], delta: float) -> Design:
    """The percentile bootstrap over targets that SEAT is often given."""

    def interval(generator: np.random.Generator) -> Interval:
        import numpy as np

        s = _targets(generator, sizes, delta)
        first, second = (
            part[generator.integers(0, len(part), (1000, len(part)))]
            for part in (s[: sizes[0]], s[sizes[0] :])
        )
        spread = np.concatenate([first, second], axis=1).std(axis=1, ddof=1)
        low, high = np.quantile((first.mean(1) - second.mean(1)) / spread, [0.025, 0.975])
        return float(low), float(high)

    truth = standardised_by_all(delta, sizes[0] / sum(sizes))
    return Design("SEAT d, percentile bootstrap", _said(sizes), truth, interval, compared=True)


def _of_templates(
    sizes: tuple[int, int], templates: int, delta: float, by_template: float
) -> Design:
    """Scores of a target vary by 0.5 over templates, and the difference by `by_template`."""
    noise, first = 0.5, sizes[0]

    def interval(generator: np.random.Generator) -> Interval:
        targets = _targets(generator, sizes, 0.0) * math.sqrt(1 - noise**2 / templates)
        scores = targets[:, None] + noise * generator.normal(size=(sum(sizes), templates))
        difference = delta + math.sqrt(2) * by_template * generator.normal(size=templates)
        scores += generator.normal(size=templates)  # a template may raise every target
        scores[:first] += difference
        return effect_interval_over_templates(scores, first)

    sample = f"{_said(sizes)} in {templates} templates, difference varies by {by_template:g}"
    truth = standardised_by_all(delta, first / sum(sizes))
    return Design("LPBS d over targets and templates", sample, truth, interval)


def _of_texts(contexts: int, words: int = 8, hidden: int = 16) -> Design:
    """Words that are fixed, each read in so many texts that all add something to its vector."""
    import numpy as np
    import torch

    fixed = np.random.default_rng(0).normal(size=(4 * words, hidden))
    fixed[:words] += 0.5 * fixed[2 * words : 3 * words].mean(axis=0)
    owners = np.repeat(np.arange(4 * words), contexts)
    weights = [1 / contexts] * len(owners)

    def effect(vectors: Tensor) -> Tensor | None:
        a, b = vectors[2 * words : 3 * words], vectors[3 * words :]
        return effect_size(associations(vectors[: 2 * words], a, b), words)

    def read(generator: np.random.Generator) -> ReadApart:
        parts = fixed[owners] + generator.normal(size=(len(owners), hidden))
        vectors = parts.reshape(4 * words, contexts, hidden).mean(axis=1)
        texts = list(range(len(owners)))
        return ReadApart(
            torch.tensor(parts), torch.tensor(vectors), owners.tolist(), texts, weights
        )

    generator = np.random.default_rng(1)
    effects = [effect(read(generator).vectors) for _ in range(_MOST_EFFECTS)]
    truth = float(np.mean([float(one) for one in effects if one is not None]))
    return Design(
        "SEAT d over texts",
        f"{4 * words} words in {contexts} texts each",
        truth,
        lambda drawing: context_interval(read(drawing), effect),
    )


def _of_mean(differences: Sequence[float], size: int) -> Design:
    import numpy as np

    known = np.asarray(differences, float)

    def interval(generator: np.random.Generator) -> Interval:
        sample = generator.choice(known, size)
        return mean_interval(sample.tolist(), int(generator.integers(2**31)))

    return Design("mean difference of pairs", f"{size} pairs", float(known.mean()), interval)


def _of_perplexity(losses: Sequence[float], tokens: Sequence[int], size: int) -> Design:
    import numpy as np

    known, counts = np.asarray(losses, float), np.asarray(tokens, float)

    def interval(generator: np.random.Generator) -> Interval:
        rows = generator.integers(0, len(known), size)
        seed = int(generator.integers(2**31))
        bounds = ratio_bootstrap(known[rows].tolist(), counts[rows].tolist(), seed)
        return None if bounds is None else (math.exp(bounds[0]), math.exp(bounds[1]))

    truth = math.exp(known.sum() / counts.sum())
    # Losses are skewed, and a bootstrap of few sentences sees little of a long tail.
    hard = size <= _FEW_SENTENCES
    return Design("pseudo-perplexity", f"{size} sentences", truth, interval, hard=hard)


def _of_tokens(rate: float, size: int) -> Design:
    """Tokens guessed right, which are alike within a pair of sentences."""

    def interval(generator: np.random.Generator) -> Interval:
        tokens = generator.integers(6, 22, size)
        total = 1 / _ALIKE_TOKENS - 1
        chances = generator.beta(rate * total, (1 - rate) * total, size)
        right = generator.binomial(tokens, chances)
        seed = int(generator.integers(2**31))
        return ratio_share_interval(right.tolist(), tokens.tolist(), seed, 500)

    return Design("tokens guessed right", f"{size} pairs", rate, interval, at_least=True)


def _of_ranks(size: int, correlation: float) -> Design:
    """Spearman's rank correlation of two normal values with a known correlation."""

    def interval(generator: np.random.Generator) -> Interval:
        covariance = [[1.0, correlation], [correlation, 1.0]]
        first, second = generator.multivariate_normal([0.0, 0.0], covariance, size).T
        seed = int(generator.integers(2**31))
        bounds = rank_correlation(first.tolist(), second.tolist(), seed, 500)["interval"]
        return (bounds[0], bounds[1]) if isinstance(bounds, list) else None

    truth = 6 / math.pi * math.asin(correlation / 2)
    return Design("rank correlation", f"{size} occupations", truth, interval)


def _of_answers(sentences: int) -> Design:
    """Answers of people pooled over sentences, in each of which they follow a model or not."""
    import numpy as np

    def interval(generator: np.random.Generator) -> Interval:
        words = _answers(generator, sentences)
        counts = generator.multinomial(sentences, np.full(sentences, 1 / sentences), size=500)
        bounds = pooled_interval(words, "spearman", counts)
        return None if bounds is None else (bounds[0], bounds[1])

    generator = np.random.default_rng(2)
    truths = [pooled_spearman(_answers(generator, _MANY_SENTENCES)) for _ in range(20)]
    return Design("pooled rho", f"{sentences} sentences", float(np.mean(truths)), interval)


def _answers(generator: np.random.Generator, sentences: int) -> Words:
    """Ten to fourteen words a sentence, of which twelve people give three to six."""
    import numpy as np

    owners, frequencies, likelihoods = [], [], []
    for sentence in range(sentences):
        size = int(generator.integers(10, 15))
        likelihood = generator.normal(size=size)
        liked = np.exp(generator.normal(-0.3, 0.8) * likelihood + generator.normal(size=size))
        liked[generator.permutation(size)[int(generator.integers(3, 7)) :]] = 0.0
        given = generator.multinomial(12, liked / liked.sum())
        owners.append(np.full(size, sentence))
        frequencies.append(given / 12)
        likelihoods.append(np.round(1000 * (likelihood - likelihood.mean())))
    return Words(*(np.concatenate(part) for part in (owners, frequencies, likelihoods)))


def _said(sizes: tuple[int, int]) -> str:
    return f"{sizes[0]} + {sizes[1]} targets"
