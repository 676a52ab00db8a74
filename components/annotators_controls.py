"""The Annotators page's controls -> whose answers, grouped how, by which score."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

import pandas as pd
import streamlit as st

from components import annotators_data, explain
from components.annotators_data import OWN, Loaded
from engine.datasets.columns import mapping_text
from engine.measures.agreement.groups import attributes_of

SCORES = {
    "p_at_1": "P@1",
    "p_at_5": "P@5",
    "hit_at_5": "hit@5",
    "answers_at_5": "answers@5",
    "p_at_any": "P@any",
    "hit_at_any": "hit@any",
    "answers_at_any": "answers@any",
    "mrr": "MRR",
    "spearman": "Spearman ρ",
    "kendall": "Kendall τ-b",
}
MEANINGS = {
    "p_at_1": "share of sentences whose likeliest word is one of the group's answers",
    "p_at_5": "share of the model's five likeliest words that are among the group's answers; it "
    "grows with the number of answers a group gave",
    "hit_at_5": "share of sentences where any of the five likeliest words is one of the answers",
    "answers_at_5": "share of the group's answers that are among the five likeliest words; it does "
    "not grow with the size of the group",
    "p_at_any": "P@5 over all candidates of the model, a hundred at most",
    "hit_at_any": "hit@5 over all these candidates",
    "answers_at_any": "answers@5 over all these candidates",
    "mrr": "mean of one over the rank of the first candidate that is one of the answers",
    "spearman": "rank correlation of how often the group gave its answers and how likely the model "
    "finds them; sentences whose answers are all equally frequent are left out",
    "kendall": "as Spearman, by pairs of answers; ties in both rankings are counted",
}
_LEAST, _MOST_LEAST = 2, 50


@dataclass(frozen=True, eq=False)
class Choice:
    """What the page compares.

    Args:
        data: the answers, with their name and path.
        by: attributes that make the groups; none for everyone in one.
        score: a name of `SCORES`.
        fold: words are compared without case.
        least: groups with fewer annotators in a language are left out there.
    """

    data: Loaded
    by: tuple[str, ...]
    score: str
    fold: bool
    least: int

    @property
    def answers(self) -> pd.DataFrame:
        """One row an answer."""
        return self.data.answers

    def command(self, options: str) -> str:
        """The command line that compares the same.

        Args:
            options: those that name the model, and the one compared with.
        """
        parts = [f"python -m engine agreement {shlex.quote(self.data.path)}"]
        if self.by:
            parts.append(f"--group-by {shlex.quote(','.join(self.by))}")
        if self.data.mapping:
            parts.append(f"--columns {shlex.quote(mapping_text(self.data.mapping))}")
        if not self.fold:
            parts.append("--case")
        if self.least != _LEAST:
            parts.append(f"--fewest-annotators {self.least}")
        return " ".join([*parts, options]).strip()


def choice() -> Choice | None:
    """Draw the controls and read them; None while no file has been given."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = annotators_data.pick("answers")
        groups = st.container(width=300)
        score = st.selectbox(
            "Score",
            [*SCORES],
            format_func=SCORES.__getitem__,
            key="agreement",
            bind="query-params",
            persist_state="session",
            width=150,
            help="  \n".join(f"**{SCORES[key]}**: {text}." for key, text in MEANINGS.items()),
        )
        least = st.number_input(
            "Fewest annotators",
            min_value=1,
            max_value=_MOST_LEAST,
            value=_LEAST,
            key="least",
            bind="query-params",
            persist_state="session",
            width=140,
            help="A group with fewer in a language is left out there, and named below. One "
            "annotator alone has no interval.",
        )
        fold = st.toggle(
            "Ignore case",
            value=True,
            key="fold",
            bind="query-params",
            persist_state="session",
            help="Off: “Haus” and “haus” are two answers, which matters in German. An uncased "
            "model writes everything in lower case.",
        )
    data = annotators_data.load(name)
    if data is None:
        return None
    with groups:
        by = _by(name, data)
    if data.caveat:
        st.caption(explain.plain(data.caveat))
    return Choice(data, by, score or "p_at_1", bool(fold), int(least or _LEAST))


def _by(name: str, data: Loaded) -> tuple[str, ...]:
    """The attributes chosen; each set remembers its own."""
    attributes = _attributes(data.answers)
    first = [entry for entry in data.group_by if entry in attributes] or attributes[:1]
    own = f"own_{crc32(repr(attributes).encode()):08x}" if name == OWN else name.replace("-", "_")
    chosen = st.multiselect(
        "Groups by",
        attributes,
        default=first,
        key=f"by_{own}",
        bind="query-params",
        persist_state="session",
        accept_new_options=True,
        placeholder="everyone",
        help="Attributes of the annotators; several are crossed. Numbers are put into bands of "
        "about equal size; type age:30/50 and press Enter for edges of your own.",
    )
    return tuple(dict.fromkeys(chosen))


def _attributes(answers: pd.DataFrame) -> list[str]:
    if "attributes" not in answers.attrs:
        answers.attrs["attributes"] = attributes_of(answers)
    found: list[str] = answers.attrs["attributes"]
    return found


def language(codes: list[str], name: Callable[[str], str]) -> str:
    """Choose one of the languages for what is shown of one at a time."""
    if len(codes) == 1:
        return codes[0]
    chosen = st.selectbox(
        "Language of what follows",
        codes,
        format_func=name,
        key=f"language_{'_'.join(codes)}",
        bind="query-params",
        width=240,
    )
    return chosen or codes[0]
