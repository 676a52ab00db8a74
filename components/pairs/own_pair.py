"""A pair of the user's own: typed, scored as the pairs of the set are, and reproduced alone."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from components.frame.present import explain
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, signed
from components.frame.shell.model_bar import Subject
from components.frame.widgets import beside, export
from components.frame.widgets.chosen_data import ChosenData
from components.pairs import one_pair, scoring
from components.pairs.charts.waterfall import waterfall
from components.pairs.controls import Choice
from components.pairs.headline import change_in_short, in_short
from components.pairs.scored import Scored
from engine.command_line.command import Command
from engine.core.families import MASKED
from engine.core.wording import part_of
from engine.first_sight.examples import OWN_PAIR
from engine.measures.pairs.data.sets import PairSet
from engine.measures.pairs.tokens import only_signs, payers
from engine.measures.pairs.word_pairs import of_word_pairs

ANCHOR = "own-pair"
_KEYS = ("own_more", "own_less")
_LABELS = ("More stereotyping sentence", "Less stereotyping sentence")


def way() -> None:
    """A link to the pair, for the top of the page."""
    st.markdown(f":material/edit: [Try a pair of your own](#{ANCHOR})")


def draw_own_pair(choice: Choice, subject: Subject, other: Subject | None = None) -> None:
    """The two sentences, what the model makes of them, and how to repeat that.

    Args:
        choice: whose measure and scoring are used.
        other: the model compared with.
    """
    st.header("Your own pair", anchor=ANCHOR)
    with st.container(border=True):
        texts = [
            column.text_input(
                label,
                value=example,
                key=key,
                bind="query-params",
                persist_state="session",
                max_chars=4000,
            )
            or ""
            for column, label, key, example in zip(
                st.columns(2), _LABELS, _KEYS, OWN_PAIR, strict=True
            )
        ]
        more, less = (text.strip() for text in texts)
        if not (more and less):
            st.button("Use the example pair", key="use_own_pair", on_click=_fill)
            missing = _LABELS[0 if less else 1].lower()
            said = f"The {missing} is empty." if more or less else "Both sentences are empty."
            st.markdown(f":gray[{said}]")
            return
        pairs = pd.DataFrame({"sent_more": [more], "sent_less": [less]})
        data = ChosenData[pd.DataFrame, PairSet]("own pair", "your pair", pairs, "")
        # A single pair is float32 anyway.
        own = replace(choice, data=data, clean_only=False, guarded=False)
        scored = scoring.scored_pairs(own, subject, "own")
        if scored is None:
            return
        refused = bool(scored.frame.loc[0, "problem"])
        refused = refused or bool(only_signs(scored.tokens(0)))
        before = scoring.scores_of_other(own, None if refused else other, scored)
        if not refused:
            shown = [subject] if before is None or other is None else [other, subject]
            beside.draw_reading_notes(shown, [more, less])
        one_pair.one_pair(scored, before, 0, key="own")
    if refused:
        return
    tokens = scored.tokens(0)
    compared = other.spec if other is not None and before is not None else None
    export.row(
        "own-pair",
        tokens,
        waterfall(payers(tokens), "total"),
        command(own, more, less).for_model(subject.spec, compared).line(),
        scored.manifest_with(before),
        "What each word of the pair contributes",
        reading=own_reading(scored, tokens, more, less),
        live=live_pair(own, subject, more, less),
        about=scored.named,
        claim=_claim(scored),
    )


def _claim(scored: Scored) -> str:
    """Which sentence of the pair is preferred, as a title (markdown)."""
    said = one_pair.pair_verdict(scored.frame.loc[0].to_dict(), scored.digits, scored.is_ratio)
    return said.replace("Prefers the", "The model prefers the", 1)


def _fill() -> None:
    st.session_state.update(zip(_KEYS, OWN_PAIR, strict=True))


def command(choice: Choice, more: str, less: str) -> Command:
    """The command that scores this pair alone, without the models."""
    words = ["pairs", f"--more={more}", f"--less={less}", "--measure", choice.variant]
    words += ["--published"] * choice.published + ["--mean"] * (choice.reduction is not None)
    return Command(tuple(words))


# --- pinned -------------------------------------------------------------------------------
# What a pinned result of the Pairs page says, and how the Stage asks the model again.

_VARIANT = "cps"  # what a live screen scores a pair by
_LONGEST = 400  # letters of a sentence that a screen can ask again
_ROOM = 60  # letters of a sentence in a reading


def pairs_in_a_line(scored: Scored, before: Scored | None) -> str:
    """What a reader has to know of the share above it, in one line (markdown)."""
    if before is None:
        interval = interval_text(scored.summary["interval"], ".1f")
        parts = ["50% would be no preference", interval, of_word_pairs(scored.summary)]
    else:
        found = scored.compared_with(before)
        interval = interval_text(found["score_change_interval"], "+.1f")
        points = f"Change: {signed(found['score_change'], 1)} percentage points"
        parts = [f"{points}, {interval}" if interval else points, "50% would be no preference"]
    line = f"{'; '.join(filter(None, parts))}."
    done, total = len(scored.pairs), len(scored.choice.pairs)
    if done >= total:
        return line
    part = f"{part_of(done, total, 'pair', 'are')} scored so far"
    return f"{part}; the results are of that part only. {line}"


def pairs_reading(scored: Scored, before: Scored | None) -> str:
    """The score of a set, or how it changes from the model compared with (markdown)."""
    if before is None:
        return in_short(scored.summary)
    scores = [f"{explain.plain(each.label)}: {in_short(each.summary)}" for each in (before, scored)]
    return " ".join([*scores, change_in_short(scored.compared_with(before))])


def own_reading(scored: Scored, tokens: pd.DataFrame, more: str, less: str) -> str:
    """Which of two sentences is preferred, and by which words (markdown)."""
    said = one_pair.pair_verdict(scored.frame.loc[0].to_dict(), scored.digits, scored.is_ratio)
    said = said.replace("Prefers the", "the model prefers the", 1)
    named = " or ".join(f"“{explain.plain(short(text, _ROOM))}”" for text in (more, less))
    return f"{named}: {said} {one_pair.largest(payers(tokens), scored.digits)}"


def live_pair(choice: Choice, subject: Subject, more: str, less: str) -> dict[str, str] | None:
    """How a screen scores the user's pair again; None where it would score it otherwise.

    Args:
        choice: whose measure and scoring are used.
    """
    as_live = choice.variant == _VARIANT and choice.reduction is None and not choice.published
    if not as_live or subject.facts.kind != MASKED or max(len(more), len(less)) > _LONGEST:
        return None
    return {"kind": "pair", "more": more, "less": less}
