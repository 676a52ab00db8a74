"""The controls of a mitigation table: concept, interventions, measures and random controls."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.shell.model_bar import Subject
from components.frame.widgets.choice_box import choose
from engine.command_line.command import Command
from engine.mitigation.asked import (
    BALANCED,
    CONCEPTS,
    CONTROLS,
    HEADS,
    HEADS_MEAN,
    HEADS_SCALED,
    INLP,
    LEACE,
    ROWS,
    SCALE,
    SELF_DEBIAS,
    SENTENCE_DEBIAS,
    STEER,
    TOP,
    Asked,
)

FEWEST_CONTROLS = 5  # of a quick look
KINDS = {
    HEADS: "Most biased heads masked",
    HEADS_MEAN: "These heads mean-ablated",
    HEADS_SCALED: f"These heads scaled to {SCALE:g}",
    SENTENCE_DEBIAS: "Erasure: SentenceDebias",
    INLP: "Erasure: INLP",
    LEACE: "Erasure: LEACE",
    STEER: "Steering at three strengths",
    SELF_DEBIAS: "Self-debiasing",
    BALANCED: "Balanced model of the Lab",
}
_WIDTH = 200


def mitigation_asked(subject: Subject) -> Asked:
    """Draw the controls; what they ask for, of the model bar's model as it is."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        concept = choose("Concept", CONCEPTS, "mitigate_concept", _WIDTH)
        with st.popover("Interventions and measures", icon=":material/tune:"):
            rows = st.pills(
                "Interventions",
                ROWS,
                selection_mode="multi",
                default=ROWS,
                format_func=KINDS.__getitem__,
                key="mitigate_rows",
                persist_state="session",
            )
            measures = _measures(concept)
            top = st.number_input(
                "Heads", 1, 50, TOP, key="mitigate_top", persist_state="session", width=_WIDTH
            )
            controls = st.select_slider(
                "Random controls for each intervention",
                [0, FEWEST_CONTROLS, 10, CONTROLS],
                CONTROLS,
                key="mitigate_controls",
                persist_state="session",
                help="Random heads, directions or vectors of the same size. With fewer than 19, no "
                "intervention can be shown to do more than random ones (the smallest p is 1 in "
                "their number and one more).",
            )
    number = subject.facts.layers * subject.facts.heads
    return Asked(
        subject.spec.unmasked(),
        concept,
        min(int(top), number) if number else int(top),
        tuple(name for name in ROWS if name in (rows or ROWS)),
        measures,
        int(controls),
    )


def _measures(concept: str) -> tuple[str, ...]:
    """The box of measures; the usual ones of the concept where none is chosen."""
    from engine.mitigation.columns import PAIRS, SEAT, default_measures

    usual = default_measures(concept)
    titles = {
        SEAT: f"SEAT, {concept}: words that ranked no heads",
        PAIRS: "Sentence pairs: those that chose no sign",
        **session.scorecard.measures("bias"),
        **session.scorecard.measures("cost"),
    }
    chosen = st.multiselect(
        "Measures",
        [*titles],
        default=[name for name in usual if name in titles],
        format_func=titles.__getitem__,
        key=f"mitigate_measures_{concept}",
        persist_state="session",
    )
    return tuple(chosen) or usual


def command_of(asked: Asked) -> Command:
    """The command that measures the table."""
    words = ["mitigate"]
    words += ["--concept", asked.concept] * (asked.concept != CONCEPTS[0])
    words += ["--top", str(asked.top)] * (asked.top != TOP)
    words += ["--rows", ",".join(asked.rows)] * (asked.rows != ROWS)
    words += ["--measures", ",".join(asked.measures)]
    words += ["--controls", str(asked.controls)] * (asked.controls != CONTROLS)
    return Command(tuple(words), output="mitigation").for_model(asked.spec)
