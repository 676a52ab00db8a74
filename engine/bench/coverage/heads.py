"""Designs of masked heads: their cost, what heads chosen by some words do on others, and families.

Sentences have a loss for each token that differs from one to the next far more than a mask changes
it, as real ones do. Associations are those of 34 + 34 targets, as of the bundled gender words,
which each of 72 heads moves by chance alone; where targets are sentences, several are of one word.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.measures.counter.counter_stereotype import SIDES, experiment
from engine.measures.heads.changes import Change, effect_change, perplexity_change
from engine.statistics import LEVEL, ratio_bootstrap

if TYPE_CHECKING:
    import numpy as np

_POPULATION = 20_000  # sentences behind a true change
_COST, _UNEVEN = 0.03, 0.12  # nats a token that a mask costs, and their standard deviation
_WORDS, _FRAMES = 16, 4  # words of a set, and sentences of each
_WORD_MOVES, _FRAME_MOVES = 0.4, 0.2  # of words by a mask, and of single sentences
_SET = 34  # targets of each set
_HEADS = (6, 12)
_MOVES = 0.1  # of one head on one target, in standard deviations of targets
_SENTENCES = 40
_APART = [*range(_SENTENCES)], [*range(_SENTENCES)]  # a person word and a target each
_ALIKE = 0.5  # correlation of two heads in a sentence


def head_designs() -> Iterator[AnyDesign]:
    """Every design of masked heads."""
    for size in (8, 20, 60):
        yield _of_cost(size, _paired, hard=size < 10)
    yield _of_cost(60, _unpaired, compared=True)
    yield PowerDesign("cost of a mask", "60 sentences", _found_cost)
    for alone in (False, True):
        yield _of_sentences(alone)
    yield PowerDesign("change of d under a mask", _sample_of_words(False), _found_change)
    yield FamilyDesign("best of 72 heads, d", "chosen and tested on other words", _chosen_apart)
    yield FamilyDesign("best of 72 heads, d", "on the same words", _chosen_alike, compared=True)
    # 0.05 seconds a sample: 72 tests, and the intervals of both groups.
    yield FamilyDesign("attention of 72 heads", "Holm over all heads", _head_named)
    yield FamilyDesign("attention of 72 heads", "uncorrected", _any_head, compared=True)


# --- cost ---------------------------------------------------------------------------------

Losses = tuple["np.ndarray", "np.ndarray", "np.ndarray"]


def _sentences(generator: np.random.Generator, size: int, cost: float = _COST) -> Losses:
    """Tokens of sentences, and their losses before and after."""
    tokens = generator.integers(4, 20, size).astype(float)
    before = tokens * generator.gamma(6.0, 0.4, size)
    return tokens, before, before + tokens * generator.normal(cost, _UNEVEN, size)


def _of_cost(
    size: int,
    made: Callable[[Losses, int], Interval],
    compared: bool = False,
    hard: bool = False,
) -> Design:
    import numpy as np

    tokens, before, after = _sentences(np.random.default_rng(0), _POPULATION)
    truth = math.exp((after - before).sum() / tokens.sum())

    def interval(generator: np.random.Generator) -> Interval:
        rows = generator.integers(0, _POPULATION, size)
        picked = tokens[rows], before[rows], after[rows]
        return made(picked, int(generator.integers(2**31)))

    sample = f"{size} sentences{', as if unpaired' if compared else ''}"
    return Design("ratio of perplexities", sample, truth, interval, compared, hard=hard)


def _paired(sentences: Losses, seed: int) -> Interval:
    tokens, before, after = sentences
    level = math.exp(before.sum() / tokens.sum())
    found = perplexity_change(before.tolist(), after.tolist(), tokens.tolist(), seed).interval
    return None if found is None else (1 + found[0] / level, 1 + found[1] / level)


def _unpaired(sentences: Losses, seed: int) -> Interval:
    """From the interval on either side, as if the sentences after were others."""
    tokens, *sides = (side.tolist() for side in sentences)
    values = [math.exp(sum(side) / sum(tokens)) for side in sides]
    bounds = [ratio_bootstrap(side, tokens, seed) for side in sides]
    if bounds[0] is None or bounds[1] is None:
        return None
    (low, high), (other_low, other_high) = (map(math.exp, pair) for pair in (bounds[0], bounds[1]))
    moved = values[1] - values[0]
    below = math.hypot(values[1] - other_low, high - values[0])
    above = math.hypot(other_high - values[1], values[0] - low)
    return 1 + (moved - below) / values[0], 1 + (moved + above) / values[0]


def _found_cost(generator: np.random.Generator) -> tuple[bool, bool]:
    """Ours, and the paired t-test of losses by token where every sentence counts by its length."""
    from statsmodels.api import WLS

    tokens, before, after = _sentences(generator, 60, cost=0.045)
    ours = perplexity_change(before.tolist(), after.tolist(), tokens.tolist())
    best = WLS((after - before) / tokens, [1.0] * len(tokens), weights=tokens).fit()
    return ours.settled, bool(best.pvalues[0] < LEVEL)


# --- sentences of one word ----------------------------------------------------------------
# As in SEAT's own tests: every target word stands in several frames, and masking moves what the
# model makes of the word, in all of its sentences alike.


def _sample_of_words(alone: bool) -> str:
    said = f"{_WORDS} + {_WORDS} words in {_FRAMES} frames"
    return said + ", sentences as independent" * alone


def _of_words(generator: np.random.Generator, moved: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """[sentence] associations before and after; a mask brings the sets nearer by `moved`."""
    import numpy as np

    words = 2 * _WORDS
    sides = np.repeat([0.5, -0.5], _WORDS)
    own = generator.normal(size=words) + sides
    after = own + _WORD_MOVES * generator.normal(size=words) - moved * sides
    noise = _FRAME_MOVES * generator.normal(size=(2, words, _FRAMES))
    before, after = (
        (side[:, None] + part).ravel() for side, part in zip((own, after), noise, strict=True)
    )
    return before, after


def _change_of_words(before: np.ndarray, after: np.ndarray, alone: bool) -> Change | None:
    clusters = () if alone else [place // _FRAMES for place in range(len(before))]
    first = _WORDS * _FRAMES
    return effect_change(before.tolist(), after.tolist(), first, clusters=clusters)


def _of_sentences(alone: bool) -> Design:
    # d of many words: that of one set's mean less the other's, over the standard deviation of all.
    apart = 1 + _FRAME_MOVES**2 + 0.25
    truth = 1 / math.sqrt(apart + _WORD_MOVES**2) - 1 / math.sqrt(apart)

    def interval(generator: np.random.Generator) -> Interval:
        found = _change_of_words(*_of_words(generator), alone)
        return None if found is None else found.interval

    return Design("change of d under a mask", _sample_of_words(alone), truth, interval, alone)


def _found_change(generator: np.random.Generator) -> tuple[bool, bool]:
    """Ours, and Welch's test of how far the words of either set moved, in their own unit."""
    from scipy.stats import ttest_ind

    before, after = _of_words(generator, moved=0.4)
    moves = (after - before).reshape(2, _WORDS, _FRAMES).mean(axis=2)
    ours = _change_of_words(before, after, alone=False)
    best = ttest_ind(*moves, equal_var=False).pvalue < LEVEL
    return ours is not None and ours.settled, bool(best)


# --- choice -------------------------------------------------------------------------------


def _associations(generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """[target] before, and [head, target] with each head masked; none has an effect."""
    import numpy as np

    before = generator.normal(size=2 * _SET) + np.repeat([0.5, -0.5], _SET)
    return before, before + _MOVES * generator.normal(size=(math.prod(_HEADS), 2 * _SET))


def _best(before: np.ndarray, after: np.ndarray, words: np.ndarray) -> int:
    """The head that lowers |d| most on some targets."""
    first = int((words < _SET).sum())
    sides = [side[..., words] for side in (before, after)]
    sizes = [
        abs(side[..., :first].mean(-1) - side[..., first:].mean(-1)) / side.std(-1, ddof=1)
        for side in sides
    ]
    return int((sizes[0] - sizes[1]).argmax())


def _named(before: np.ndarray, after: np.ndarray, words: np.ndarray) -> bool:
    first = int((words < _SET).sum())
    found = effect_change(before[words].tolist(), after[words].tolist(), first, size=True)
    return found is not None and found.settled


def _chosen_apart(generator: np.random.Generator) -> bool:
    import numpy as np

    before, after = _associations(generator)
    words = np.arange(2 * _SET)
    chosen, tested = words[words % 2 == 0], words[words % 2 == 1]
    return _named(before, after[_best(before, after, chosen)], tested)


def _chosen_alike(generator: np.random.Generator) -> bool:
    import numpy as np

    before, after = _associations(generator)
    words = np.arange(2 * _SET)
    return _named(before, after[_best(before, after, words)], words)


# --- single heads -------------------------------------------------------------------------


def _attention(generator: np.random.Generator) -> list[dict[str, np.ndarray]]:
    """Attention of every head in a sentence and in its counterpart, which differ by chance."""
    import numpy as np

    shared = generator.normal(size=(2, _SENTENCES, 1, 1))
    own = generator.normal(size=(2, _SENTENCES, *_HEADS))
    values = math.sqrt(_ALIKE) * shared + math.sqrt(1 - _ALIKE) * own
    return [dict(zip(SIDES, pair, strict=True)) for pair in np.moveaxis(values, 0, 1)]


def _p_of_heads(generator: np.random.Generator, name: str) -> list[float]:
    tests = experiment(_attention(generator), [], _APART)["by_head"]
    return [test[name] for row in tests for test in row]


def _head_named(generator: np.random.Generator) -> bool:
    return min(_p_of_heads(generator, "p_holm")) < LEVEL


def _any_head(generator: np.random.Generator) -> bool:
    return min(_p_of_heads(generator, "p")) < LEVEL
