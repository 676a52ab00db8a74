"""Designs of the counter-stereotype experiment: its mean difference, and its tests of heads.

Its sentences share person words and targets, as the bundled ones do: 136 sentences of 48 pairs of
person words and 68 targets. Heads are tested on those of half of the targets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.core.spec import HeadRef
from engine.measures.counter.counter_stereotype import SIDES, experiment
from engine.statistics import LEVEL, holm, mean_interval
from engine.statistics.crossed import crossed_difference_test

if TYPE_CHECKING:
    import numpy as np

_SENTENCES, _PERSONS, _TARGETS = 136, 48, 68
_SHARED = (0.1, 0.3)  # part of the variance that is of the person word, and of the target


_HELD = (68, 32, 34)  # sentences, person words and targets on which heads are tested
_HEADS = (6, 12)
_GROUPS, _SINGLE = "attention of biased and other heads", "attention of 72 heads, words shared"
_CLEAR = 0.4  # of a mean that should be seen, in standard deviations of sentences


def counter_designs() -> list[AnyDesign]:
    """Every design, with sentences as independent beside ours."""
    means = [_of_mean(shared, alone) for shared in _SHARED for alone in (False, True)]
    return [*_of_tests(), *means]


def _of_tests() -> list[AnyDesign]:
    sentences, persons, targets = _HELD
    sample = f"{sentences} sentences of {persons} pairs of person words and {targets} targets"
    old = f"{sample}, sentences as independent"
    return [
        FamilyDesign(_GROUPS, sample, lambda generator: _named_groups(generator) < LEVEL),
        FamilyDesign(_GROUPS, old, lambda generator: _alone(generator, (1, 2)), compared=True),
        # 0.05 seconds a sample: 72 tests.
        FamilyDesign(_SINGLE, sample, lambda generator: _named_heads(generator) < LEVEL),
        FamilyDesign(_SINGLE, old, lambda generator: _alone(generator, _HEADS), compared=True),
        PowerDesign("attention of biased heads", sample, _found_increase),
    ]


def _of_mean(shared: float, alone: bool) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        values, persons, targets = _drawn(generator, shared)
        if alone:
            return mean_interval(values.tolist(), int(generator.integers(2**31)))
        return crossed_difference_test(values, persons, targets)[1]

    sample = (
        f"{_SENTENCES} sentences of {_PERSONS} pairs of person words and {_TARGETS} targets, "
        f"{shared:g} of the variance by each"
    )
    figure = "counter-stereotype" + ", sentences as independent" * alone
    return Design(figure, sample, 0.0, interval, compared=alone)


def _drawn(
    generator: np.random.Generator,
    shared: float,
    size: tuple[int, int, int] = (_SENTENCES, _PERSONS, _TARGETS),
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[sentence] differences around 0, and numbers of person words and of targets."""
    import numpy as np

    count, persons, targets = size
    person = generator.permutation(np.arange(count) % persons)
    target = np.arange(count) % targets
    values = generator.normal(0, np.sqrt(shared), persons)[person]
    values = values + generator.normal(0, np.sqrt(shared), targets)[target]
    return values + generator.normal(0, np.sqrt(1 - 2 * shared), count), person, target


# --- tests of heads -----------------------------------------------------------------------


def _heads(
    generator: np.random.Generator, shape: tuple[int, int], increase: float = 0.0
) -> tuple[np.ndarray, tuple[list[int], list[int]]]:
    """[sentence, layer, head] differences, and the words that sentences share.

    Half of what a head does in a sentence is what all of them do.
    """
    import numpy as np

    common, person, target = _drawn(generator, _SHARED[1], _HELD)
    own = np.empty((len(common), *shape))
    for place in np.ndindex(*shape):
        of_person, of_target = (
            generator.normal(0, np.sqrt(_SHARED[1]), max(words) + 1)[words]
            for words in (person, target)
        )
        rest = generator.normal(0, np.sqrt(1 - 2 * _SHARED[1]), len(common))
        own[:, *place] = of_person + of_target + rest
    values = (common[:, None, None] + own) / np.sqrt(2) + increase
    return values, (person.tolist(), target.tolist())


def _tested(values: np.ndarray, crossing: tuple[list[int], list[int]]) -> dict[str, Any]:
    nothing = (0 * values[0]).tolist()
    sides = [dict(zip(SIDES, (value.tolist(), nothing), strict=True)) for value in values]
    return experiment(sides, [HeadRef(0, 0)], crossing)


def _named_groups(generator: np.random.Generator) -> float:
    """The smaller of both corrected p."""
    found = _tested(*_heads(generator, (1, 2)))
    return float(min(found[name]["p_holm"] for name in ("biased", "other")))


def _named_heads(generator: np.random.Generator) -> float:
    found = _tested(*_heads(generator, _HEADS))
    return float(min(test["p_holm"] for row in found["by_head"] for test in row))


def _alone(generator: np.random.Generator, shape: tuple[int, int]) -> bool:
    """Whether Holm-corrected paired t-tests by sentence name a head."""
    from scipy.stats import ttest_1samp

    values, _ = _heads(generator, shape)
    p = ttest_1samp(values.reshape(len(values), -1), 0, alternative="greater").pvalue
    return min(one for one in holm(p.tolist()) if one is not None) < LEVEL


def _found_increase(generator: np.random.Generator) -> tuple[bool, bool]:
    """Ours, and the best weighted mean of sentences where what words share is known."""
    import numpy as np
    from scipy.stats import norm

    values, (person, target) = _heads(generator, (1, 1), _CLEAR)
    same = [np.equal.outer(words, words).astype(float) for words in (person, target)]
    covariance = _SHARED[1] * (same[0] + same[1]) + (1 - 2 * _SHARED[1]) * np.eye(len(values))
    weights = np.linalg.solve(covariance, np.ones(len(values)))
    z = float(weights @ values[:, 0, 0]) / np.sqrt(weights.sum())
    ours = _tested(values, (person, target))["biased"]["p"] < LEVEL
    return ours, bool(norm.sf(z) < LEVEL)
