"""Tab of the CABM page on the features: what each group contributes, and how far contexts move."""

from __future__ import annotations

import math
from collections.abc import Callable

import pandas as pd
import streamlit as st

from components.cabm import wording
from components.cabm.charts import ranking as charts
from components.cabm.charts.weightings import heatmap
from components.cabm.results import export_row, figure_and_words, view
from components.cabm.scored import ScoredStudy
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import number
from engine.measures.cabm.embedding import context_shifts
from engine.measures.cabm.unmasking import by_group

_PMI, _BOTH, _SHIFT = "Counts by group", "Both groups side by side", "Shift of context"
_SHORT = {"probability": "P"}  # in the heading of a narrow column
_READ_PMI = (
    "PMI, pointwise mutual information, of each {noun} with the words of either group in the "
    "corpus, in bits: above 0, they share sentences more often than chance would suggest. The "
    "longer the line between the two marks, the larger the difference that enters CABM."
)
_READ_BOTH = (
    "Each row is one {noun}. PMI, in bits, from the corpus; cosine of the {noun}'s vector and the "
    "group's words{probability}. The stronger the shade, the higher "
    "the number within its pair of columns; compare the two columns of a pair, not the pairs."
)
_READ_SHIFT = (
    "How far a mean vector moves when a sentence's word of one group is replaced by that of the "
    "other, with 95% confidence intervals over sentences: circle, the {noun}'s own vector; square, "
    "the vector of the whole sentence. The order shows which {noun}s the model represents "
    "differently, and nothing about the direction."
)


def draw_cabm_features(scored: ScoredStudy) -> None:
    """Draw the view that is chosen."""
    views: dict[str, Callable[[ScoredStudy], None]] = {_PMI: _pmi, _BOTH: _both, _SHIFT: _shift}
    views[view("features", [*views])](scored)


def _values(scored: ScoredStudy) -> pd.DataFrame:
    return by_group(scored.frame, scored.groups, scored.study.unmasked)


def _pmi(scored: ScoredStudy) -> None:
    noun = wording.noun(scored.study.data)
    figure, _ = figure_and_words(
        f"How often does each {noun} occur with the words of each group?",
        _READ_PMI.format(noun=noun),
    )
    values = _values(scored)
    with figure:
        drawn = charts.of_both_groups(values, scored.groups, "pmi", "PMI, bits")
        plot.draw_figure(
            drawn,
            key="pmi_by_group",
            title="PMI with either group",
            says=in_words.listed(
                (f"{row['occupation']}, {row['group']}", row["pmi"])
                for row in values.to_dict("records")
            ),
        )
        st.caption(_marks(scored))
        export_row("pmi-by-group", values, drawn, scored, "PMI with either group")


def _both(scored: ScoredStudy) -> None:
    noun = wording.noun(scored.study.data)
    values = _values(scored)
    measured = [name for name in ("pmi", "cosine", "probability") if name in values]
    first, second = wording.first_words(scored.groups)
    probability = f"; P, probability of {first} and {second} in the blank" * (
        "probability" in measured
    )
    figure, _ = figure_and_words(
        "What does each group contribute?",
        _READ_BOTH.format(noun=noun, probability=probability),
    )
    order = scored.frame.sort_values("score")["occupation"].tolist()
    columns = [(name, group) for name in measured for group in scored.groups.names]
    table = values.pivot(index="occupation", columns="group", values=measured).loc[order]
    cells = [[float(table.loc[row, column]) for column in columns] for row in order]
    with figure:
        drawn = heatmap(
            cells,
            _titles(columns, scored),
            order,
            [".1f" if name == "pmi" else ".2f" for name, _ in columns],
            pairs=2,
        )
        plot.draw_figure(
            drawn,
            key="both_groups",
            title="Features with either group",
            says=in_words.each(
                (" ".join(title.split()), in_words.listed(zip(order, column, strict=True)))
                for title, column in zip(
                    _titles(columns, scored), zip(*cells, strict=True), strict=True
                )
            ),
        )
        st.caption("In the order of CABM, the highest on top.")
        export_row("both-groups", values, drawn, scored, "Features with either group")


def _titles(columns: list[tuple[str, str]], scored: ScoredStudy) -> list[str]:
    """Headings of two lines: what is measured, and the first word of the group."""
    words = dict(zip(scored.groups.names, scored.groups.words, strict=True))
    return [f"{_SHORT.get(name, name)}\n{words[group][0]}" for name, group in columns]


def _shift(scored: ScoredStudy) -> None:
    noun = wording.noun(scored.study.data)
    figure, _ = figure_and_words(
        f"Which {noun}s does the model represent differently when the group changes?",
        _READ_SHIFT.format(noun=noun),
    )
    shifts = context_shifts(scored.study.vectors, scored.frame["occupation"].tolist())
    with figure:
        drawn = charts.shifts(shifts)
        plot.draw_figure(
            drawn,
            key="context_shifts",
            title="Shift of context",
            says=in_words.listed(
                zip(shifts["occupation"], shifts["occupation_shift"], strict=True)
            ),
        )
        st.caption(_largest(shifts, noun))
        export_row("context-shift", shifts, drawn, scored, "Shift of context")


def _largest(shifts: pd.DataFrame, noun: str) -> str:
    """The one that moves most, in words."""
    top = shifts.iloc[0]
    moved = number(None if math.isnan(top["occupation_shift"]) else top["occupation_shift"], ".2f")
    return (
        f"The {noun} that moves most, of {len(shifts):,} in these data, is "
        f"{explain.plain(top['occupation'])}, by {moved}."
    )


def _marks(scored: ScoredStudy) -> str:
    first, second = (explain.plain(name) for name in scored.groups.names)
    return f"Circle: with the words of {first}; square: with the words of {second}."
