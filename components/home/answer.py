"""The result on the Home page: likely words, and a plain statement about he and she.

Neither Plotly nor pandas is needed: the bars are there with the heading.
"""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import comparison, explain, first_screen
from components.frame.present.words import shown_words
from components.frame.shell.model_bar import Subject
from components.frame.shell.pages import with_card
from components.frame.shell.subject import LONGEST_TEXT, PROBE_TEXT
from components.frame.widgets import beside, examples
from components.frame.widgets.likely_words import likely_words
from engine.core.errors import BiascopeError
from engine.core.mask_token import first_gap_note
from engine.first_sight.examples import CONTRASTS, HOME_PARAMS, fitting, form_for
from engine.measures.completion.group_completion import SLOT
from engine.server import shared

OFFERED = tuple(CONTRASTS)[:3]  # what fits one line
WAITING = "## Computing which words the model expects …"  # in the place of the claim
_KEY = "sentence"
_ROWS: int = HOME_PARAMS["top_k"]
_LIMITS = (
    "One sentence is an example, not a measurement: another word, or only a full stop, may change "
    "the answer. It shows associations in text, not beliefs. "
    "Percentages are shares of the model's whole vocabulary, so the bars need not add up to 100%."
)


def sentence_box(kind: str, settings: DeltaGenerator) -> str:
    """The sentence and its examples, in the form for a kind of model.

    Args:
        settings: takes the examples.
    """
    examples.follow_model(_KEY, next(iter(CONTRASTS)), CONTRASTS, kind)
    text = st.text_input(
        "Sentence",
        value=next(iter(CONTRASTS)),
        key=_KEY,
        bind="query-params",
        persist_state="session",
        max_chars=LONGEST_TEXT,
        on_change=_share_with_probe,
        help=examples.help_for(kind),
    )
    with settings.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption("Other sentences", width="content")
        for example in fitting(kind, OFFERED):
            st.button(
                f":small[:gray[{explain.plain(example)}]]",
                key=f"example_{example}",
                type="tertiary",
                on_click=_take,
                args=(example,),
            )
    return text or ""


def _take(example: str) -> None:
    st.session_state[_KEY] = example
    _share_with_probe()


def _share_with_probe() -> None:
    """The Probe page opens with the sentence the user chose here."""
    st.session_state[PROBE_TEXT] = st.session_state[_KEY]


def draw_home_answer(subject: Subject, other: Subject | None, text: str) -> None:
    """The answer in a sentence, its bars, and the sentence that an example is contrasted with."""
    if SLOT in text:
        _compare_groups(text)
        return
    warned, place = st.container(), st.empty()
    with place.container(gap="small"):
        told, chart, contrasted = st.empty(), st.empty(), st.container()
    items = [{"text": text}]
    try:
        with told.container():
            # Loading the model may take seconds, and the last sentence's answer is not this one's.
            if not _is_known([subject, *([other] if other else [])], items):
                with chart:
                    likely_words([], _ROWS, "home_waiting")
                st.markdown(WAITING, anchors=False)
            # Warnings stay, and what is drawn here does not.
            with warned:
                measurements = beside.measure_both("completion", subject, other, items, HOME_PARAMS)
    except BiascopeError:
        place.empty()  # the reason takes it
        raise
    shown = [entry for entry, _ in measurements]
    values = [measurement.values[0] for _, measurement in measurements]
    words = [
        shown_words(value["predictions"][0], entry.facts.uncased)
        for entry, value in zip(shown, values, strict=True)
    ]
    with chart.container(gap="xsmall"):
        if len(shown) == 2:
            beside.names(shown)
        likely_words(words, _ROWS, "home_bars")
        beside.bars_remarks(shown, values, 0)
        if (masks := len(values[-1]["predictions"])) > 1:
            blanks = "both blanks" if masks == 2 else f"all {masks} blanks"
            st.caption(f"The Probe page shows the words of {blanks}.")
    with told.container():
        beside.draw_reading_notes(shown, [text])
        first_screen.draw_claim(_claim(shown, values), limits=_LIMITS)
    if other_text := _contrasted(text, subject.facts.kind):
        with contrasted:
            _contrast(shown, other_text)


def _claim(shown: list[Subject], values: list[dict[str, Any]]) -> str:
    """What the model expects, with what the one compared with does (markdown)."""
    said = comparison.claim(
        values[-1]["targets"], values[-1]["predictions"][0], shown[-1].facts.uncased
    )
    if len(shown) > 1:
        other = statement(values[0], shown[0].facts.uncased)
        said = comparison.claim_beside(said, shown[0].label, other)
    gaps = len(values[-1]["predictions"])
    return f"{said} {first_gap_note(gaps)}" if gaps > 1 else said


def _compare_groups(text: str) -> None:
    """A template for groups is for Probe; here it would be read as it is written."""
    st.markdown(f"`{SLOT}` compares groups of people on the Probe page.")
    st.session_state[PROBE_TEXT] = text  # also where the sentence came from the address
    st.page_link("pages/probe.py", label="Compare groups on Probe", icon=":material/arrow_forward:")


def _is_known(asked: list[Subject], items: list[dict[str, str]]) -> bool:
    """Whether the bars come from the store, so at once."""
    return all(session.known("completion", entry.spec, items, HOME_PARAMS) for entry in asked)


def _contrasted(text: str, kind: str) -> str | None:
    """The sentence that an example is contrasted with; None for a text of the user's own."""
    forms = {form_for(kind, example): form_for(kind, other) for example, other in CONTRASTS.items()}
    return forms.get(text)


def _contrast(shown: list[Subject], text: str) -> None:
    """The same statement about the other sentence; in `shown` the compared model comes first."""
    items = [{"text": text}]
    statements = [
        statement(
            session.measure("completion", entry.spec, items, HOME_PARAMS).values[0],
            entry.facts.uncased,
        )
        for entry in shown
    ]
    contrast = f"For comparison, “{explain.plain(text)}”: {statements[-1]}"
    if len(shown) == 2:
        contrast += f"; {explain.plain(shown[0].label)}: {statements[0]}"
    st.markdown(f":gray[{contrast}.]")


def statement(value: dict[str, Any], uncased: bool = False) -> str:
    """What the model expects at the first mask, in a few plain words (markdown).

    Args:
        value: a completion with the targets he and she.
        uncased: whether the tokenizer knows lower case only.
    """
    return comparison.statement(value["targets"], value["predictions"][0], uncased)


_CARDS_IN_A_ROW = 3
OWN_MODEL = (
    ":gray[Enter a Hugging Face model id (such as bert-base-uncased) or a folder under *Model* "
    "in the sidebar.]"
)


def ways_on() -> None:
    """Every page as a card with what it is for; the last card is about an own model.

    A shared server opens no model of its users', so it has no such card.
    """
    pages = with_card()
    with st.container(key="cards_of_pages"):
        columns = [
            column
            for _ in range(0, len(pages) + 1, _CARDS_IN_A_ROW)
            for column in st.columns(_CARDS_IN_A_ROW)
        ]
    for column, page in zip(columns, pages, strict=False):
        with column.container(border=True, height="stretch", gap="xsmall"):
            st.markdown(f"**{page.action}**")
            st.markdown(f":gray[{page.summary}]")
            st.page_link(page.path, icon=":material/arrow_forward:")
            if page.also is not None:
                label, icon, settings = page.also
                st.page_link(page.path, label=label, icon=icon, query_params=dict(settings))
    if shared.is_shared():
        return
    with columns[len(pages)].container(border=True, height="stretch", gap="xsmall"):
        st.markdown("**Use your own model**")
        st.markdown(OWN_MODEL)
