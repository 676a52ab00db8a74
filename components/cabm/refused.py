"""Scores of a study, or the reason why there are none beside the features alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.cabm.controls import Choice
from components.cabm.scored import Scored, without_missing
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export

if TYPE_CHECKING:
    from engine.measures.cabm.study import Study


def scored(choice: Choice, study: Study, subject: Subject) -> Scored | None:
    """Score the study by the chosen weighting; where that is refused, show why and return None."""
    result = Scored(choice, study, subject.label, _command(choice, subject))
    refusal = result.refusal()
    if refusal is None:
        return result
    st.error(explain.plain(refusal), icon=":material/info:")
    st.markdown("The features, without a score:")
    features = without_missing(study.frame, study)
    st.dataframe(features, hide_index=True, height=400)
    export.row("cabm-features", features, None, result.command, study.manifest, "CABM features")
    return None


def scored_for_comparison(
    choice: Choice, study: Study | None, other: Subject | None
) -> Scored | None:
    """Score the model compared with by the same weighting; None where that is refused."""
    if study is None or other is None:
        return None
    result = Scored(choice, study, other.label, _command(choice, other))
    refusal = result.refusal()
    if refusal is None:
        return result
    explain.warnings([f"{other.label} cannot be shown for comparison: {refusal}"])
    return None


def _command(choice: Choice, subject: Subject) -> str:
    return choice.command().for_model(subject.spec).line()
