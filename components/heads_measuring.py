"""From a choice to head scores: what is known, what follows at once, and what becomes a job."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components import explain, session
from components.heads_choice import Choice
from components.heads_scores import Scores
from engine.measures.head_bias import ablation_items, as_grid
from engine.spec import ModelSpec

# Texts times layers that are read forward and back while the reader waits; more become a job.
AT_ONCE = 2500
_BIAS, _ABLATIONS = "biascope_head_bias", "biascope_ablations"


def known(choice: Choice, spec: ModelSpec, ablated: bool) -> Scores | None:
    """Head scores of the untouched model as far as they are known; nothing is computed.

    Where there are none yet, this says so, or offers to have them measured.

    Args:
        ablated: whether the ablations are wanted too.
    """
    whole = spec.untouched()
    value = _bias(choice, whole)
    if value is None:
        _wait(choice, whole)
        return None
    if value["gradient"] is None:
        st.markdown(f":gray[{explain.plain(value['problem'])}]")
        return None
    manifest = session.manifest("head_bias", whole, choice.items, choice.bias_params())
    return Scores(value, manifest, _ablated(choice, whole, ablated))


def follow(choice: Choice, spec: ModelSpec) -> None:
    """Measure the scores where they are still missing, and draw the page again.

    Raises:
        BiascopeError: if the test cannot be measured on this model.
    """
    whole = spec.untouched()
    if _bias(choice, whole) is not None or _is_long(choice, whole):
        return
    pulse = st.empty()
    found = session.measure_aside(
        "head_bias", whole, choice.items, choice.bias_params(), pulse.empty
    )
    explain.warnings(found.warnings)
    _kept(_BIAS)[choice.key, whole] = found.values[0]
    pulse.empty()  # a reader on the way to another page goes there first
    st.rerun()


def _kept(name: str) -> dict[Any, Any]:
    """What this session has seen; the store may be unable to keep it."""
    kept: dict[Any, Any] = st.session_state.setdefault(name, {})
    return kept


def _bias(choice: Choice, whole: ModelSpec) -> dict[str, Any] | None:
    kept = _kept(_BIAS)
    if (choice.key, whole) not in kept:
        found = session.stored("head_bias", whole, choice.items, choice.bias_params())
        if found is None:
            return None
        kept[choice.key, whole] = found[0]
    value: dict[str, Any] = kept[choice.key, whole]
    return value


def _texts(choice: Choice) -> int:
    return len(choice.test.contexts or choice.test.words())


def _is_long(choice: Choice, whole: ModelSpec) -> bool:
    return _texts(choice) * session.facts(whole.checkpoint).layers > AT_ONCE


def _wait(choice: Choice, whole: ModelSpec) -> None:
    """Say that the scores are on their way, or what having them takes."""
    texts = f"{_texts(choice):,} texts"
    if _is_long(choice, whole):
        _offer_job(f"{choice.name}: bias scores of all heads", choice, whole, f"{texts} to read")
    else:
        st.caption(f"{texts} are being read forward and back; the colours follow.")


def _ablated(choice: Choice, whole: ModelSpec, wanted: bool) -> list[list[float | None]] | None:
    """Effect sizes with each head masked; looked up only where they are wanted, then kept."""
    kept = _kept(_ABLATIONS)
    if (choice.key, whole) in kept or not wanted:
        return kept.get((choice.key, whole))
    facts = session.facts(whole.checkpoint)
    items = ablation_items(facts.layers, facts.heads)
    values = session.stored_part("head_ablation", whole, items, choice.ablation_params())
    grid = as_grid([value and value["effect_size"] for value in values], facts.layers)
    done = sum(value is not None for value in values)
    if done == len(items):
        kept[choice.key, whole] = grid
    else:
        title = f"{choice.name}: each head masked in turn"
        told = f"{done} of {len(items)} heads measured"
        _offer_job(title, choice, whole, told, "--ablate", done=done)
    return grid


def _offer_job(
    title: str, choice: Choice, whole: ModelSpec, told: str, *more: str, done: int = 0
) -> None:
    """What has to be measured first, and the button that has it done in the background."""
    if session.heads_job(title, whole) is not None:
        st.caption("A job is at work; the sidebar says how far it is. The colours follow.")
        _watch(title, choice, whole, done if more else None)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Measure in the background",
            key=f"job_{title}",
            on_click=session.submit_heads,
            args=(title, whole, choice.arguments(*more), choice.files),
        )
        st.caption(f"{explain.plain(title)}. {told}.")


def _watch(title: str, choice: Choice, whole: ModelSpec, shown: int | None) -> None:
    """Redraw the page when the job has ended, or clearly more ablations to show."""
    facts = session.facts(whole.checkpoint)
    items = ablation_items(facts.layers, facts.heads)

    @st.fragment(run_every=3)
    def look() -> None:
        if session.heads_job(title, whole) is None:
            st.rerun()
        if shown is not None:
            have = session.known("head_ablation", whole, items, choice.ablation_params())
            if len(have) > shown * 1.2 + 5:
                st.rerun()

    look()
