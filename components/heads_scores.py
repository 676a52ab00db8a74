"""Numbers per head that colour the grid: bias scores, ablations, and what tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, session
from components.head_grid import Wording
from components.heads_choice import Choice
from engine.measures.head_bias import ablation_items, as_grid
from engine.measures.head_frame import head_frame
from engine.measures.head_runs import bottom_heads
from engine.spec import HeadRef, ModelSpec

# Texts times layers that are read forward and back while the reader waits; more become a job.
AT_ONCE = 2500
OUTLINED = 5
_KEPT = "biascope_ablations"

GRADIENT, ABLATION, GAP, SHARE = "gradient", "ablation", "gap", "share"


@dataclass(frozen=True)
class Colour:
    """One number per head that the grid can show.

    Args:
        column: of the table of heads.
        title: the grid's name.
        option: its name in the list.
    """

    column: str
    title: str
    option: str
    wording: Wording
    unit: str = ""
    ablated: bool = False


_OUTLINED = "the five most negative bias scores"
COLOURS = {
    GRADIENT: Colour(
        "bias_score",
        "Bias score per head",
        "bias score (gradient)",
        Wording("masking it should lower the bias", "raise it", _OUTLINED),
    ),
    ABLATION: Colour(
        "ablation",
        "|d| lost when the head is masked",
        "ablation",
        Wording("masking it lowers the bias", "raises it", _OUTLINED),
        ablated=True,
    ),
    GAP: Colour(
        "gap",
        "Ablation minus bias score",
        "ablation minus bias score",
        Wording("masking does more than the score says", "less", _OUTLINED),
        ablated=True,
    ),
    SHARE: Colour(
        "share",
        "Share of all bias scores, sign left out",
        "share of all scores",
        Wording("larger share", "", _OUTLINED),
        unit="%",
    ),
}


@dataclass(frozen=True, eq=False)
class Scores:
    """Head scores of one untouched model.

    Args:
        value: of the measure `head_bias`.
        ablated: [layer][head], signed d with that head masked; None where not measured.
    """

    value: dict[str, Any]
    manifest: dict[str, Any]
    ablated: list[list[float | None]] | None

    @property
    def gradient(self) -> list[list[float]]:
        """[layer][head], bias scores."""
        return self.value["gradient"]

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row a head."""
        return head_frame(self.gradient, self.value["effect_size"], self.ablated)

    def grid(self, colour: Colour) -> list[list[float | None]]:
        """[layer][head], the numbers of one colouring."""
        numbers = [
            None if pd.isna(number) else float(number) for number in self.frame[colour.column]
        ]
        return as_grid(numbers, len(self.gradient))

    def outlined(self) -> tuple[HeadRef, ...]:
        """The most negative heads, as far as they are negative."""
        lowest = bottom_heads(self.gradient, OUTLINED)
        return tuple(ref for ref in lowest if self.gradient[ref.layer][ref.head] < 0)

    def described(self) -> list[list[str]]:
        """[layer][head], what hovering says beside the number."""
        count = len(self.frame)
        told = [
            f"rank {row['rank']} of {count}"
            + ("" if pd.isna(row["ablation"]) else f", d {row['ablated_effect_size']:+.3f} masked")
            for row in self.frame.to_dict("records")
        ]
        width = len(self.gradient[0])
        return [told[start : start + width] for start in range(0, count, width)]


def measured(choice: Choice, spec: ModelSpec, facts: session.Facts, colour: str) -> Scores | None:
    """Head scores of the untouched model; None while they are not there, and says why.

    Raises:
        BiascopeError: if the test cannot be measured on this model.
    """
    whole = spec.untouched()
    texts = choice.test.contexts or choice.test.words()
    there = session.known("head_bias", whole, choice.items, choice.bias_params())
    if not there and len(texts) * facts.layers > AT_ONCE:
        _offer_job(
            f"{choice.name}: bias scores of all heads", choice, whole, f"{len(texts):,} texts"
        )
        return None
    with st.spinner(f"Reading {len(texts):,} texts forward and back …"):
        found = session.measure("head_bias", whole, choice.items, choice.bias_params())
    explain.warnings(found.warnings)
    value = found.values[0]
    if value["gradient"] is None:
        st.markdown(f":gray[{explain.plain(value['problem'])}]")
        return None
    return Scores(value, found.manifest, _ablated(choice, whole, facts, COLOURS[colour].ablated))


def _ablated(
    choice: Choice, whole: ModelSpec, facts: session.Facts, wanted: bool
) -> list[list[float | None]] | None:
    """Effect sizes with each head masked; asked for only where they are wanted, then kept."""
    kept: dict[Any, list[list[float | None]]] = st.session_state.setdefault(_KEPT, {})
    key = (choice.key, whole)
    if key in kept or not wanted:
        return kept.get(key)
    items = ablation_items(facts.layers, facts.heads)
    values = session.stored_part("head_ablation", whole, items, choice.ablation_params())
    grid = as_grid(
        [None if value is None else value["effect_size"] for value in values], facts.layers
    )
    missing = sum(value is None for value in values)
    if not missing:
        kept[key] = grid
        return grid
    _offer_job(
        f"{choice.name}: each head masked in turn",
        choice,
        whole,
        f"{len(items) - missing} of {len(items)} heads",
        "--ablate",
        done=len(items) - missing,
    )
    return grid


def _offer_job(
    title: str, choice: Choice, whole: ModelSpec, amount: str, *more: str, done: int = 0
) -> None:
    """What has to be measured first, and the button that has it done in the background."""
    if session.heads_job(title, whole) is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Measure in the background",
                key=f"job_{title}",
                on_click=session.submit_heads,
                args=(title, whole, choice.arguments(*more), choice.files),
            )
            st.caption(
                f"{explain.plain(title)} ({amount} so far)." if more else f"{amount} to read."
            )
        return
    st.caption(f"{amount}. A job is at work; see the sidebar. The colours follow by themselves.")
    _watch(title, choice, whole, more, done)


def _watch(title: str, choice: Choice, whole: ModelSpec, more: Sequence[str], shown: int) -> None:
    """Redraw the page when the job has clearly more to show, or has ended."""

    @st.fragment(run_every=3)
    def look() -> None:
        if session.heads_job(title, whole) is None:
            st.rerun()
        if not more:
            return
        first = choice.ablation_params()
        items = ablation_items(*_shape(whole))
        if len(session.known("head_ablation", whole, items, first)) > shown * 1.2 + 5:
            st.rerun()

    look()


def _shape(spec: ModelSpec) -> tuple[int, int]:
    facts = session.facts(spec.checkpoint)
    return facts.layers, facts.heads
