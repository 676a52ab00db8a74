"""Designs of CABM: sides that are named of many occupations, and how far a feature repeats.

Scores are drawn as the product has them: of every occupation from a few sentences, whose noise is
estimated from them, and from corpus counts, whose noise is known. Cosines of one occupation come
from as few as two sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval, PowerDesign
from engine.measures.cabm.context_draws import student
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import GENDER, FramedSentence
from engine.measures.cabm.draws import feature_draws, freedom_of, with_intervals
from engine.measures.cabm.features import feature_table
from engine.measures.cabm.scores import STANDARDISED, THRESHOLDS, side_tests
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.unmasking import gap_tests
from engine.measures.cabm.vectors import NONE, Vectors
from engine.statistics import LEVEL, beyond_test, holm, satterthwaite, t_tests
from engine.statistics.correlation import spearman_brown, split_half

if TYPE_CHECKING:
    import numpy as np

_OCCUPATIONS, _SENTENCES, _DRAWS, _SPLITS = 46, 15, 200, 20
# A sample of a family takes some 7 ms: most of it are quantiles of 46 bootstraps.
_COUNT_ERROR = 0.2  # of a score by its corpus counts; by one sentence it is 1
_LIMIT, _OLD_THRESHOLD = THRESHOLDS[STANDARDISED], 0.1


def cabm_designs() -> list[AnyDesign]:
    """Every design."""
    return [
        *(_of_sides(old) for old in (False, True)),
        _at_threshold(),
        *(_of_gaps(old) for old in (False, True)),
        _power(1.5),
        _power(2.0),
        *(
            _of_reliability(occupations, reliability)
            for occupations in (12, _OCCUPATIONS)
            for reliability in (0.0, 0.5, 0.9)
        ),
        *(_of_cosine(*sizes, together=True) for sizes in ((2, 2), (3, 3), (5, 5), (15, 15))),
        *(_of_cosine(*sizes, together=False) for sizes in ((2, 2), (3, 3), (5, 5), (3, 8))),
        _of_cosine(3, 3, together=True, old=True),
        _of_cosine(2, 2, together=False, old=True),
    ]


def _of_sides(old: bool) -> FamilyDesign:
    """No occupation differs from another; scores are in standard deviations of what was drawn."""

    def finds(generator: np.random.Generator) -> bool:
        import numpy as np

        scores, counts = _scores(generator, np.zeros(_OCCUPATIONS))
        deviation = float(scores.mean(axis=0).std())
        if old:
            low, high = np.quantile(scores, [0.025, 0.975], axis=0)
            limit = _OLD_THRESHOLD * deviation
            return bool(((low > limit) | (high < -limit)).any())
        return bool(_named(scores, counts, _LIMIT * deviation).any())

    figure = "CABM, sides" + ", each by its own interval" * old
    return FamilyDesign(figure, f"{_sample()}, none differs", finds, compared=old)


def _at_threshold() -> FamilyDesign:
    """Every occupation lies at the threshold, where a side is named most easily by mistake."""

    def finds(generator: np.random.Generator) -> bool:
        import numpy as np

        scores, counts = _scores(generator, np.full(_OCCUPATIONS, _LIMIT))
        return bool(_named(scores, counts, _LIMIT).any())

    return FamilyDesign("CABM, sides", f"{_sample()}, all at the threshold", finds)


def _power(size: float) -> PowerDesign:
    """One occupation differs; the matched test has the same sentences, without a bootstrap."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        import numpy as np

        truth = np.zeros(_OCCUPATIONS)
        truth[0] = size
        sentences, values = _sampled(generator, truth)
        of_counts = np.full(_OCCUPATIONS, _COUNT_ERROR**2)
        of_sentences = sentences.var(axis=0, ddof=1) / _SENTENCES
        freedom = satterthwaite(of_counts, of_sentences, np.full(_OCCUPATIONS, _SENTENCES - 1))
        tests = beyond_test(values, np.sqrt(of_counts + of_sentences), freedom, _LIMIT)
        best = holm(tests)[0]
        matched = values[0] > _LIMIT and best is not None and best < LEVEL
        ours = _named(_drawn(generator, sentences, values), of_counts, _LIMIT)[0]
        return bool(ours), bool(matched)

    return PowerDesign("CABM, a side", f"{_sample()}, one lies at {size:g}", finds)


def _sample() -> str:
    return f"{_OCCUPATIONS} occupations, {_SENTENCES} sentences each"


def _sampled(generator: np.random.Generator, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Noise of each sentence, [sentence, occupation], and the scores with it, [occupation]."""
    sentences = generator.normal(size=(_SENTENCES, len(truth)))
    counts = _COUNT_ERROR * generator.normal(size=len(truth))
    return sentences, truth + sentences.mean(axis=0) + counts


def _drawn(generator: np.random.Generator, sentences: np.ndarray, values: np.ndarray) -> np.ndarray:
    """[draw, occupation] of the scores, made as `draws.feature_draws` makes them."""

    def standard() -> np.ndarray:
        found: np.ndarray = generator.normal(size=(_DRAWS, len(values)))
        found -= found.mean(axis=0)
        found /= found.std(axis=0)
        return found

    errors = sentences.std(axis=0, ddof=1) / _SENTENCES**0.5 * student(_SENTENCES - 1)
    found: np.ndarray = values + errors * standard() + _COUNT_ERROR * standard()
    return found


def _scores(generator: np.random.Generator, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Draws of the scores, [draw, occupation], and their variance by counts, [occupation]."""
    import numpy as np

    drawn = _drawn(generator, *_sampled(generator, truth))
    return drawn, np.full(len(truth), _COUNT_ERROR**2)


def _named(scores: np.ndarray, of_counts: np.ndarray, limit: float) -> np.ndarray:
    """[occupation], whether a side is named, as `scores.settled_category` names it."""
    import numpy as np

    corrected = side_tests(scores, of_counts, np.full(len(of_counts), _SENTENCES - 1.0), limit)
    low, high = np.quantile(scores, [0.025, 0.975], axis=0)
    clear = np.array([p is not None and p < LEVEL for p in corrected])
    found: np.ndarray = clear & ((low > limit) | (high < -limit))
    return found


def _of_reliability(occupations: int, reliability: float) -> Design:
    """Halves of sentences with normal noise; the truth is of the mean of all sentences."""
    half = _SENTENCES // 2
    signal = (reliability / (1 - reliability) / (2 * half)) ** 0.5
    truth = spearman_brown(signal**2 / (signal**2 + 1 / half), 2) or 0.0

    def interval(generator: np.random.Generator) -> Interval:
        import numpy as np

        values = signal * generator.normal(size=(occupations, 1))
        values = values + generator.normal(size=(occupations, 2 * half))
        order = generator.random((_SPLITS, 2 * half)).argsort(axis=1)
        first, second = (
            np.moveaxis(values[:, part], 0, 1).mean(axis=2)
            for part in (order[:, :half], order[:, half:])
        )
        found = split_half(first, second)
        return None if found is None else found.interval

    # Where nothing repeats, the interval is cut at 0 and contains it in 97.5%.
    return Design(
        "CABM, split-half reliability",
        f"{occupations} occupations, {2 * half} sentences each",
        truth,
        interval,
        at_least=reliability == 0,
        hard=occupations < _OCCUPATIONS,
    )


# --- pronoun gap --------------------------------------------------------------------------

_TEMPLATES = 6
_TEMPLATE, _OF_TEMPLATE = 0.7, 1.0  # log-odds: by template, and by template and occupation


def _of_gaps(old: bool) -> FamilyDesign:
    """No occupation has a gap over all templates of this kind; templates shift all alike."""

    def finds(generator: np.random.Generator) -> bool:
        import numpy as np

        odds = _TEMPLATE * generator.normal(size=_TEMPLATES)
        odds = odds + _OF_TEMPLATE * generator.normal(size=(_OCCUPATIONS, _TEMPLATES))
        first = 1 / (1 + np.exp(-odds))
        asked = np.stack([first, 1 - first], axis=-1)
        tests = t_tests(2 * first - 1) if old else gap_tests(asked)
        return any(p is not None and p < LEVEL for p in tests)

    sample = f"{_OCCUPATIONS} occupations, {_TEMPLATES} templates, no gap"
    return FamilyDesign("pronoun gaps" + ", each by itself" * old, sample, finds, compared=old)


# --- cosine -------------------------------------------------------------------------------

_TARGET, _WORDS = "nurse", ("he", "she")
_BASE, _SHARED, _OWN = 0.3, 0.1, 0.05  # cosines: their mean, and deviations by sentence and word
_COUNTS = CorpusCounts("", GENDER.names, 1000, 100, 100, {_TARGET: TargetCount(40, 20, 20)})


def _of_cosine(first: int, second: int, together: bool, old: bool = False) -> Design:
    """The cosine of one occupation; a sample takes some 5 ms, most of it the table of features.

    Args:
        first, second: sentences with each pronoun.
        together: each sentence has both pronouns; otherwise all sentences differ.
        old: sentences drawn with replacement, widened by Student's t for their number.
    """
    numbers = [*range(first), *(range(second) if together else range(first, first + second))]
    groups = [0] * first + [1] * second
    sentences = tuple(
        _sentence(number, group) for number, group in zip(numbers, groups, strict=True)
    )

    def interval(generator: np.random.Generator) -> Interval:
        import numpy as np

        cosines = _BASE + _SHARED * generator.normal(size=first + second)[numbers]
        cosines = cosines + _OWN * generator.normal(size=len(numbers))
        if old:
            return _with_replacement(generator, cosines, np.array(numbers), np.array(groups))
        target = np.tile([1.0, 0.0], (len(numbers), 1))
        word = np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1)
        vectors = Vectors(sentences, np.array(groups), target, word, None, {})
        settings = CabmSettings(sentence=NONE, seed=int(generator.integers(2**31)))
        table = feature_table(vectors, _COUNTS, GENDER)
        draws = feature_draws(vectors, table, GENDER, settings)
        freedom = freedom_of(vectors, [_TARGET])
        row = with_intervals(table.frame, draws, ["pmi", "cosine"], freedom).iloc[0]
        return float(row["cosine_low"]), float(row["cosine_high"])

    figure = "CABM, cosine" + ", sentences drawn with replacement" * old
    pairs = f"{first} sentences with both pronouns"
    sample = pairs if together else f"{first} + {second} sentences, all different"
    return Design(figure, sample, 0.0, interval, compared=old, hard=True)


def _sentence(number: int, group: int) -> FramedSentence:
    start, word = len(f"{number} "), _WORDS[group]
    stop = start + len(word)
    text = f"{number} {word} {_TARGET}"
    return FramedSentence(text, _TARGET, (stop + 1, len(text)), word, (start, stop), group)


def _with_replacement(
    generator: np.random.Generator, cosines: np.ndarray, numbers: np.ndarray, groups: np.ndarray
) -> Interval:
    import numpy as np

    size = int(numbers.max()) + 1
    times = generator.multinomial(size, [1 / size] * size, size=_DRAWS)[:, numbers]
    means = []
    for group in (0, 1):
        weights = times * (groups == group)
        means.append(weights @ cosines / np.maximum(weights.sum(axis=1), 1))
    whole = [(times * (groups == group)).sum(axis=1) > 0 for group in (0, 1)]
    drawn = (means[0] - means[1])[whole[0] & whole[1]]
    centre = cosines[groups == 0].mean() - cosines[groups == 1].mean()
    away = (drawn - drawn.mean()) * student(size - 1)
    low, high = np.quantile(centre + away, [0.025, 0.975])
    return float(low), float(high)
