"""What switching heads off does to the two words of the user's sentence: one sentence, two dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame.present import explain
from components.frame.present.comparison import ABOUT_EQUAL, LEAST_LIKELY
from components.frame.present.numbers import percent, times_text
from components.frame.widgets.result import plain_text
from components.heads.charts.two_words import Shares, two_words
from components.heads.claim import original_name
from components.heads.own_sentence import OwnSentence
from components.heads.rows import PanelRow
from components.heads.word_dots import word_dots
from engine.core.intervention_text import in_words
from engine.core.mask_token import first_gap_note, masks_in
from engine.core.spec import ModelSpec
from engine.core.wording import counted, in_quotes
from engine.measures.heads.sentence import EQUAL_ODDS, share_of_first

_INVITATION = "Click heads in the grid to switch them off; the effect appears here."


@dataclass(frozen=True)
class Effect:
    """Two words of a sentence, before and after.

    Args:
        words: both.
        before: their probabilities, 0 to 1, with all heads on.
        after: with heads switched off; None where none is.
        heads: how many are switched off.
        change: of the first as a share of both, as the table has it (markdown).
        gaps: of the sentence; the first is answered.
        also: what is done besides, in words.
    """

    words: tuple[str, str]
    before: Shares
    after: Shares | None = None
    heads: int = 0
    change: str = ""
    gaps: int = 1
    also: str = ""

    def said(self) -> str:
        """The answer, one sentence (markdown)."""
        return said(self.words, self.before, self.after)

    def figure(self) -> go.Figure:
        """Dots of both words, and rings where they were before, for a pin."""
        return two_words(*self.dots())

    def dots(self) -> tuple[tuple[str, str], Shares, Shares | None, str, str]:
        """Words, what is drawn as dots, what as rings, and the names of dots and rings."""
        rings = original_name(self.also)
        if self.after is None:
            return self.words, self.before, None, "", rings
        off = f"{counted(self.heads, 'head')} off" if self.heads else ""
        return self.words, self.after, self.before, ", ".join(filter(None, [off, self.also])), rings

    def shares(self) -> str:
        """The first word as a share of both, for small type (markdown)."""
        pair = " rather than ".join(explain.plain(in_quotes(word)) for word in self.words)
        first = f"{pair}: {share_of_first(*self.before):.1f}%"
        which = f" {first_gap_note(self.gaps)}" if self.gaps > 1 else ""
        if self.after is None:
            return f"{first}; 50% is even odds.{which} {_INVITATION}"
        now = f"**{share_of_first(*self.after):.1f}%**"
        change = explain.plain(plain_text(self.change))  # a colour of its own is too faint here
        return f"{first} → {now} {change}. One sentence, so no test.{which}"

    def shares_said(self) -> str:
        """`shares` as an audience reads it, who cannot click (markdown)."""
        return self.shares().replace("**", "").removesuffix(f" {_INVITATION}")

    def frame(self) -> pd.DataFrame:
        """A row a word, `before` and `after`, as its command has them: the probability, 0 to 1."""
        models = {"before": self.before} | ({"after": self.after} if self.after else {})
        return pd.DataFrame(
            [
                {"name": name, "word": word, "probability": share}
                for name, shares in models.items()
                for word, share in zip(self.words, shares, strict=True)
            ]
        )

    def in_words(self) -> str:
        """The numbers of the figure, for screen readers."""
        parts = []
        for number, word in enumerate(self.words):
            now = "" if self.after is None else f", then {percent(self.after[number])}"
            parts.append(f"{word} {percent(self.before[number])}{now}")
        return f"{'; '.join(parts)}."


def of_rows(own: OwnSentence, row: PanelRow | None, specs: Sequence[ModelSpec]) -> Effect | None:
    """The effect as it was measured; None where the words cannot be compared.

    Args:
        row: of the two words, with the results of both models.
        specs: the original model, then the masked one if there is one.
    """
    if row is None:
        return None
    found = [row.results[spec].probabilities for spec in specs if spec in row.results]
    if len(found) < len(specs) or found[0] is None or found[-1] is None:
        return None
    item = own.item()
    words = item["first"], item["second"]
    gaps = masks_in(own.text)
    if len(specs) == 1:
        return Effect(words, found[0], gaps=gaps)
    heads, also = len(specs[-1].masked_heads), in_words(specs[-1].interventions)
    return Effect(words, found[0], found[-1], heads, row.change(specs[0], specs[-1]), gaps, also)


def draw(effect: Effect) -> None:
    """Draw the sentence, its figure and the share of the first word."""
    st.markdown(f"**{effect.said()}**")
    says = f"Two words of your sentence. {effect.in_words()}"
    word_dots(*effect.dots(), key="two_words", says=says)
    st.caption(effect.shares())


def draw_nothing() -> None:
    """Take away the figure of another sentence, which would stay until the script ends."""
    st.empty()
    st.empty()


def said(words: Sequence[str], before: Shares, after: Shares | None) -> str:
    """What the model says of two words, or what masking heads changes, one sentence (markdown).

    Args:
        before: their probabilities, 0 to 1, with all heads on.
        after: with heads switched off; None where none is.
    """
    lead = 0 if before[0] >= before[1] else 1
    first, second = (explain.plain(in_quotes(words[at])) for at in (lead, 1 - lead))
    if max(*before, *(after or before)) < LEAST_LIKELY:
        return f"Neither {first} nor {second} is likely in this sentence (below 1%)."
    if after is None:
        if _even(before):
            return f"In this sentence, {first} and {second} are about equally likely."
        return f"In this sentence, {first} is {_likely(before, lead)} {second}."
    moved = _moved(first, before[lead], after[lead])
    if _even(after):
        return f"{moved}: both words are now about equally likely."
    if after[lead] < after[1 - lead]:
        further = _distance(after) > _distance(before)
        stronger = " and stronger than before" if further else ""
        past = "" if _even(before) else f": the preference is reversed{stronger}"
        return f"{moved}, and {second} is now {_likely(after, 1 - lead)} {first}{past}."
    then, now = _likely(before, lead), _likely(after, lead)
    if then == now:
        return f"{moved}, still {now} {second}."
    return f"{moved}, now {now} {second} (before: {_ratio(before, lead)})."


def _moved(word: str, before: float, after: float) -> str:
    """How the probability of a word changed, as far as the digits show it."""
    one, other = percent(before), percent(after)
    if one == other:
        return f"{word} stays at {one}"
    return f"{word} {'rises' if after > before else 'falls'} from {one} to {other}"


def _likely(shares: Shares, lead: int) -> str:
    """How likely a word is against the other, before the other's name."""
    return f"{_ratio(shares, lead)} as likely as"


def _ratio(shares: Shares, lead: int) -> str:
    return times_text(shares[lead] / shares[1 - lead])


def _distance(shares: Shares) -> float:
    return abs(share_of_first(*shares) - EQUAL_ODDS)


def _even(shares: Shares) -> bool:
    return max(shares) < ABOUT_EQUAL * min(shares)
