"""The measures of a table: those that judge an intervention do not read what chose it.

Heads are ranked on one half of the target words of the association test, and steering gets its
sign on one half of the bundled pairs. So the columns `seat` and `pairs` of a table are those of the
other halves. Random controls are measured in one column of bias and one of cost, the quickest of
each kind that are asked for: they are many.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.columns.column import BIAS, COST, Column
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.measures.heads.halves import Halves, halves
from engine.measures.lpbs.sets import bundled_domains
from engine.measures.pairs.column import column_of as column_of_pairs
from engine.measures.pairs.data.sets import load_pairs
from engine.measures.pairs.word_pairs import word_pairs
from engine.measures.seat.column import column_of as column_of_test
from engine.scorecard import columns as registry
from engine.words.association_tests import DIMENSIONS, bundled_test

if TYPE_CHECKING:
    import pandas as pd

SEAT, PAIRS = "seat", "pairs"
_OTHER = "other-half"  # of the words or pairs of a column
_VARIANT = "aul"  # of pairs: it reads each sentence once, unmasked
_DEFAULT = {
    "gender": (SEAT, PAIRS, "unmasking:bundled", "pppl:bundled", "cloze", "knowledge"),
    "race": (SEAT, PAIRS, "pppl:bundled", "cloze", "knowledge"),
    "religion": (SEAT, PAIRS, "pppl:bundled", "cloze", "knowledge"),
}
_SECONDS = {SEAT: 0.6, PAIRS: 4.0}  # of the halves, as `seconds` of a family


@dataclass(frozen=True, eq=False)
class Chosen:
    """The columns of one table.

    Args:
        columns: in their order.
        notes: name of a column -> what of its data chose an intervention, one sentence.
        controlled: names of those in which controls are measured.
        split: of the association test: the words that rank heads, and the others.
        signs: of the pairs that choose the sign of steering.
        firsts: name of a column whose figure is an effect size -> targets of its first set.
    """

    columns: tuple[Column, ...]
    notes: dict[str, str]
    controlled: tuple[str, ...]
    split: Halves
    signs: Column
    firsts: dict[str, int]

    def sizes(self, rows: int, controls: int) -> list[float]:
        """About how many seconds each cell takes, in the order in which they are measured.

        Args:
            rows: interventions and the original.
            controls: random interventions in all.
        """
        each = {one.name: _seconds(one) for one in self.columns}
        drawn = [each[name] for name in self.controlled]
        return [*each.values()] * rows + [size for size in drawn for _ in range(controls)]


def default_measures(concept: str) -> tuple[str, ...]:
    """The measures of a table on a concept, where none are named."""
    return _DEFAULT.get(concept, _DEFAULT["race"])


def chosen_columns(concept: str, measures: tuple[str, ...], seed: int = 0) -> Chosen:
    """The columns of a table.

    Args:
        concept: a bundled association test of that name ranks heads.
        measures: `seat` and `pairs`, which are the halves that chose nothing, or any column of the
            Scorecard; those of `default_measures` if empty.
        seed: of both splits.

    Raises:
        InputTextError: if one is unknown, or none is of bias.
    """
    split = halves(bundled_test(concept), seed)
    choosing, judging = _pair_halves(seed)
    notes: dict[str, str] = {}
    columns: dict[str, Column] = {}
    for name in measures or default_measures(concept):
        if name == SEAT:
            made, note = _other_words(concept, split), split.note()
        elif name == PAIRS:
            made = _pairs_column(judging, _OTHER, "Biascope's pairs, the other half")
            note = _pairs_note(choosing, judging, seed)
        else:
            made, note = registry.column(name), ""
        columns[made.name] = made
        notes |= {made.name: note} if note else {}
    found = tuple(columns.values())
    if not any(one.group == BIAS for one in found):
        raise InputTextError("A mitigation table needs a measure of bias, such as seat or pairs.")
    quickest = [
        min(own, key=_seconds).name
        for group in (BIAS, COST)
        if (own := [one for one in found if one.group == group])
    ]
    signs = _pairs_column(choosing, "half", "Biascope's pairs, one half")
    firsts = {one.name: first for one in found if (first := _first(one, split)) is not None}
    return Chosen(found, notes, tuple(quickest), split, signs, firsts)


def _other_words(concept: str, split: Halves) -> Column:
    """SEAT of the words that did not rank the heads."""
    test = bundled_test(concept)
    if not split.targets:
        return column_of_test(test, concept, concept)
    held = set(split.targets)
    other = replace(
        test,
        x=tuple(word for word in test.x if word in held),
        y=tuple(word for word in test.y if word in held),
    )
    return column_of_test(other, f"{concept}:{_OTHER}", f"{concept}, the other half of the words")


def _pair_halves(seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The bundled pairs in two halves; pairs that swap the same words stay together."""
    import numpy as np

    from engine.statistics.clusters import numbered

    pairs = load_pairs("bundled")
    units = numbered(word_pairs(pairs))
    drawn = np.random.default_rng(seed).permutation(np.unique(units))
    first = np.isin(units, drawn[::2])
    return pairs[first].reset_index(drop=True), pairs[~first].reset_index(drop=True)


def _pairs_column(pairs: pd.DataFrame, name: str, title: str) -> Column:
    return column_of_pairs(pairs, f"bundled:{name}", title, _VARIANT)


def _pairs_note(choosing: pd.DataFrame, judging: pd.DataFrame, seed: int) -> str:
    return (
        f"The sign of steering is chosen on {counted(len(choosing), 'bundled pair')} of all types "
        f"of bias (seed {seed}), and every row is judged on the other {len(judging)}."
    )


def _first(column: Column, split: Halves) -> int | None:
    """Targets of the first of the two sets that an effect size compares; None of other figures."""
    family, _, data = column.name.partition(":")
    if family == SEAT and _OTHER in column.name:
        return split.sizes[0]
    if family == SEAT and (name := data.partition(":")[0] or DIMENSIONS[0]) in DIMENSIONS:
        return len(bundled_test(name).x)
    if family == "lpbs":
        return len(bundled_domains()[data].targets[0])
    return None


def _seconds(column: Column) -> float:
    family = column.name.partition(":")[0]
    half = _OTHER in column.name
    return _SECONDS[family] if half else registry.FAMILIES[family].seconds
