"""Tab of the CABM page that compares two models: which occupations move, and how far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.cabm import wording
from components.cabm.charts import scores as charts
from components.cabm.results import export_row, figure_and_words
from components.cabm.scored import ScoredStudy
from components.cabm.study import study_of_folder
from components.frame import session
from components.frame.present import download, explain, in_words, plot
from components.frame.present.labels import distinct
from components.frame.present.numbers import bracketed, number, signed
from components.frame.widgets import examples as mask_example
from engine.core.program import PROGRAM
from engine.core.spec import ModelSpec
from engine.core.wording import agreeing, counted, figure_text
from engine.files.export import csv_text
from engine.measures.cabm.compared import GAP, deviations, means, moved
from engine.measures.cabm.correlation import correlation
from engine.measures.cabm.over_models import over_models

_READ = (
    "Each mark is an occupation; on the diagonal both models agree. Both are on the raw scale and "
    "have the weights of the measured model, or a difference could come from the scale alone. PMI "
    "comes from the corpus and does not change."
)
_STANDARDISED = (
    " The rankings above are standardised: each model's scores are relative to its own average, "
    "so they cannot be compared between models and are not shown here."
)


def draw_cabm_of_two_models(
    scored: ScoredStudy, before: ScoredStudy | None, spec: ModelSpec
) -> None:
    """Draw the tab, or say how to choose a second model.

    Args:
        spec: of the model measured, whose scores are `scored`.
    """
    _of_two(scored, before)
    draw_over_models(scored, spec)


def _of_two(scored: ScoredStudy, before: ScoredStudy | None) -> None:
    if before is None:
        mask = " or switch heads off" * mask_example.can_mask()
        st.markdown(
            f":gray[To compare two models, choose one under *Compare with*{mask} in the sidebar.]"
        )
        mask_example.offer("cabm_mask_example")
        return
    figure, words = figure_and_words(
        "Which occupations does the other model score differently?",
        _READ + _STANDARDISED * scored.relative,
    )
    both = scored.beside(before)
    frame = both[["occupation"]].assign(list=both["list_second"], category=both["category_second"])
    with figure:
        drawn = charts.two_models(both, frame, before.label, scored.label, scored.study.data.groups)
        plot.draw_figure(
            drawn,
            key="two_models",
            title="Scores of two models",
            says=in_words.points(
                both["occupation"],
                (before.label, both["score_first"]),
                (scored.label, both["score_second"]),
                "+.2f",
            ),
        )
        more = {"beside": before.manifest}
        export_row(
            "two-models", both, drawn, scored, f"CABM, {before.label} and {scored.label}", more
        )
    with words:
        agreement = correlation(both["score_first"].tolist(), both["score_second"].tolist())
        st.markdown(
            f"{_moved(both, scored)}  \n"
            f":gray[Spearman ρ {number(agreement['spearman'], '+.2f')} · "
            f"{wording.rho_bounds(agreement)}]"
        )
        _deviations(both)
    st.table(_means(scored, before))  # its cells wrap on a narrow screen
    st.caption(
        f"Change: {explain.plain(scored.label)} less {explain.plain(before.label)}, with its "
        f"interval over "
        f"{counted(len(both), wording.noun(scored.study.data))} that both models have."
    )


_OVER = (
    "The CABM thesis compares three models from one checkpoint: as it is, trained on biased and on "
    "balanced sentences. Choose models that the Lab trained. All are on the raw scale, with the "
    "weights of the measured model; measures have scales of their own, and smaller is no merit: "
    "models that differ should score differently."
)


def draw_over_models(scored: ScoredStudy, spec: ModelSpec) -> None:
    """Draw the table of standard deviations over the measured model and those of the Lab.

    Args:
        spec: of the measured model.
    """
    st.markdown("**Standard deviations over several models**")
    st.caption(_OVER)
    trained = session.lab.trained_models()
    if not trained:
        st.markdown(
            ":gray[The Lab has trained no model on this machine yet. Plant a bias there, or name "
            f"models on the command line: {PROGRAM} cabm --over MODEL,MODEL.]"
        )
        return
    # Counted twice, the measured model would make the deviations smaller than they are.
    others = {
        folder: name
        for folder, name in trained.items()
        if not spec.is_original or folder != spec.checkpoint
    }
    if not others:
        name = explain.plain(*trained.values())
        st.markdown(
            f":gray[{name} is the model measured here, and the Lab has trained no other on this "
            "machine. Plant another bias there, or measure another model.]"
        )
        return
    own, *named = distinct([scored.label, *others.values()])
    titles = dict(zip(others, named, strict=True))
    chosen = st.multiselect(
        "Models of the Lab", [*others], format_func=titles.__getitem__, key="cabm_over"
    )
    if not chosen:
        return
    with st.spinner("Measuring these models …"):
        studies = [study_of_folder(scored, folder, spec.dtype) for folder in chosen]
    names = set(scored.study.names).intersection(*(each.names for each in studies))
    labels = [own, *(titles[folder] for folder in chosen)]
    frames = {
        label: each.comparable(scored.weights, names)
        for label, each in zip(labels, [scored.study, *studies], strict=True)
    }
    found = over_models(frames, scored.study.settings.seed)
    st.dataframe(deviation_rows(found), hide_index=True, key="cabm_over_table")
    st.caption(
        f"Over {counted(len(labels), 'model')} ({', '.join(map(explain.plain, labels))}) and "
        f"{counted(found['n'], 'occupation')}."
    )
    download.button(
        "CSV",
        lambda: csv_text(pd.DataFrame(found["by_occupation"])),
        "biascope-cabm-over-models.csv",
        "text/csv",
        "cabm_over_csv",
    )


def deviation_rows(found: Mapping[str, Any]) -> pd.DataFrame:
    """One row a measure, as texts."""
    return pd.DataFrame(
        [
            {
                "measure": row["measure"],
                "mean standard deviation": figure_text(row["mean"], ".4f"),
                "95% CI": bracketed(row["interval"], ".4f") or "none",
                "in the thesis": "" if row["published"] is None else f"{row['published']:.4f}",
            }
            for row in found["rows"]
        ]
    )


def _moved(both: pd.DataFrame, scored: ScoredStudy) -> str:
    """How many of those settled in both models have another category."""
    settled, changed = moved(both)
    noun = wording.noun(scored.study.data)
    if not settled:
        return f"None of the {len(both)} {noun}s is settled in both models, on the raw scale."
    return (
        f"**{changed}** of {counted(settled, noun)} settled in both models "
        f"{agreeing(changed, 'change')} category, on the raw scale."
    )


def _deviations(both: pd.DataFrame) -> None:
    """Show the standard deviation over the models, which the thesis reports for three."""
    for deviation in deviations(both):
        st.markdown(
            f"{deviation['measure']}: mean standard deviation over these "
            f"{counted(deviation['models'], 'model')} "
            f"**{deviation['mean']:.4f}**"
        )
    st.caption(
        "The CABM thesis reports, for three models from one checkpoint: WEAT (Word Embedding "
        "Association Test) .0111, CABM .0385. Their models differ from these, so smaller is not "
        "better."
    )


def _means(scored: ScoredStudy, before: ScoredStudy) -> pd.DataFrame:
    """Means over occupations of the raw features and the probability gap in both models."""
    rows = [
        {
            "mean over occupations": f"{scored.gap_name}, {scored.gap}"
            if row["measure"] == GAP
            else row["measure"],
            before.label: signed(row["compared"], 4),
            scored.label: signed(row["mean"], 4),
            "change, 95% CI": _change(row),
        }
        for row in means(scored.study, before.study)
    ]
    return pd.DataFrame(rows).set_index("mean over occupations")


def _change(row: Mapping[str, Any]) -> str:
    """The mean change with its interval, over the occupations that both models have."""
    if row["change"] is None:
        return "none"
    bounds = bracketed(row["interval"], "+.4f") or "(no interval)"
    # A cell of a narrow screen has room for one end of the interval.
    text = f"{signed(row['change'], 4)} {bounds}"
    return text.replace("\N{NO-BREAK SPACE}", " ")
