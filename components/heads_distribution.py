"""Tab of the Heads page on single heads: distribution of scores, ranking, gradient and ablation."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, model_bar, session
from components.charts import heads as charts
from components.heads_choice import Choice
from components.heads_layout import figure_and_words
from components.model_bar import Subject
from components.numbers import between, number
from components.theme import CONFIG
from engine.measures.head_agreement import agreement
from engine.measures.head_bias import ablation_items, as_grid
from engine.measures.head_frame import head_frame
from engine.spec import ModelSpec

_KEPT = "biascope_ablated"
_READ = (
    "b says how |d|, the distance of the association from zero, follows a head's gate. Heads on "
    "the right (orange) carry the association; with one of them masked it should shrink. Heads "
    "on the left (blue) hold it back. Every tick below the bars is a head. Most heads near zero "
    "and a few far out: the association sits in few heads."
)
_READ_ABLATION = (
    "The gradient is a first step along a curve; the ablation really masks the head. On the "
    "dotted line they agree. Far below it a head does less than its score says, because others "
    "stand in for it. Orange: masking the head lowers the bias; blue: it raises it; a cross: "
    "masked now. Where the two disagree, believe the ablation."
)
_COLUMNS = {
    "rank": st.column_config.NumberColumn("rank", width="small"),
    "name": st.column_config.TextColumn("head", width="small"),
    "bias_score": st.column_config.NumberColumn("b", format="%+.4f"),
    "share": st.column_config.NumberColumn("share of all |b|", format="%.1f %%"),
    "ablation": st.column_config.NumberColumn("|d| lost when masked", format="%+.4f"),
    "masked": st.column_config.CheckboxColumn("masked now", width="small"),
}


def draw(choice: Choice, subject: Subject, bias: dict[str, Any]) -> None:
    """Draw the tab.

    Args:
        bias: value of `head_bias` on the untouched model.
    """
    whole = subject.spec.untouched()
    layers, heads = len(bias["gradient"]), len(bias["gradient"][0])
    items = ablation_items(layers, heads)
    values = _ablated(choice, whole, items)
    ablated = [None if value is None else value["effect_size"] for value in values]
    frame = head_frame(bias["gradient"], bias["effect_size"], as_grid(ablated, layers))
    masked = {str(ref) for ref in subject.spec.masked_heads}
    frame["masked"] = frame["name"].isin(masked)
    _distribution(choice, whole, bias, frame)
    missing = sum(value is None for value in values)
    _ablation(choice, whole, frame, masked, items, missing)


def _ablated(
    choice: Choice, whole: ModelSpec, items: list[dict[str, str]]
) -> list[dict[str, Any] | None]:
    """What is known of the ablations; without a store, what this session measured."""
    kept = st.session_state.get(_KEPT)
    if kept is not None and kept[0] == (choice.key, whole):
        return kept[1]
    return session.stored_part("head_ablation", whole, items, choice.ablation_params())


def _distribution(
    choice: Choice, whole: ModelSpec, bias: dict[str, Any], frame: pd.DataFrame
) -> None:
    place, _ = figure_and_words(
        "How the bias is spread over the heads of the untouched model, and which carry most.",
        _READ,
        "head-bias",
    )
    with place:
        drawn = charts.score_histogram(frame)
        st.plotly_chart(
            drawn, key="score_histogram", config=CONFIG, alt="Distribution of bias scores"
        )
        positive = int((frame["bias_score"] > 0).sum())
        st.markdown(
            f"**{positive}** of {len(frame)} heads are biased (b above 0), "
            f"**{int((frame['bias_score'] < 0).sum())}** anti-biased."
        )
        sizes = bias["sizes"]
        st.caption(
            f"{explain.plain(choice.name)}, pooling {choice.pooling}: d "
            f"{number(bias['effect_size'], '+.2f')} over {sizes['x'] + sizes['y']} targets in "
            f"{bias['inputs']:,} texts. Five heads hold {_top_share(frame, 5):.0f} % of all |b|."
        )
        _ranking(frame)
        export.row(
            "heads-scores",
            frame,
            drawn,
            choice.command(model_bar.command_options(whole)),
            session.manifest("head_bias", whole, choice.items, choice.bias_params()),
            "Distribution of bias scores",
        )


def _top_share(frame: pd.DataFrame, count: int) -> float:
    return float(frame["share"].nlargest(count).sum())


def _ranking(frame: pd.DataFrame) -> None:
    shown = frame.sort_values("rank")
    columns = ["rank", "name", "bias_score", "share", "masked"]
    if frame["ablation"].notna().any():
        columns.insert(4, "ablation")
    st.dataframe(
        shown[columns],
        hide_index=True,
        height=240,
        column_config=_COLUMNS,
        key="head_ranking",
    )


def _ablation(
    choice: Choice,
    whole: ModelSpec,
    frame: pd.DataFrame,
    masked: set[str],
    items: list[dict[str, str]],
    missing: int,
) -> None:
    place, _ = figure_and_words(
        "Does masking a head really do what its gradient foretells?", _READ_ABLATION, "head-bias"
    )
    with place:
        if missing:
            _offer(choice, whole, items, missing)
        there = frame.dropna(subset=["ablation"])
        if there.empty:
            return
        drawn = charts.gradient_against_ablation(there, masked)
        st.plotly_chart(
            drawn, key="ablation_scatter", config=CONFIG, alt="Gradient against ablation"
        )
        st.markdown(told(agreement(there["bias_score"].tolist(), there["ablation"].tolist())))
        export.row(
            "heads-ablation",
            there,
            drawn,
            choice.command(model_bar.command_options(whole), "--ablate"),
            session.manifest("head_ablation", whole, items, choice.ablation_params()),
            "Gradient against ablation",
        )


def told(found: dict[str, Any]) -> str:
    """How far two numbers per head agree (markdown)."""
    if found["rho"] is None:
        return ":gray[Too few heads, or no spread, for a correlation.]"
    same, low, high = (
        f"{100 * share:.0f}" for share in (found["same_side"], *found["same_side_interval"])
    )
    return (
        f"Spearman ρ **{number(found['rho'], '+.2f')}** over {found['n']} heads "
        f"({between(found['interval'], '+.2f')}); on the same side of zero: "
        f"**{same} %** (95 %: {low} to {high})."
    )


def _offer(choice: Choice, whole: ModelSpec, items: list[dict[str, str]], missing: int) -> None:
    """Measure the rest now, or as a job."""
    title = f"{choice.name}: each head masked in turn"
    if session.heads_job(title, whole) is not None:
        st.caption("A job masks the heads in turn; the sidebar says how far it is.")
        _watch(title, whole)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        now = st.button(f"Mask {missing} heads in turn", key="ablate_here", type="primary")
        st.button(
            "In the background",
            key="ablate_job",
            on_click=session.submit_heads,
            args=(title, whole, choice.arguments("--ablate"), choice.files),
            help="Goes on when you change the page or close the tab.",
        )
    st.caption(f"Each of {len(items)} heads is masked alone and SEAT measured again.")
    if not now:
        return
    bar = st.progress(0.0, f"Masking {missing} heads, one after the other …")

    def show(done: int, total: int) -> None:
        bar.progress(done / total, f"{done} of {total} heads")

    found = session.measure("head_ablation", whole, items, choice.ablation_params(), show)
    if found.warnings:  # nothing could be kept in the store
        st.session_state[_KEPT] = ((choice.key, whole), found.values)
    st.rerun()


def _watch(title: str, whole: ModelSpec) -> None:
    @st.fragment(run_every=3)
    def look() -> None:
        if session.heads_job(title, whole) is None:
            st.rerun()

    look()
