"""The neutral control beside the score: the swapped words alone, in sentences that say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present.comparison import UNCLEAR, preference, preference_text
from components.frame.present.numbers import interval_text, p_text
from components.frame.shell.model_bar import Subject
from components.frame.widgets.items import Items
from components.pairs import headline, scoring
from components.pairs.controls import Choice
from engine.core.wording import counted, part_of
from engine.measures.pairs.comparison import control_pairs, control_summary
from engine.measures.pairs.frame import pair_frame, tie_band
from engine.measures.pairs.variants import variant_of
from engine.measures.pairs.verdict import FEWEST

MOST = 600  # pairs that the control is built from on screen
_KEPT = 12
NONE = "No neutral control can be built: these pairs have no simple swap of words."


def draw_control_pairs(choice: Choice, subject: Subject) -> None:
    """The control's score, or the button that has it scored."""
    kept = session.state.newest(session.state.SCORED_CONTROLS, _KEPT)
    key = scoring.key_of(choice, subject)
    found: dict[str, Any] | None = kept.get(key)
    if found is None:
        pairs = control_pairs(choice.pairs.head(MOST))
        if pairs.empty:
            st.markdown(f":gray[{NONE}]")
            return
        asked = scoring.asked_of(pairs, choice, subject)
        if len(asked.known()) < len(asked) and not _is_wanted(pairs):
            return
        found = kept[key] = _scored(asked, pairs, choice)
    st.markdown(f":gray[{control_in_words(found)}{_partial(choice)}]")


def _is_wanted(pairs: pd.DataFrame) -> bool:
    """Draw the button; whether it is pressed, and so gone."""
    slot = st.empty()
    pressed = slot.button(
        "Score the neutral control",
        key="control",
        help=f"{counted(len(pairs), 'short sentence pair')} with only the swapped words, in "
        "sentences that say nothing about anyone.",
    )
    if pressed:
        slot.empty()
    return pressed


def _scored(asked: Items, pairs: pd.DataFrame, choice: Choice) -> dict[str, Any]:
    variant = variant_of(choice.variant)
    frame = pair_frame(pairs, scoring.score_now(asked).values, variant, choice.reduction)
    return control_summary(frame, tie_band(variant, choice.reduction))


def control_in_words(summary: Mapping[str, Any]) -> str:
    """What the control shows, in two sentences."""
    n = summary["n"]
    if not n:
        return "None of the neutral control pairs could be scored."
    preferred = round(summary["score"] * n / 100)
    if n < FEWEST:
        return (
            f"Neutral control: {part_of(preferred, n, 'word swap', 'go')} the stereotyping way; at "
            f"least {FEWEST} swaps are needed for a share."
        )
    return (
        f"Neutral control, only the swapped words in sentences that say nothing: "
        f"**{summary['score']:.1f}%** of {counted(n, 'word swap')} "
        f"({interval_text(summary['interval'], '.1f')}, "
        f"{p_text(summary['p'])} against 50%): {preference_text(summary)}.{_smallest(summary)} The "
        "closer it is to the score above, the more of that score the words alone can explain."
    )


def _smallest(summary: Mapping[str, Any]) -> str:
    if preference(summary) != UNCLEAR or summary["ties"] == summary["n"]:
        return ""
    return f" {headline.smallest(summary, 'swap')}"


def _partial(choice: Choice) -> str:
    if len(choice.pairs) <= MOST:
        return ""
    return (
        f" Built from the first {MOST:,} of {len(choice.pairs):,} pairs; the command-line option "
        "--control uses all of them."
    )
