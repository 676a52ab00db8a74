"""From a choice to head scores: what is known, what is measured at once, what becomes a job."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.frame.widgets.items import Items
from components.heads import direct_path
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.scores import PATH, SENTENCE, Colour, HeadScores
from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.measures.heads.bias import as_grid
from engine.measures.heads.mask_metrics import MaskMetric, mask_metrics
from engine.measures.heads.value import HeadSentenceValue

MANY_HEADS = 300  # heads of a model from which a sentence is measured on a button only
_MOST_KEPT = 32  # grids


def head_scores(
    choice: Choice, spec: ModelSpec, colour: Colour, own: OwnSentence, place: DeltaGenerator
) -> HeadScores | None:
    """Head scores of the original model as far as they are known; no bias score is computed.

    Where there are none yet, this says so, or offers to have them measured.

    Args:
        colour: says whether the ablations or the effects on the user's sentence are wanted too.
        place: an empty element, where it is said; it stays empty where there is nothing to say, as
            an empty container would keep the text of the run before until this one ends.
    """
    whole = spec.unmasked()
    bias = known_bias(choice, whole)
    if bias is None:
        with place.container():
            _wait(choice, whole)
        return None
    if bias["gradient"] is None:
        place.markdown(f":gray[{explain.plain(bias['problem'])}]")
        return None
    ablated = None
    if colour.ablated or (choice.key, whole) in _kept(session.state.ABLATIONS):
        ablated, missing = ablation_grid(choice, whole)
        if missing:
            heads = sum(map(len, ablated))
            work = ablation_work(choice, whole, heads - missing)
            (title,) = work.commands
            status = f"{explain.plain(title)}. {heads - missing} of {heads} heads measured."
            with place.container():
                _offer_job(work, status)
    in_sentence = _in_sentence(own, whole, place) if colour.name == SENTENCE else None
    path = direct_path.of_sentence(own, whole, place) if colour.name == PATH else None
    return HeadScores(bias, session.manifest(*choice.bias(whole)), ablated, in_sentence, path)


def _in_sentence(
    own: OwnSentence, whole: ModelSpec, place: DeltaGenerator
) -> HeadSentenceValue | None:
    """The user's two words with each head off in turn; None where they cannot be compared."""
    found: HeadSentenceValue | None = _kept(session.state.HEAD_SENTENCES).get((own, whole))
    if found is not None:
        return found
    with place.container():
        return _measured_in_sentence(own, whole)


def _measured_in_sentence(own: OwnSentence, whole: ModelSpec) -> HeadSentenceValue | None:
    """The same, measured now: a sentence is short enough, but for a model with very many heads."""
    facts = session.facts(whole)
    heads = facts.layers * facts.heads
    if heads > MANY_HEADS and not st.button(f"Switch off each of {heads} heads in your sentence"):
        return None
    try:
        with st.spinner("Switching off each head in your sentence …", show_time=False):
            measured = session.measure("head_sentence", whole, [own.item()], {})
    except InputTextError as error:
        st.caption(f":material/info: {explain.plain(str(error))}")
        return None
    explain.warnings(measured.warnings)
    found: HeadSentenceValue = measured.values[0]
    _kept(session.state.HEAD_SENTENCES)[own, whole] = found
    if heads > MANY_HEADS:
        st.rerun()  # without the button
    return found


def complete(choice: Choice, spec: ModelSpec) -> None:
    """Measure the scores that were missing when the page was drawn, and draw it again.

    Another session may have measured them since: they are only read then.
    """
    whole = spec.unmasked()
    if _is_long(choice, whole):
        return
    pulse = st.empty()
    found = session.measure_in_thread(*choice.bias(whole), pulse.empty)
    explain.warnings(found.warnings)
    _kept(session.state.HEAD_BIAS)[choice.key, whole] = found.values[0]
    pulse.empty()  # a user on the way to another page goes there first
    st.rerun()


def _kept(name: str) -> session.state.Newest[Any]:
    """What this session has seen; the store may be unable to keep it."""
    return session.state.newest(name, _MOST_KEPT)


def known_bias(choice: Choice, whole: ModelSpec) -> dict[str, Any] | None:
    """Value of `head_bias` as far as it is known; nothing is computed."""
    kept = _kept(session.state.HEAD_BIAS)
    if (choice.key, whole) not in kept:
        found = session.stored(*choice.bias(whole))
        if found is None:
            return None
        kept[choice.key, whole] = found[0]
    value: dict[str, Any] = kept[choice.key, whole]
    return value


def _is_long(choice: Choice, whole: ModelSpec) -> bool:
    return session.heads.takes_long(choice.test, session.facts(whole).layers)


def _wait(choice: Choice, whole: ModelSpec) -> None:
    """Say that the scores are on their way, or what having them takes."""
    if not _is_long(choice, whole):
        st.caption(
            f"{counted(choice.texts, 'text', 'are')} being analysed; colours appear when done."
        )
        return
    title = f"{choice.name}: bias scores of all heads"
    work = Items(*choice.bias(whole)).work(title, choice.command().for_model(whole), 0)
    _offer_job(work, f"{explain.plain(title)}. {counted(choice.texts, 'text')} to read.")


def _offer_job(work: Work, status: str) -> None:
    (title,) = work.commands
    background.offer(work, status, "Measure in the background", f"job_{title}")


# --- ablations ----------------------------------------------------------------------------
# The effect size with each head masked alone.


def ablation(choice: Choice, whole: ModelSpec) -> Items:
    """What is asked of every head."""
    facts = session.facts(whole)
    return Items(*choice.ablation(whole, facts.layers, facts.heads))


def ablation_grid(choice: Choice, whole: ModelSpec) -> tuple[list[list[float | None]], int]:
    """Signed d with each head masked, as far as it is known.

    Returns:
        [layer][head], None where not measured or undefined; and how many are not measured.
    """
    values = _kept(session.state.ABLATIONS).get((choice.key, whole))
    if values is None:
        facts = session.facts(whole)
        values = session.heads.stored_part(*choice.ablation(whole, facts.layers, facts.heads))
        if None not in values:
            keep_ablations(choice, whole, values)
    sizes = [None if value is None else value["effect_size"] for value in values]
    return as_grid(sizes, session.facts(whole).layers), values.count(None)


def keep_ablations(choice: Choice, whole: ModelSpec, values: list[dict[str, Any] | None]) -> None:
    """Have `ablation_grid` give these values, which the store may have been unable to keep."""
    _kept(session.state.ABLATIONS)[choice.key, whole] = values


def ablation_work(choice: Choice, whole: ModelSpec, shown: int) -> Work:
    """Measuring each head masked alone.

    Args:
        shown: heads that the page shows the effect of.
    """
    command = choice.command("--ablate").for_model(whole)
    title = f"{choice.name}: each head switched off in turn"
    return ablation(choice, whole).work(title, command, shown)


# --- metrics ------------------------------------------------------------------------------
# What masks are judged by, in the panel and in the curves.


def judged_by(choice: Choice, kind: str) -> dict[str, MaskMetric]:
    """The metrics of a kind of model, by name."""
    return _judged_by(choice.key, kind, choice)


@st.cache_resource(show_spinner=False, max_entries=16)
def _judged_by(key: str, kind: str, _choice: Choice) -> dict[str, MaskMetric]:
    """Cached, because reading their texts at every click would be slow."""
    seed, most, words = _choice.seed, _choice.max_contexts, _choice.halves.targets
    return mask_metrics(_choice.item, _choice.pooling, kind, seed, most, words)
