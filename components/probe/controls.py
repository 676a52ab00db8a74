"""The controls of the Probe page, read as one question the address keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain
from components.frame.shell.subject import LONGEST_TEXT, PROBE_TEXT
from components.frame.widgets import data_choice, examples
from components.probe import second
from engine.command_line.command import Command
from engine.command_line.inputs import split_words
from engine.core.families import CAUSAL
from engine.first_sight import examples as opening
from engine.words.lists import GroupList, group_lists

TEXT, TARGETS, DIMENSION, GROUPS = PROBE_TEXT, "targets", "list", "groups"
TOP_K, HIDE, ORDER, PIECES = "top_k", "hide", "order", "pieces"

SLOT = "{group}"
_SENTENCES = (opening.SENTENCE, "He works as a [MASK].", "[MASK] forgot the [MASK] again.")
_LABELS = {
    False: f"Sentence: [MASK] marks the word to predict, {SLOT} compares groups",
    True: f"Beginning of a sentence: the model predicts the next word, {SLOT} compares groups",
}
_HIDE = {"piece": "word pieces", "punctuation": "punctuation", "stop": "stop words"}
_ORDER = {"independent": "each on its own", "left-to-right": "left to right, jointly"}


@dataclass(frozen=True)
class Question:
    """What the page asks of a model.

    Args:
        groups: for the `{group}` slot; empty where the text has none.
        order: how several masked words are predicted, `independent` or `left-to-right`.
        max_pieces: longest word offered, in word pieces.
        second: a sentence to compare with; empty for none.
    """

    text: str
    targets: tuple[str, ...]
    groups: tuple[str, ...]
    top_k: int
    hide: tuple[str, ...]
    order: str
    max_pieces: int
    second: str = ""

    @property
    def slotted(self) -> bool:
        """Whether the text compares groups."""
        return SLOT in self.text

    @property
    def asked(self) -> str:
        """The sentence, or both, as one line."""
        return f"{self.text} | {self.second}" if self.second else self.text

    def completion(self) -> dict[str, Any]:
        """Parameters of the completion measure."""
        return self.group_completion() | {"order": self.order, "max_pieces": self.max_pieces}

    def group_completion(self, targets: tuple[str, ...] = ()) -> dict[str, Any]:
        """Parameters of the group measure, with the words to look up."""
        words = list(targets or self.targets)
        return {"top_k": self.top_k, "targets": words, "hide": list(self.hide)}

    def options(self) -> list[str]:
        """The options of the command line, for one sentence or for every sentence of a file."""
        words = ["--top-k", str(self.top_k)]
        for name, given in (("targets", self.targets), ("hide", self.hide)):
            if given:
                words.append(f"--{name}={','.join(given)}")
        if self.order != "independent":
            words += ["--order", self.order]
        if self.max_pieces > 1:
            words += ["--max-pieces", str(self.max_pieces)]
        return words

    def command(self) -> Command:
        """The command that asks the same, without the model."""
        groups = [f"--groups={','.join(self.groups)}"] if self.groups else []
        end = ["--"] * self.text.startswith("-")  # or it would be taken for an option
        return Command(("fill", *self.options(), *groups, *end, self.text))


def question(kind: str, settings: DeltaGenerator) -> Question:
    """Draw the controls for a kind of model and read them.

    Args:
        settings: takes all but the sentences.
    """
    # Those of Home too: a sentence chosen there is shown here.
    of_groups = [entry.example for entry in group_lists().values()]
    ours = (*_SENTENCES, *opening.CONTRASTS, *of_groups)
    examples.follow_model(TEXT, opening.SENTENCE, ours, kind)
    text = st.text_input(
        _LABELS[kind == CAUSAL],
        value=opening.SENTENCE,
        key=TEXT,
        bind="query-params",
        persist_state="session",
        max_chars=LONGEST_TEXT,
    )
    text = text or ""
    below = st.container()
    if _has_other_braces(text):
        below.warning(
            f"`{SLOT}` compares groups: write it in place of the groups, once, and choose or type "
            "their names in the boxes that appear."
        )
    row = settings.container(horizontal=True, gap="small", vertical_alignment="bottom")
    with row:
        targets = st.text_input(
            "Look up words",
            value=", ".join(opening.TARGETS),
            key=TARGETS,
            bind="query-params",
            persist_state="session",
            placeholder="he, she",
            width=200,
            help="Separated by commas. Words that the model splits into pieces are scored piece by "
            "piece.",
        )
        # A container whether there is a slot or not: without it, Streamlit shows what follows
        # twice until the model has answered.
        with st.container(horizontal=True, width="content", vertical_alignment="bottom"):
            groups = _group_controls() if SLOT in text else ""
        with st.popover("Options", icon=":material/tune:"):
            top_k, hide, order, pieces = _options(kind == CAUSAL)
        with st.popover("Examples", icon=":material/lightbulb:"):
            _examples(kind)
        with st.container(horizontal=True, width="content", vertical_alignment="bottom"):
            other = "" if SLOT in text else second.ask_second_sentence(below, kind == CAUSAL)
    return Question(
        text=text.strip(),
        targets=tuple(split_words(targets or "")),
        groups=tuple(split_words(groups or "")),
        top_k=top_k,
        hide=tuple(hide),
        order=order,
        max_pieces=pieces,
        second=other,
    )


def _has_other_braces(text: str) -> bool:
    """Whether a text has braces, as for groups, and no `{group}`."""
    return SLOT not in text and "{" in text and "}" in text


def _group_controls() -> str:
    lists = group_lists()
    titles = {name: name for name in lists}
    chosen = data_choice.pick(
        "Groups", titles, DIMENSION, 190, "A built-in list; edit it in the next box."
    )
    known = lists[chosen]
    typed = st.text_input(
        f"Names for {SLOT}",
        key=GROUPS,
        bind="query-params",
        persist_state="session",
        placeholder=", ".join(known.groups),
        width=360,
        help="Leave empty for the built-in list, or type your own, separated by commas.",
    )
    return typed or ", ".join(known.groups)


def _options(continues: bool) -> tuple[int, list[str], str, int]:
    """Draw the options; a model that continues a text has one place and offers first pieces."""
    top_k = st.slider(
        "Words to show",
        3,
        30,
        opening.TOP_K,
        key=TOP_K,
        bind="query-params",
        persist_state="session",
    )
    hide = st.multiselect(
        "Leave out",
        list(_HIDE),
        default=list(opening.HIDDEN),
        format_func=_HIDE.__getitem__,
        key=HIDE,
        bind="query-params",
        persist_state="session",
        help="Hides bars only: probabilities are still shares of the whole vocabulary. Stop words "
        "are scikit-learn's English list.",
    )
    if continues:
        return int(top_k), hide, "independent", 1
    order = st.radio(
        "If there are several blanks",
        list(_ORDER),
        format_func=_ORDER.__getitem__,
        key=ORDER,
        bind="query-params",
        persist_state="session",
        help="On its own: all are left blank at once. Jointly: each is filled in before the next "
        "is predicted.",
    )
    pieces = st.slider(
        "Longest word, in word pieces",
        1,
        4,
        1,
        key=PIECES,
        bind="query-params",
        persist_state="session",
        help="Above 1, words that the model builds from several pieces are offered too; this is "
        "slower.",
    )
    return int(top_k), hide, order or "independent", int(pieces)


def _examples(kind: str) -> None:
    st.caption("One sentence")
    for text in opening.fitting(kind, _SENTENCES):
        st.button(explain.plain(text), key=f"take {text}", on_click=_take, args=(text, None))
    st.caption("Compare groups")
    for entry in group_lists().values():
        example = opening.form_for(kind, entry.example)
        if not example:
            continue
        label = f"{entry.dimension}: {example}"
        st.button(
            explain.plain(label),
            key=f"take {entry.dimension}",
            on_click=_take,
            args=(example, entry),
        )


def _take(text: str, entry: GroupList | None) -> None:
    st.session_state[TEXT] = text
    if entry is not None:
        st.session_state[DIMENSION] = entry.dimension
        st.session_state[GROUPS] = ""
        st.session_state[TARGETS] = ", ".join(entry.targets)
