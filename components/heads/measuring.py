"""From a choice to head scores: what is known, what is measured at once, what becomes a job."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.scores import Scores
from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec
from engine.measures.heads.bias import ablation_items, as_grid
from engine.measures.heads.value import HeadSentenceValue

# Texts times layers that are analysed while the user waits; more become a job.
AT_ONCE = 2500
MANY_HEADS = 300  # heads of a model from which a sentence is measured on a button only
_MOST_KEPT = 32  # grids


def known(
    choice: Choice, spec: ModelSpec, ablated: bool, own: OwnSentence | None = None
) -> Scores | None:
    """Head scores of the original model as far as they are known; nothing is computed.

    Where there are none yet, this says so, or offers to have them measured.

    Args:
        ablated: whether the ablations are wanted too.
        own: the user's sentence, where the effect of each head on it is wanted too.
    """
    whole = spec.unmasked()
    value = bias(choice, whole)
    if value is None:
        _wait(choice, whole)
        return None
    if value["gradient"] is None:
        st.markdown(f":gray[{explain.plain(value['problem'])}]")
        return None
    manifest = session.manifest("head_bias", whole, choice.items, choice.bias_params())
    in_sentence = None if own is None else _in_sentence(own, whole)
    return Scores(value, manifest, _ablated(choice, whole, ablated), in_sentence)


def _in_sentence(own: OwnSentence, whole: ModelSpec) -> HeadSentenceValue | None:
    """The user's two words with each head masked in turn; None where they cannot be compared.

    A sentence is short enough to be measured at once, but for a model with very many heads.
    """
    kept = _kept(session.state.HEAD_SENTENCES)
    key = (own, whole)
    found: HeadSentenceValue | None = kept.get(key)
    if found is not None:
        return found
    facts = session.facts(whole)
    heads = facts.layers * facts.heads
    if heads > MANY_HEADS and not st.button(f"Mask each of {heads} heads in your sentence"):
        return None
    try:
        with st.spinner("Masking each head in your sentence …", show_time=False):
            measured = session.measure("head_sentence", whole, [own.item()], {})
    except InputTextError as error:
        st.caption(f":material/info: {explain.plain(str(error))}")
        return None
    explain.warnings(measured.warnings)
    found = kept[key] = measured.values[0]
    if heads > MANY_HEADS:
        st.rerun()  # without the button
    return found


def follow(choice: Choice, spec: ModelSpec) -> None:
    """Measure the scores where they are still missing, and draw the page again."""
    whole = spec.unmasked()
    if bias(choice, whole) is not None or _is_long(choice, whole):
        return
    pulse = st.empty()
    found = session.measure_in_thread(
        "head_bias", whole, choice.items, choice.bias_params(), pulse.empty
    )
    explain.warnings(found.warnings)
    _kept(session.state.HEAD_BIAS)[choice.key, whole] = found.values[0]
    pulse.empty()  # a user on the way to another page goes there first
    st.rerun()


def _kept(name: str) -> session.state.Newest[Any]:
    """What this session has seen; the store may be unable to keep it."""
    return session.state.newest(name, _MOST_KEPT)


def bias(choice: Choice, whole: ModelSpec) -> dict[str, Any] | None:
    """Value of `head_bias` as far as it is known; nothing is computed."""
    kept = _kept(session.state.HEAD_BIAS)
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
    return _texts(choice) * session.facts(whole).layers > AT_ONCE


def _wait(choice: Choice, whole: ModelSpec) -> None:
    """Say that the scores are on their way, or what having them takes."""
    texts = f"{_texts(choice):,} texts"
    if not _is_long(choice, whole):
        st.caption(f"{texts} are being analysed; colours appear when done.")
        return
    title = f"{choice.name}: bias scores of all heads"
    command = choice.command().for_model(whole)
    params = choice.bias_params()
    work = Work(
        {title: command}, 1, 0, lambda: len(session.known("head_bias", whole, choice.items, params))
    )
    _offer_job(work, f"{explain.plain(title)}. {texts} to read.")


def ablations(choice: Choice, whole: ModelSpec) -> list[dict[str, Any] | None]:
    """Values of `head_ablation` of all heads, None where not measured yet."""
    kept = _kept(session.state.ABLATIONS)
    known: list[dict[str, Any] | None] | None = kept.get((choice.key, whole))
    if known is not None:
        return known
    facts = session.facts(whole)
    items = ablation_items(facts.layers, facts.heads)
    values = session.heads.stored_part("head_ablation", whole, items, choice.ablation_params())
    if all(value is not None for value in values):
        keep_ablations(choice, whole, values)
    return values


def keep_ablations(choice: Choice, whole: ModelSpec, values: list[dict[str, Any] | None]) -> None:
    """Have `ablations` give these values, which the store may have been unable to keep."""
    _kept(session.state.ABLATIONS)[choice.key, whole] = values


def _ablated(choice: Choice, whole: ModelSpec, wanted: bool) -> list[list[float | None]] | None:
    """Effect sizes with each head masked; looked up only where they are wanted, then kept."""
    if not wanted and (choice.key, whole) not in _kept(session.state.ABLATIONS):
        return None
    grid, missing = ablation_grid(choice, whole)
    if missing:
        heads = sum(map(len, grid))
        work = ablation_work(choice, whole, heads - missing)
        (title,) = work.commands
        _offer_job(work, f"{explain.plain(title)}. {heads - missing} of {heads} heads measured.")
    return grid


def ablation_grid(choice: Choice, whole: ModelSpec) -> tuple[list[list[float | None]], int]:
    """Signed d with each head masked, as far as it is known.

    Returns:
        [layer][head], None where not measured or undefined; and how many are not measured.
    """
    values = ablations(choice, whole)
    sizes = [None if value is None else value["effect_size"] for value in values]
    missing = sum(value is None for value in values)
    return as_grid(sizes, session.facts(whole).layers), missing


def ablation_work(choice: Choice, whole: ModelSpec, shown: int) -> Work:
    """Measuring each head masked alone.

    Args:
        shown: heads that the page shows the effect of.
    """
    facts = session.facts(whole)
    items, params = ablation_items(facts.layers, facts.heads), choice.ablation_params()
    return Work(
        {f"{choice.name}: each head masked in turn": choice.command("--ablate").for_model(whole)},
        len(items),
        shown,
        lambda: len(session.known("head_ablation", whole, items, params)),
    )


def _offer_job(work: Work, status: str) -> None:
    (title,) = work.commands
    background.offer(work, status, "Measure in the background", f"job_{title}")
