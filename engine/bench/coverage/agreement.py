"""Designs of the changes that a second model makes to groups of annotators, tested together.

The groups answer the same sentences, so their changes go together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.bench.coverage.design import FamilyDesign
from engine.measures.agreement.changes import change_tests
from engine.measures.agreement.influence import Bootstrap, Influence, jackknifed

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_GROUPS = (2, 8)
_SIZES = ((12, 40), (15, 100))  # annotators of a group and sentences; the second as MozArt
_DRAWS = 500
_SENTENCE, _OWN, _ANNOTATOR = 0.6, 0.6, 0.4  # standard deviations of what moves an answer
_CHANGED = 0.8  # from how far on an answer is given by one of the models alone


def agreement_designs() -> Iterator[FamilyDesign]:
    """Every design; a sample of 8 groups takes some 50 milliseconds."""
    for groups in _GROUPS:
        for size in _SIZES:
            yield _without_change(groups, *size)
    yield _without_change(_GROUPS[-1], *_SIZES[0], uncorrected=True)


def _without_change(
    groups: int, annotators: int, sentences: int, uncorrected: bool = False
) -> FamilyDesign:
    """`uncorrected` calls a change clear where its own interval excludes 0."""

    def finds(generator: np.random.Generator) -> bool:
        seed = int(generator.integers(2**31))
        bootstrap = Bootstrap(_answers(groups, annotators, sentences), seed, _DRAWS)
        changes = _changes(generator, groups, annotators, sentences)
        tests = change_tests([(change, "en") for change in changes], bootstrap, (0.0, 1.0))
        if uncorrected:
            return any(not test["interval"][0] <= 0 <= test["interval"][1] for test in tests)
        return any(test["side"] for test in tests)

    sample = f"{groups} groups of {annotators} annotators, {sentences} sentences, no change"
    figure = "change of agreement by group" + (", each by itself" if uncorrected else "")
    return FamilyDesign(figure, sample, finds, compared=uncorrected)


def _answers(groups: int, annotators: int, sentences: int) -> pd.DataFrame:
    """One row an answer: every annotator answers every sentence."""
    import pandas as pd

    lines = [
        (f"g{group}", f"p{person}", str(sentence))
        for group in range(groups)
        for person in range(annotators)
        for sentence in range(sentences)
    ]
    columns = ["group", "annotator", "sentence_id"]
    return pd.DataFrame(lines, columns=columns).assign(language="en")


def _changes(
    generator: np.random.Generator, groups: int, annotators: int, sentences: int
) -> Iterator[Influence]:
    """The change of each group: of the share of its answers that the model gives."""
    common = generator.normal(0, _SENTENCE, sentences)
    for group in range(groups):
        moved = (
            common
            + generator.normal(0, _OWN, sentences)
            + generator.normal(0, _ANNOTATOR, (annotators, 1))
            + generator.normal(0, 1, (annotators, sentences))
        )
        yield _influence(group, (moved > _CHANGED) * 1.0 - (moved < -_CHANGED))


def _influence(group: int, changes: np.ndarray) -> Influence:
    """The mean of a table of -1, 0 and 1, and what each annotator and sentence adds to it.

    Args:
        changes: [annotator, sentence].
    """
    import numpy as np
    import pandas as pd

    value, (annotators, sentences) = float(changes.mean()), changes.shape
    parts = [
        jackknifed(value, (changes.sum() - sums) / (changes.size - left))
        for sums, left in (
            (changes.sum(axis=0), annotators),
            (changes.sum(axis=1), sentences),
            (changes.ravel(), 1),
        )
    ]
    names = [f"g{group}\x1fp{person}" for person in range(annotators)]
    return Influence(
        value,
        pd.Series(parts[0], index=np.arange(sentences).astype(str)),
        pd.Series(parts[1], index=names),
        pd.Series(parts[2]),
    )
