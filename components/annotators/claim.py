"""The claim of the Annotators page: which group the model agrees with most, and which least."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.annotators.controls import SCORES
from components.annotators.data import NO_PERSON, simulated_note, source_text
from components.annotators.results import UNDEFINED, ceiling_text, draw_coverage
from components.annotators.score_text import confidence_text, difference_text, value_text
from components.annotators.scoring import Scored
from components.frame.present import explain, first_screen
from components.frame.present.numbers import p_text
from components.frame.widgets.chosen_data import ChosenData
from engine.core.languages import UNKNOWN, language_name
from engine.core.wording import counted
from engine.measures.agreement.changes import differences
from engine.measures.agreement.figures import Agreement
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.groups import EVERYONE
from engine.measures.agreement.pooled import FEWEST_SENTENCES, FIRST
from engine.measures.agreement.scores import POOLED
from engine.measures.agreement.wording import undetected

_LIMITS = "It says nothing about which answers are good, or about anyone outside these groups."
_BELOW = (
    "Below 0: the words that people gave are, on the whole, less likely to the model than its own "
    f"first {FIRST}."
)
_OF_SENTENCES = ("p_at_1", "hit_at_5", "hit_at_any")  # scores that are shares of sentences
# What a score says of the first group, and, in fewer words, of the second.
_PLAIN = {
    "p_at_1": (
        "{who} gave the model's top word in {value} of sentences",
        "{who} in {value}",
    ),
    "p_at_5": ("{who} gave {value} of the model's top five words, on average", "{who} {value}"),
    "hit_at_5": (
        "{who} gave one of the model's top five words in {value} of sentences",
        "{who} in {value}",
    ),
    "answers_at_5": (
        "{value} of the answers of {who} are among the model's top five words",
        "{value} of {who}",
    ),
    "p_at_any": (
        "{who} gave {value} of the model's words (up to 100), on average",
        "{who} {value}",
    ),
    "hit_at_any": (
        "{who} gave one of the model's words (up to 100) in {value} of sentences",
        "{who} in {value}",
    ),
    "answers_at_any": (
        "{value} of the answers of {who} are among the model's words (up to 100)",
        "{value} of {who}",
    ),
    "mrr": ("the answers of {who} have a mean reciprocal rank of {value}", "{who} {value}"),
    "spearman": ("{who} and the model have a rank correlation of {value}", "{who} {value}"),
    "kendall": ("{who} and the model have a rank correlation of {value}", "{who} {value}"),
}


def draw_claim(
    scored: Scored,
    before: Scored | None,
    score: str,
    language: str,
    data: ChosenData[Any, Any],
) -> None:
    """Draw the claim, its statistics, and what has to be known of the answers."""
    first_screen.draw_claim(
        explain.plain(claim_text(scored, before, score, language)),
        explain.plain(statistics_text(scored, before, score, language)),
        limits="\n\n".join(
            filter(None, [_LIMITS, *map(explain.plain, (simulated_note(data), source_text(data)))])
        ),
        more=lambda: _draw_more(scored, score, language),
    )
    if simulated_note(data):
        st.caption(f":material/smart_toy: {NO_PERSON}")
    if any(entry["weak"] for entry in scored.coverage if entry["language"] == language):
        name = explain.plain(language_name(language))
        st.caption(
            f":material/warning: The model knows little of {name}: a low score means that it lacks "
            "the language."
        )


def claim_text(scored: Scored, before: Scored | None, score: str, language: str) -> str:
    """The highest and the lowest group of a language, and whether they clearly differ."""
    entries = [entry for entry in scored.of(language) if entry[score] is not None]
    alone = language == UNKNOWN or len(scored.agreement.languages) < 2
    opening = "" if alone else f"In {language_name(language)}, "
    if not entries:
        return f"{opening}{SCORES[score]} {UNDEFINED}"
    ends = ends_of(entries, score)
    then = {} if before is None else {each["group"]: each[score] for each in before.of(language)}
    clauses = [
        _as_count(clause, entry, score).format(
            who=who, value=_value(entry, score, then, before if first else None)
        )
        for clause, who, entry, first in zip(
            _PLAIN[score], names_of(ends), ends, (True, False), strict=False
        )
    ]
    text = f"{opening}{', '.join(clauses)}"
    if len(ends) > 1:
        text += f": {verdict_text(gap_of(scored.agreement, score, language))}"
    return f"{text[0].upper()}{text[1:]}."


def ends_of(entries: list[dict[str, Any]], score: str) -> list[dict[str, Any]]:
    """The highest group, and the lowest where there are two or more."""
    ordered = sorted(entries, key=lambda entry: -entry[score])
    return ordered[:1] + ordered[1:][-1:]


def names_of(ends: list[dict[str, Any]]) -> list[str]:
    """The first group in full, the second without the noun."""
    return [
        "all annotators"
        if entry["group"] == EVERYONE
        else f"“{entry['group']}”" + " annotators" * (place == 0)
        for place, entry in enumerate(ends)
    ]


def _value(entry: dict[str, Any], score: str, then: dict[str, Any], named: Scored | None) -> str:
    """A score; that of the model compared with in brackets, named the first time."""
    text, other = _value_or_count(entry[score], entry, score), then.get(entry["group"])
    if other is None:
        return text
    label = "" if named is None else f"{named.label}: "
    return f"{text} ({label}{_value_or_count(other, entry, score)})"


def _is_counted(entry: dict[str, Any], score: str) -> bool:
    """Whether a share is of so few sentences that their number is given."""
    return score in _OF_SENTENCES and entry["n_sentences"] < FEWEST_SENTENCES


def _as_count(clause: str, entry: dict[str, Any], score: str) -> str:
    """A clause that takes `1 of 5` in place of `20%`."""
    return clause.replace("{value} of", "{value}") if _is_counted(entry, score) else clause


def _value_or_count(value: float, entry: dict[str, Any], score: str) -> str:
    n = entry["n_sentences"]
    return f"{round(value * n)} of {n}" if _is_counted(entry, score) else value_text(value, score)


def verdict_text(gap: dict[str, Any]) -> str:
    """Whether the two ends of a gap clearly differ."""
    if gap["n_sentences"] < FEWEST_SENTENCES:
        return "too few sentences to tell"
    if gap["told_apart"]:
        return "a clear difference"
    if gap["gap"] == 0:
        return "no difference"
    if gap["p"] is None:
        return "cannot be tested"
    return "no clear difference"


def gap_of(agreement: Agreement, score: str, language: str) -> dict[str, Any]:
    """The widest gap between the groups of a language, of which there are two or more."""
    return next(entry for entry in gaps(agreement, score) if entry["language"] == language)


def statistics_text(scored: Scored, before: Scored | None, score: str, language: str) -> str:
    """The gap with its interval and test, what it is of, and how many changes are clear."""
    entries = [entry for entry in scored.of(language) if entry[score] is not None]
    if not entries:
        return ""
    if len(entries) == 1:
        (only,) = entries
        bounds = confidence_text(only["intervals"][score], score) or "no interval"
        sizes = (only["n_annotators"], only["n_sentences"])
        parts = [f"{SCORES[score]}, {bounds}"]
    else:
        gap = gap_of(scored.agreement, score, language)
        parts = [f"{SCORES[score]} differs by {gap_text(gap, score)}"]
        sizes = (gap["n_annotators"], gap["n_sentences"])
    parts.append(f"{counted(sizes[0], 'annotator')}, {counted(sizes[1], 'sentence')}")
    if before is not None and (changed := _changed(scored, before, score, language)):
        parts.append(changed)
    return " · ".join(parts)


def gap_text(gap: dict[str, Any], score: str) -> str:
    """A gap with its interval and test."""
    text = difference_text(gap["gap"], score, fine=True)
    if interval := confidence_text(gap["interval"], score):
        groups = f", allowing for {gap['groups']} groups" * (gap["groups"] > 2)
        text += f" ({interval}, {p_text(gap['p'])}{groups})"
    return text


def _changed(scored: Scored, before: Scored, score: str, language: str) -> str:
    """For how many groups the model compared with clearly differs."""
    tested = [
        entry
        for entry in differences(scored.agreement, before.agreement, score)
        if entry["language"] == language and entry["p_holm"] is not None
    ]
    if not tested:
        return "the changes cannot be tested"
    clear = sum(bool(entry["side"]) for entry in tested)
    return (
        f"change from {before.label} clear for {clear} of {counted(len(tested), 'group')}"
        f"{' (Holm-corrected)' * (len(tested) > 1)}"
    )


def _draw_more(scored: Scored, score: str, language: str) -> None:
    """Draw the groups' intervals, what could have been detected, the ceiling and the coverage."""
    entries = [entry for entry in scored.of(language) if entry[score] is not None]
    st.markdown(
        "  \n".join(
            f"{explain.plain(names_of([entry])[0])}: **{value_text(entry[score], score)}**, "
            f"{confidence_text(entry['intervals'][score], score) or 'no interval'}, "
            f"{counted(entry['n_annotators'], 'annotator')}, "
            f"{counted(entry['n_sentences'], 'sentence')}"
            for entry in entries
        )
    )
    if len(entries) > 1 and not (gap := gap_of(scored.agreement, score, language))["told_apart"]:
        st.markdown(undetected(gap, lambda size: difference_text(size, score)))
    if score in POOLED and entries and max(entry[score] for entry in entries) < 0:
        st.markdown(_BELOW)
    st.caption(ceiling_text(scored, score, language))
    draw_coverage(scored)
