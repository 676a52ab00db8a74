"""The user's own sentence on the Heads page, and the two words that are compared in it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components.frame.shell.subject import LONGEST_TEXT
from components.frame.widgets import examples
from engine.core.families import ENCODER, SEQ2SEQ
from engine.first_sight.examples import SENTENCE as EXAMPLE
from engine.first_sight.examples import TARGETS
from engine.measures.heads.sentence import sentence_item

SENTENCE, WORDS = "own_sentence", "own_words"


@dataclass(frozen=True)
class OwnSentence:
    """A sentence with two words that are compared in it.

    Args:
        text: with a masked word, or to continue; empty where the model does neither.
        words: as typed, two if they can be compared.
    """

    text: str
    words: tuple[str, ...]

    @property
    def pair(self) -> str:
        """The two words, as they are named in a row or a legend."""
        return " rather than ".join(f"“{word}”" for word in self.words)

    def item(self) -> dict[str, str]:
        """Item of the measure `head_sentence`.

        Raises:
            InputTextError: if there are not two different words.
        """
        return sentence_item(self.text, self.words)


def ask(kind: str) -> OwnSentence:
    """Draw the fields, for models that complete sentences."""
    if kind in (SEQ2SEQ, ENCODER):
        return OwnSentence("", ())
    example = examples.follow_model(SENTENCE, EXAMPLE, (), kind)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        text = st.text_input(
            "Your sentence",
            value=EXAMPLE,
            key=SENTENCE,
            bind="query-params",
            persist_state="session",
            max_chars=LONGEST_TEXT,
            help=examples.help_for(kind),
        )
        words = st.text_input(
            "Two words",
            value=", ".join(TARGETS),
            key=WORDS,
            bind="query-params",
            persist_state="session",
            max_chars=200,
            width=130,
            help="How likely the first word is in your sentence, against the second. Heads can be "
            "ranked by their effect on it: see *Colour and rank by*.",
        )
    named = tuple(word.strip() for word in (words or "").split(",") if word.strip())
    return OwnSentence((text or "").strip() or example, named or TARGETS)
