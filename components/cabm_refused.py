"""Scores of a study, or why there are none; the features are shown all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import explain, export, model_bar
from components.cabm_controls import Choice
from components.cabm_scored import Scored
from components.model_bar import Subject

if TYPE_CHECKING:
    from engine.measures.cabm.study import Study


def scored(choice: Choice, study: Study, subject: Subject) -> Scored | None:
    """The study under the chosen weighting; None where it is refused, and the features instead."""
    found = Scored(choice, study, subject.label, _command(choice, subject))
    refusal = found.refusal()
    if refusal is None:
        return found
    st.error(explain.plain(refusal), icon=":material/info:")
    st.markdown("The features themselves, without a score:")
    st.dataframe(study.frame, hide_index=True, height=400)
    export.row("cabm-features", study.frame, None, found.command, study.manifest, "CABM features")
    return None


def beside(choice: Choice, study: Study | None, other: Subject | None) -> Scored | None:
    """The model compared with under the same weighting, where it can be had."""
    if study is None or other is None:
        return None
    found = Scored(choice, study, other.label, _command(choice, other))
    refusal = found.refusal()
    if refusal is None:
        return found
    explain.warnings([f"{other.label} cannot be shown beside it: {refusal}"])
    return None


def _command(choice: Choice, subject: Subject) -> str:
    return choice.command(model_bar.command_options(subject.spec))
