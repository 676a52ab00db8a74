"""Tab of the Heads page on two models: their bias scores on one scale."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, heads_distribution, model_bar, session
from components.charts import heads as charts
from components.heads_choice import Choice
from components.heads_layout import figure_and_words
from components.model_bar import Subject
from components.numbers import number
from components.theme import CONFIG
from engine.measures.head_agreement import agreement
from engine.measures.head_runs import bottom_heads
from engine.spec import HeadRef, ModelSpec

OUTLINED = 5
_READ = (
    "Both maps have one colour scale: orange heads carry the association, blue ones hold it "
    "back, pale ones do little. The five most negative heads of the first model are outlined in "
    "both. Heads of two models correspond only where one was trained from the other; otherwise "
    "compare how much bias there is and how it is spread, not place by place."
)


def draw(choice: Choice, subject: Subject, other: Subject | None, bias: dict[str, Any]) -> None:
    """Draw the tab.

    Args:
        other: what the model bar shows beside the model.
        bias: value of `head_bias` on the untouched model.
    """
    place, _ = figure_and_words(
        "Does the bias of another model sit in the same heads?", _READ, "head-bias"
    )
    with place:
        if other is None or other.spec.untouched() == subject.spec.untouched():
            _ask(subject)
            return
        whole = other.spec.untouched()
        found = _measured(choice, whole)
        if found is None:
            return
        if found["gradient"] is None:
            st.markdown(f":gray[{explain.plain(other.label)}: {explain.plain(found['problem'])}]")
            return
        explain.warnings(found["warnings"])
        _compared(choice, subject, whole, bias, found)


def _ask(subject: Subject) -> None:
    """A model beside itself has the same scores; offer another."""
    st.markdown(
        "Head scores are those of the untouched model, so a model with heads masked beside "
        "itself would be the same map twice. Choose another model to compare with."
    )
    names = [name for name in session.checkpoints() if name != subject.spec.checkpoint]
    st.selectbox(
        "Compare with",
        names,
        index=None,
        key="second_model",
        accept_new_options=True,
        placeholder="a hub id or a local folder",
        on_change=_choose,
        format_func=lambda name: model_bar.NAME if name == session.BUNDLED else name,
        help="The same as Compare with in the sidebar: type a hub id or a folder, and Enter.",
    )


def _choose() -> None:
    if st.session_state.get("second_model"):
        st.session_state[model_bar.COMPARE] = st.session_state["second_model"]


def _measured(choice: Choice, whole: ModelSpec) -> dict[str, Any] | None:
    """Scores of the second model; asked for before they take long."""
    params = choice.bias_params()
    known = session.stored("head_bias", whole, choice.items, params)
    if known is not None:
        return known[0]
    texts = len(choice.test.contexts or choice.test.words())
    if not st.button(f"Measure its heads on {texts:,} texts", key="second_bias", type="primary"):
        st.caption("The first time it takes about as long as it did for the first model.")
        return None
    with st.spinner(f"Reading {texts:,} texts with the second model …"):
        found = session.measure("head_bias", whole, choice.items, params)
    if not found.warnings:
        st.rerun()  # without the button
    explain.warnings(found.warnings)
    return found.values[0]


def _compared(
    choice: Choice,
    subject: Subject,
    whole: ModelSpec,
    bias: dict[str, Any],
    found: dict[str, Any],
) -> None:
    first, second = names_of(subject.spec, whole)
    outlined = most_negative(bias["gradient"])
    drawn = charts.score_maps(
        [(first, bias["gradient"]), (second, found["gradient"])],
        outlined,
        subject.spec.masked_heads,
    )
    st.plotly_chart(drawn, key="two_maps", config=CONFIG, alt="Bias scores of two models")
    outlines = ", ".join(map(str, outlined)) or "none is negative"
    st.caption(
        f"{explain.plain(choice.name)}, pooling {choice.pooling}. d: {explain.plain(first)} "
        f"{number(bias['effect_size'], '+.2f')}, {explain.plain(second)} "
        f"{number(found['effect_size'], '+.2f')}. Outlined: {outlines}."
    )
    _agreement(bias["gradient"], found["gradient"])
    frame = tidy([(first, bias["gradient"]), (second, found["gradient"])])
    options = [model_bar.command_options(spec) for spec in (subject.spec.untouched(), whole)]
    export.row(
        "heads-two-models",
        frame,
        drawn,
        "\n".join(choice.command(option) for option in options),
        session.manifest("head_bias", subject.spec.untouched(), choice.items, choice.bias_params())
        | {"compared_with": whole.identity()},
        "Bias scores of two models",
    )


def _agreement(first: list[list[float]], second: list[list[float]]) -> None:
    if (len(first), len(first[0])) != (len(second), len(second[0])):
        st.markdown(
            f":gray[{len(first)} × {len(first[0])} heads against {len(second)} × "
            f"{len(second[0])}: they cannot be set against each other head by head.]"
        )
        return
    flat = [[score for row in grid for score in row] for grid in (first, second)]
    st.markdown(heads_distribution.told(agreement(flat[0], flat[1])))


def names_of(first: ModelSpec, second: ModelSpec) -> tuple[str, str]:
    """Names that tell two models apart."""
    names = [
        model_bar.NAME if spec.checkpoint == session.BUNDLED else spec.checkpoint.split("/")[-1]
        for spec in (first, second)
    ]
    if names[0] == names[1]:
        names = [first.checkpoint, second.checkpoint]
    return names[0], names[1]


def most_negative(gradient: list[list[float]]) -> tuple[HeadRef, ...]:
    """The heads to outline: the lowest bias scores, as far as they are negative."""
    lowest = bottom_heads(gradient, OUTLINED)
    return tuple(ref for ref in lowest if gradient[ref.layer][ref.head] < 0)


def tidy(maps: list[tuple[str, list[list[float]]]]) -> pd.DataFrame:
    """One row a head of each model."""
    rows = [
        {"model": name, "layer": layer + 1, "head": head + 1, "bias_score": score}
        for name, grid in maps
        for layer, row in enumerate(grid)
        for head, score in enumerate(row)
    ]
    return pd.DataFrame(rows)
