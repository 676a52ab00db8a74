"""Figures per group and language: how far the model shares a group's answers, with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.measures.agreement.influence import Bootstrap, Influence, influences
from engine.measures.agreement.more_than_a_word import carried_of, several_words_of
from engine.measures.agreement.pooled import Pooled
from engine.measures.agreement.scores import (
    PEOPLE_SCORES,
    POOLED,
    RANKED_SCORES,
    RANKS,
    bounds_of,
    model_scores,
)
from engine.statistics import DRAWS

if TYPE_CHECKING:
    import pandas as pd


# Below these a user is warned before the score: little of what people said can be given.
COVERED_ENOUGH = 0.5
WHOLE_ENOUGH = 0.25
FEWEST_RANKED = 10  # sentences; with fewer, a mean of correlations within sentences is withheld


@dataclass(frozen=True)
class LanguageGroup:
    """One group in one language."""

    language: str
    group: str


@dataclass(frozen=True, eq=False)
class Agreement:
    """A scored table with all that figures are made of.

    Args:
        table: what `table.scored_table` returned.
        ks: numbers of first candidates that are looked at; `scores.ANY` for all.
        seed: of the bootstrap.
        draws: of the bootstrap.
    """

    table: pd.DataFrame
    ks: tuple[int | None, ...] = RANKS
    seed: int = 0
    draws: int = DRAWS

    @cached_property
    def readable(self) -> pd.DataFrame:
        """Rows whose sentence the model could read."""
        return self.table[self.table["problem"] == ""]

    @cached_property
    def cells(self) -> dict[LanguageGroup, pd.DataFrame]:
        """Rows of every group and language, in the order of their names."""
        by = self.readable.groupby(["language", "group"], sort=True)
        return {LanguageGroup(str(language), str(group)): rows for (language, group), rows in by}

    @cached_property
    def influences(self) -> dict[LanguageGroup, dict[str, Influence]]:
        """Every score of every cell."""
        scores = {**model_scores(self.ks), **RANKED_SCORES, **PEOPLE_SCORES}
        return {
            cell: influences(rows, scores)
            | {name: self.pooled[cell].influence(name) for name in POOLED}
            for cell, rows in self.cells.items()
        }

    @cached_property
    def pooled(self) -> dict[LanguageGroup, Pooled]:
        """The words of every cell, ranked over all its sentences."""
        return {cell: Pooled(rows) for cell, rows in self.cells.items()}

    @cached_property
    def bootstrap(self) -> Bootstrap:
        """Draws shared by all figures."""
        return Bootstrap(self.readable, self.seed, self.draws)

    def groups_of(self, language: str) -> list[str]:
        """Groups that answered in a language."""
        return [cell.group for cell in self.cells if cell.language == language]

    @cached_property
    def languages(self) -> list[str]:
        """Languages of the table."""
        return list(dict.fromkeys(cell.language for cell in self.cells))


def group_figures(agreement: Agreement) -> list[dict[str, Any]]:
    """One entry a group and language.

    Returns:
        `group`, `language`, `n_annotators`, `n_sentences`, `n_answers`, every score by its name
        (`p_at_1`, `hit_at_any`, `mrr`, `coverage`, ...; None where no sentence has it),
        `spearman` and `kendall` over the `pooled_n` words of all sentences (see `pooled`),
        `spearman_per_sentence` and `kendall_per_sentence`, the means over the
        `sentences_with_ranks` (also `n_correlated`) that have a correlation of their own (None
        below `FEWEST_RANKED`), `human_p_at_1` (see `people`), and `intervals`,
        score -> [low, high] or None.
    """
    return [_entry(agreement, cell, found) for cell, found in agreement.influences.items()]


def _entry(
    agreement: Agreement, cell: LanguageGroup, found: Mapping[str, Influence]
) -> dict[str, Any]:
    rows = agreement.cells[cell]
    scores = list(model_scores(agreement.ks))
    named = {"human_p_at_1": "repeated", "equal_pairs": "equal_pairs"}
    shown = {name: found[name] for name in scores}
    shown |= {name: found[score] for name, score in named.items()}
    pooled, ranked = agreement.pooled[cell], len(found["spearman_per_sentence"].sentences)
    shown |= {name: found[name] for name in RANKED_SCORES if ranked >= FEWEST_RANKED}
    counts = agreement.bootstrap.sentence_counts(cell.language, pooled.sentences)
    return {
        "group": cell.group,
        "language": cell.language,
        "n_annotators": int(rows["annotator"].nunique()),
        "n_sentences": int(rows["sentence_id"].nunique()),
        "n_answers": len(rows),
        **dict.fromkeys(RANKED_SCORES),
        **{name: number(found[name].value) for name in POOLED},
        **{name: number(influence.value) for name, influence in shown.items()},
        "n_correlated": ranked,
        "sentences_with_ranks": ranked,
        "pooled_n": len(pooled.words.owners),
        "n_repeatable": len(found["repeated"].sentences),
        "whole_words": _whole_words(rows),
        "intervals": dict.fromkeys(RANKED_SCORES)
        | {name: pooled.interval(name, counts) for name in POOLED}
        | {
            name: agreement.bootstrap.interval(influence, cell.language, bounds_of(name))
            for name, influence in shown.items()
        },
    }


def number(value: float) -> float | None:
    """A figure, or None where it is undefined."""
    return None if math.isnan(value) else float(value)


def coverage_by_language(agreement: Agreement) -> list[dict[str, Any]]:
    """What of all answers a model could give, to be said before any score.

    Returns:
        One entry a language: `language`, `answers`, `coverage` (single words of few enough
        pieces), `whole_words` (words of the vocabulary), `status` (status -> share),
        `weak`, whether a user should be warned, `carried`, what answers carry besides their word
        (see `more_than_a_word.carried_of`), and where there are any `several_words`, those
        of several (see `more_than_a_word.several_words_of`).
    """
    return [
        {
            "language": str(language),
            "answers": len(rows),
            "coverage": (covered := float(rows["covered"].mean())),
            "whole_words": (whole := _whole_words(rows)),
            "status": rows["status"].value_counts(normalize=True).to_dict(),
            "weak": covered < COVERED_ENOUGH or whole < WHOLE_ENOUGH,
            "carried": carried_of(rows, str(language)),
            **several_words_of(rows, str(language)),
        }
        for language, rows in agreement.table.groupby("language", sort=True)
    ]


def _whole_words(rows: pd.DataFrame) -> float:
    return float((rows["covered"] & (rows["pieces"] == 1)).mean())


def unread(agreement: Agreement) -> list[dict[str, str]]:
    """Sentences the model could not read, with the reason."""
    rows = agreement.table[agreement.table["problem"] != ""]
    columns = ["language", "sentence_id", "sentence", "problem"]
    found = rows[columns].drop_duplicates().astype(str)
    return [dict(zip(columns, row, strict=True)) for row in found.itertuples(index=False)]


def score_rows(
    entries: Sequence[Mapping[str, Any]],
    scores: Sequence[str] = (),
    sizes: Sequence[str] = ("n_annotators", "n_sentences", "n_answers"),
) -> pd.DataFrame:
    """One row a group, language and score: `group`, `language`, `score`, `value`, `low`, `high`.

    Args:
        entries: of `group_figures`.
        scores: by name; all that have a place for an interval where none is named.
        sizes: further columns, the same in all rows of a group.
    """
    import pandas as pd

    lines = [
        {
            "group": entry["group"],
            "language": entry["language"],
            "score": score,
            "value": entry[score],
            "low": (entry["intervals"][score] or (None, None))[0],
            "high": (entry["intervals"][score] or (None, None))[1],
            **{name: entry[name] for name in sizes},
        }
        for entry in entries
        for score in scores or entry["intervals"]
    ]
    columns = ["group", "language", "score", "value", "low", "high", *sizes]
    return pd.DataFrame(lines, columns=columns)
