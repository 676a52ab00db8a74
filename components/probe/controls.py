"""The controls of the Probe page, read as one question the address keeps, and those before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import explain
from components.frame.session import state
from components.frame.shell.subject import PROBE_TEXT
from components.frame.widgets import examples
from components.probe import second
from components.probe.second import SECOND, SHOWN
from engine.command_line.command import Command
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
        return {
            "top_k": self.top_k,
            "targets": list(self.targets),
            "hide": list(self.hide),
            "order": self.order,
            "max_pieces": self.max_pieces,
        }

    def group_completion(self, targets: tuple[str, ...] = ()) -> dict[str, Any]:
        """Parameters of the group measure, with the words to look up."""
        return {
            "top_k": self.top_k,
            "targets": list(targets or self.targets),
            "hide": list(self.hide),
        }

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


def question(kind: str) -> Question:
    """Draw the controls for a kind of model and read them."""
    # Those of Home too: a sentence chosen there is shown here.
    ours = (*_SENTENCES, *opening.CONTRASTS, *_group_examples())
    examples.follow_model(TEXT, opening.SENTENCE, ours, kind)
    text = st.text_input(
        _LABELS[kind == CAUSAL],
        value=opening.SENTENCE,
        key=TEXT,
        bind="query-params",
        persist_state="session",
        max_chars=second.LONGEST,
    )
    text = text or ""
    below = st.container()
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        targets = st.text_input(
            "Look up words",
            value=", ".join(opening.TARGETS),
            key=TARGETS,
            bind="query-params",
            persist_state="session",
            placeholder="he, she",
            width=260,
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
            other = "" if SLOT in text else second.ask(below, kind == CAUSAL)
    return Question(
        text=text.strip(),
        targets=_words(targets),
        groups=_words(groups),
        top_k=top_k,
        hide=tuple(hide),
        order=order,
        max_pieces=pieces,
        second=other,
    )


def _words(text: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in (text or "").split(",") if word.strip()))


def _group_controls() -> str:
    lists = group_lists()
    chosen = st.selectbox(
        "Groups",
        list(lists),
        key=DIMENSION,
        bind="query-params",
        persist_state="session",
        width=190,
        help="A built-in list; edit it in the next box.",
    )
    known = lists[chosen or next(iter(lists))]
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
        "If several words are masked",
        list(_ORDER),
        format_func=_ORDER.__getitem__,
        key=ORDER,
        bind="query-params",
        persist_state="session",
        help="On its own: all are masked at once. Jointly: each is filled in before the next is "
        "predicted.",
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


def _group_examples() -> list[str]:
    return [entry.example for entry in group_lists().values()]


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


# --- history ------------------------------------------------------------------------------
# The questions of this browser session are kept in memory only, never on disk.

_KEY, _TURN = state.HISTORY, state.HISTORY_TURN
_MOST = 30
_FIELDS = (TEXT, SECOND, SHOWN, TARGETS, DIMENSION, GROUPS)


@dataclass(frozen=True)
class _Entry:
    """One question: what the table shows, and the values of its fields."""

    sentence: str
    model: str
    most_likely: str
    fields: dict[str, Any] = field(compare=False)


def remember(text: str, model: str, words: list[str]) -> None:
    """Put a question at the top of the history, without repeating it."""
    fields = {key: st.session_state[key] for key in _FIELDS if key in st.session_state}
    entry = _Entry(text, model, ", ".join(words), fields)
    kept = [other for other in st.session_state.get(_KEY, []) if other != entry]
    st.session_state[_KEY] = [entry, *kept][:_MOST]


def draw_history() -> None:
    """The table; selecting a row asks the question again."""
    entries: list[_Entry] = st.session_state.get(_KEY, [])
    if len(entries) < 2:
        return
    with st.expander(f"Questions in this session ({len(entries)})"):
        # A new table after each choice: the rows have moved, and the tick would stay in place.
        key = f"history_{st.session_state.get(_TURN, 0)}"
        st.dataframe(
            pd.DataFrame(
                {
                    "sentence": [entry.sentence for entry in entries],
                    "model": [entry.model for entry in entries],
                    "most likely words": [entry.most_likely for entry in entries],
                }
            ),
            hide_index=True,
            key=key,
            on_select=lambda: take(st.session_state[key]["selection"]["rows"]),
            selection_mode="single-row",
        )
        st.caption("Select a row to ask it again. This list is never written to disk.")


def take(rows: list[int]) -> None:
    """Ask a question of the history again, with the same fields."""
    entries: list[_Entry] = st.session_state.get(_KEY, [])
    if rows and rows[0] < len(entries):
        st.session_state.update(entries[rows[0]].fields)
        st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
