"""Tab of the Heads page that compares the bias scores of two models on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import file_size, number
from components.frame.present.plot import figure_and_words
from components.frame.shell import model_bar
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import named_apart
from components.frame.widgets import export
from components.heads import distribution, measuring
from components.heads.charts import grid as charts
from components.heads.choice import Choice
from components.heads.scores import most_negative
from engine.core.spec import ModelSpec, no_heads
from engine.core.wording import counted
from engine.measures.heads.bias import head_frame, ranks_agreement

_READ = (
    "Both maps share one scale of greys. By the estimate and on this word list, the association is "
    "weaker with a filled head switched off and stronger with an outlined one; pale: little "
    "change. Heads of two models "
    "correspond only if one was trained from the other; otherwise compare how much bias there is "
    "and how it is distributed, not head by head."
)


def draw_heads_of_two_models(
    choice: Choice, subject: Subject, other: Subject | None, bias: dict[str, Any]
) -> None:
    """Draw the tab."""
    result, _ = figure_and_words(
        "Are the same heads estimated to carry the bias of another model?", _READ, "head-bias"
    )
    with result:
        if other is None or other.spec.unmasked() == subject.spec.unmasked():
            _ask(subject)
            return
        if not other.facts.heads:
            st.markdown(f":gray[{explain.plain(str(no_heads(other.label)))}]")
            return
        whole = other.spec.unmasked()
        other_bias = _measured(choice, whole)
        if other_bias is None:
            return
        if other_bias["gradient"] is None:
            problem = explain.plain(other_bias["problem"])
            st.markdown(f":gray[{explain.plain(other.label)}: {problem}]")
            return
        explain.warnings(other_bias["warnings"])
        _compared(choice, subject, whole, bias, other_bias)


def _ask(subject: Subject) -> None:
    """A model has the same scores with and without masks; offer another model."""
    st.markdown(
        "Bias scores are always those of the original model, so a model has the same map "
        "with and without heads switched off. Choose another model to compare with."
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
        format_func=model_bar.option_format(),
        help="The same setting as Compare with in the sidebar. Type a hub id or a folder, then "
        "press Enter.",
    )

    known = session.suggestions()
    usable = {each: here for each, here in known.items() if here or not each.convert}
    offered = [each for each in usable if each.checkpoint != subject.spec.checkpoint]
    if offered:
        # The smallest is enough to see the comparison.
        least = min(offered, key=lambda each: (usable[each] is None, each.bytes))
        size = "on this machine" if usable[least] else f"download {file_size(least.bytes)}"
        st.button(
            f"Compare with {least.checkpoint} :small[:gray[{size}]]",
            key="second_example",
            icon=":material/play_arrow:",
            on_click=_take,
            args=(usable[least] or least.checkpoint,),
        )


def _take(checkpoint: str) -> None:
    session.confirm("model", checkpoint)
    st.session_state[model_bar.COMPARE] = checkpoint


def _choose() -> None:
    session.confirm_field("model", "second_model")
    if name := st.session_state.get("second_model"):
        st.session_state[model_bar.COMPARE] = name


def _measured(choice: Choice, whole: ModelSpec) -> dict[str, Any] | None:
    """Scores of the second model, from the store or measured after a button is pressed."""
    known = measuring.known_bias(choice, whole)
    if known is not None:
        return known
    texts = counted(choice.texts, "text")
    if not st.button(f"Measure its heads on {texts}", key="second_bias", type="primary"):
        st.caption("Takes about as long as for the first model. The result is kept.")
        return None
    with st.spinner(f"Measuring the second model on {texts} …"):
        measured = session.measure(*choice.bias(whole))
    if not measured.warnings:
        st.rerun()  # without the button
    explain.warnings(measured.warnings)
    return measured.values[0]


def _compared(
    choice: Choice,
    subject: Subject,
    whole: ModelSpec,
    bias: dict[str, Any],
    other_bias: dict[str, Any],
) -> None:
    first, second = names_of(subject.spec, whole)
    maps = [(first, bias["gradient"]), (second, other_bias["gradient"])]
    drawn = charts.score_maps(maps, subject.spec.masked_heads)
    plot.draw_figure(
        drawn,
        key="two_maps",
        title="Bias scores of two models",
        says=in_words.each((name, _says(grid)) for name, grid in maps),
    )
    lowest = ", ".join(map(str, most_negative(bias["gradient"]))) or "none"
    st.caption(
        f"{explain.plain(choice.name)}, pooling {choice.pooling}. SEAT d: {explain.plain(first)} "
        f"{number(bias['effect_size'], '+.2f')}, {explain.plain(second)} "
        f"{number(other_bias['effect_size'], '+.2f')}. The most "
        f"negative estimates of the first: {lowest}."
    )
    _agreement(bias["gradient"], other_bias["gradient"])
    frame = two_models_rows(maps)
    specs = (subject.spec.unmasked(), whole)
    export.row(
        "heads-two-models",
        frame,
        drawn,
        "\n".join(choice.command().for_model(spec).line() for spec in specs),
        session.manifest(*choice.bias(subject.spec.unmasked()))
        | {"compared_with": whole.identity()},
        "Bias scores of two models",
        choice.where,
    )


def _says(grid: Sequence[Sequence[float]]) -> str:
    """A map of bias scores in words."""
    return in_words.cells(
        [f"layer {layer + 1}" for layer in range(len(grid))],
        [f"head {head + 1}" for head in range(len(grid[0]))],
        grid,
        "+.4f",
    )


def _agreement(first: list[list[float]], second: list[list[float]]) -> None:
    if (len(first), len(first[0])) != (len(second), len(second[0])):
        st.markdown(
            f":gray[The models differ in shape ({len(first)} × {len(first[0])} and {len(second)} × "
            f"{counted(len(second[0]), 'head')}), so they cannot be compared head by head.]"
        )
        return
    flat = [[score for row in grid for score in row] for grid in (first, second)]
    st.markdown(distribution.agreement_text(ranks_agreement(flat[0], flat[1])))


def names_of(first: ModelSpec, second: ModelSpec) -> tuple[str, str]:
    """Names that distinguish two models."""
    names = named_apart([first, second])
    return names[0], names[1]


def two_models_rows(maps: list[tuple[str, list[list[float]]]]) -> pd.DataFrame:
    """One row per head of each model."""
    columns = ["model", "layer", "head", "bias_score"]
    frames = [head_frame(grid, 0.0).assign(model=name)[columns] for name, grid in maps]
    return pd.concat(frames, ignore_index=True)
