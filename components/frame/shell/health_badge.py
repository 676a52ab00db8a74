"""The badge of the health check in the model bar.

Grey until the model is checked. With heads masked it shows the check of the masked model, which
is made where a page needs it; until then it is grey again, for what held before the heads were
masked need not hold now.
"""

from __future__ import annotations

from typing import Any, Literal

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import interval_text, whole_percent
from engine.core.spec import ModelSpec

_CHECK = (
    "The health check asks whether scores of this model can mean anything: it fills or continues "
    "plain cloze sentences and reads plain English. It says nothing about bias."
)
_LABELS: dict[str, tuple[str, Literal["green", "yellow", "red"]]] = {
    "green": ("passes basic checks", "green"),
    "amber": ("weak", "yellow"),
    "red": ("refused", "red"),
}


def draw(spec: ModelSpec) -> None:
    """Draw the badge of one model."""
    if spec.masked_heads:
        _of_masked(spec)
    else:
        _of_unmodified(spec)


def _of_unmodified(spec: ModelSpec) -> None:
    """The badge of the checkpoint; looks again by itself while the check is running."""
    waiting = session.health(spec) is None

    @st.fragment(run_every=1.5 if waiting else None)
    def badge() -> None:
        health = session.health(spec)
        if health is None:
            st.badge("checking …", color="gray", help=explain.plain(_CHECK))
            return
        if waiting:
            st.rerun()  # ends the polling, and lets the page show its caveats
        _badge(health, _CHECK)

    badge()


def _of_masked(spec: ModelSpec) -> None:
    unmodified, masked = session.health(spec.unmasked()), session.masked_health(spec)
    before = "" if unmodified is None else f"With no head masked: {_details(unmodified)}"
    if unmodified is not None and unmodified["status"] == "red":
        _badge(unmodified, "")
    elif masked is not None:
        _badge(masked, "With the masked heads:", before)
    else:
        text = f"{_CHECK} With these heads masked it is checked again on the Heads page. {before}"
        st.badge("not checked with this mask", color="gray", help=explain.plain(text))


def _badge(health: dict[str, Any], intro: str, more: str = "") -> None:
    label, colour = _LABELS[health["status"]]
    st.badge(label, color=colour, help=explain.plain(f"{intro} {_details(health)} {more}"))


def _details(health: dict[str, Any]) -> str:
    """The reasons of a status, and the values that it rests on."""
    sentences = list(health["reasons"])
    if health.get("cloze_accuracy") is not None:
        bounds = [100 * bound for bound in health["cloze_interval"]]
        causal = health.get("perplexity") is not None
        verb = "Continued" if causal else "Guessed"
        name, value = ("perplexity", "perplexity") if causal else ("pseudo-perplexity", "pppl")
        sentences.append(
            f"{verb} correctly first time: {whole_percent(health['cloze_accuracy'])} of "
            f"{health['cloze_items']} plain cloze sentences ({interval_text(bounds, '.0f')}); "
            f"{name} of plain sentences {health[value]:.1f}."
        )
    return " ".join(sentences)
