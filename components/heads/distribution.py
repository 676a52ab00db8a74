"""Tab of the Heads page on single heads: distribution of scores, ranking, gradient and ablation."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import interval_text, number, whole_percent, written_numbers
from components.frame.present.plot import figure_and_words
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import named
from components.frame.widgets import background, export
from components.heads import measuring
from components.heads.charts import distribution as charts
from components.heads.choice import Choice, model_and_masks
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.measures.heads.bias import head_frame, ranks_agreement

_NO_INTERVAL = "no interval: too few heads, or nearly all have one value"
_READ = (
    "The bias score b is a first-order estimate, on the words that rank heads, of how strongly |d| "
    "(the size of the association) changes with a head. Right of zero (filled), switching the head "
    "off should weaken the association; left of zero (outlined), it should strengthen it. Each "
    "tick below the bars is one head. The ablation below shows what switching each head off does."
)
_READ_ABLATION = (
    "The bias score is an estimate; an ablation really switches the head off and measures again. "
    "On the dotted line the two agree. Far below the line, switching off does less than the score "
    "predicts, for example because other heads compensate. Orange: |d| is lower with the head off; "
    "blue: it is higher; cross: switched off now. Where the two disagree, trust the ablation. "
    "Differences of single heads are small, and they have no test here."
)
_COLUMNS = {
    "rank": st.column_config.NumberColumn("rank", width="small"),
    "name": st.column_config.TextColumn("head", width="small"),
    "bias_score": st.column_config.NumberColumn("bias score b"),
    "share": st.column_config.NumberColumn("share of all |b|, %"),
    "ablation": st.column_config.NumberColumn("drop in |d| when switched off"),
    "masked": st.column_config.CheckboxColumn("switched off now", width="small"),
}
_FORMATS = {"bias_score": "+.4f", "share": ".1f", "ablation": "+.4f"}


def draw_head_distribution(choice: Choice, subject: Subject, bias: dict[str, Any]) -> None:
    """Draw the tab."""
    whole = subject.spec.unmasked()
    ablated, missing = measuring.ablation_grid(choice, whole)
    frame = head_frame(bias["gradient"], bias["effect_size"], ablated)
    frame["masked"] = frame["name"].isin({str(ref) for ref in subject.spec.masked_heads})
    results = [_distribution(choice, whole, bias, frame), _ablation(choice, whole, frame, missing)]
    export.section("heads-scores", [result for result in results if result is not None])


def _distribution(
    choice: Choice, whole: ModelSpec, bias: dict[str, Any], frame: pd.DataFrame
) -> export.Result:
    result, _ = figure_and_words(
        "How are bias scores distributed over the heads of the original model, and which heads "
        "have the largest?",
        _READ,
        "head-bias",
    )
    with result:
        drawn = charts.score_histogram(frame)
        plot.draw_figure(
            drawn,
            key="score_histogram",
            title="Bias scores of the heads",
            says=in_words.listed(zip(frame["name"], frame["bias_score"], strict=True), "+.4f"),
        )
        scores = frame["bias_score"]
        st.markdown(
            f"By the estimate, the association is weaker with one of **{int((scores > 0).sum())}** "
            f"of {counted(len(frame), 'head')} switched off (b above 0), and stronger with one of "
            f"**{int((scores < 0).sum())}** (b below 0)."
        )
        sizes, largest = bias["sizes"], frame["share"].nlargest(5).sum()
        st.caption(
            f"{model_and_masks(whole)} · {explain.plain(choice.name)}, pooling {choice.pooling}: "
            f"SEAT d {number(bias['effect_size'], '+.2f')}, {sizes['x'] + sizes['y']} target "
            f"words that rank heads, {counted(bias['inputs'], 'text')}. The five largest heads "
            f"hold {largest:.0f}% of the total |b|."
        )
        _ranking(frame)
    return export.Result(
        "heads-scores",
        frame,
        drawn,
        choice.command().for_model(whole).line(),
        session.manifest(*choice.bias(whole)),
        f"Distribution of bias scores, {named(whole)}",
        choice.where,
    )


def _ranking(frame: pd.DataFrame) -> None:
    ablation = ["ablation"] if frame["ablation"].notna().any() else []
    columns = ["rank", "name", "bias_score", "share", *ablation, "masked"]
    st.dataframe(
        written_numbers(frame.sort_values("rank")[columns], _FORMATS),
        hide_index=True,
        height=240,
        column_config=_COLUMNS,
        key="head_ranking",
    )


def _ablation(
    choice: Choice, whole: ModelSpec, frame: pd.DataFrame, missing: int
) -> export.Result | None:
    result, _ = figure_and_words(
        "Does switching a head off do what its gradient predicts?", _READ_ABLATION, "head-bias"
    )
    with result:
        if missing:
            _offer(choice, whole, missing)
        measured = frame.dropna(subset=["ablation"])
        if measured.empty:
            if not missing:
                st.markdown(
                    ":gray[With any head switched off, d is undefined: there is no ablation.]"
                )
            return None
        drawn = charts.gradient_against_ablation(measured)
        plot.draw_figure(
            drawn,
            key="ablation_scatter",
            title="Bias score against the effect of switching off",
            says=in_words.points(
                measured["name"],
                ("bias score", measured["bias_score"]),
                ("drop in |d| when switched off", measured["ablation"]),
                "+.4f",
            ),
        )
        scores, drops = measured["bias_score"].tolist(), measured["ablation"].tolist()
        st.markdown(agreement_text(ranks_agreement(scores, drops)))
        st.caption(
            f"{model_and_masks(whole)} · {explain.plain(choice.name)}; each head switched off "
            "alone."
        )
    return export.Result(
        "heads-ablation",
        measured,
        drawn,
        choice.command("--ablate").for_model(whole).line(),
        measuring.ablation(choice, whole).manifest(),
        f"Bias score against ablation, {named(whole)}",
        choice.where,
    )


def agreement_text(result: dict[str, Any]) -> str:
    """How far two numbers per head agree (markdown)."""
    if result["rho"] is None:
        return ":gray[Too few heads, or all values equal: no correlation can be computed.]"
    shares = [100 * share for share in result["same_side_interval"]]
    return (
        f"Same sign for **{whole_percent(result['same_side'])}** of heads "
        f"({interval_text(shares, '.0f')}); rank correlation (Spearman ρ) "
        f"**{number(result['rho'], '+.2f')}** over {counted(result['n'], 'head')} "
        f"({interval_text(result['interval'], '+.2f') or _NO_INTERVAL})."
    )


def _offer(choice: Choice, whole: ModelSpec, missing: int) -> None:
    """Offer to measure the missing ablations now, or in the background."""
    heads = measuring.ablation(choice, whole)
    now = background.offer(
        measuring.ablation_work(choice, whole, len(heads) - missing),
        f"Each of the {len(heads)} heads is switched off on its own and SEAT is measured again.",
        "In the background",
        "ablate_job",
        lambda: st.button(
            f"Switch off {counted(missing, 'head')} one at a time",
            key="ablate_here",
            type="primary",
        ),
    )
    if not now:
        return
    measured = heads.now(
        f"Switching off {counted(missing, 'head')} one at a time …",
        lambda done, total: f"{done} of {total} heads",
    )
    if measured.warnings:  # the store could not keep the values
        measuring.keep_ablations(choice, whole, measured.values)
    st.rerun()
