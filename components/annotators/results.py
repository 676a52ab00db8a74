"""Main results of the Annotators page: coverage, groups of one and all languages, their gaps."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.annotators.charts.cells import WEAK, by_language
from components.annotators.charts.rows import dots
from components.annotators.controls import MEANINGS, SCORES
from components.annotators.score_text import (
    confidence_text,
    difference_text,
    ends_text,
    value_text,
)
from components.annotators.scoring import Scored
from components.frame.present import explain, in_words, plot
from components.frame.present.labels import in_key
from components.frame.present.numbers import p_text, whole_percent
from engine.core.languages import UNKNOWN, language_name
from engine.core.wording import counted, listed
from engine.measures.agreement.figures import unread
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.scores import POOLED
from engine.measures.agreement.wording import (
    POOLED_NOTE,
    reading_warnings,
    undetected,
    withheld,
    without_interval,
)

UNDEFINED = (
    "is undefined here: either all words were given equally often, or the model finds them all "
    "equally likely. It needs two words that differ in both."
)
_STATUS = {
    "long": "are too long for the model to produce",
    "several words": "are several words",
    "unknown": "are not in its vocabulary",
}
_MOST_LANGUAGES, _WIDTH = 2, 400  # of two figures side by side; pixels of each


def draw_warnings(scored: Scored) -> None:
    """Show low coverage and sentences that could not be read."""
    explain.warnings(reading_warnings(scored.coverage, unread(scored.agreement), scored.label))


def draw_left_out(scored: Scored) -> None:
    """Name the groups that are too small to be compared."""
    if scored.left_out:
        st.caption(
            f"Left out, because they have fewer than {counted(scored.least, 'annotator')}: "
            f"{explain.plain(listed(scored.left_out, 12))}."
        )


def draw_coverage(scored: Scored) -> None:
    """Show the share of answers that the model could produce, by language, in one line."""
    parts = []
    for entry in scored.coverage:
        missing = [
            f"{whole_percent(share)} {_STATUS[status]}"
            for status, share in entry["status"].items()
            if status in _STATUS and share >= 0.005
        ]
        parts.append(
            f"{explain.plain(language_name(entry['language']))} "
            f"{whole_percent(entry['coverage'])} of {entry['answers']:,}"
            + (f" ({', '.join(missing)})" if missing else "")
        )
    st.caption(f"Coverage, the answers that the model could produce: {'; '.join(parts)}.")


def draw_languages(
    scored: Scored, before: Scored | None, score: str
) -> list[tuple[Scored, go.Figure]]:
    """Draw groups by languages, one figure per model on one scale.

    Returns:
        Each model with its figure, as drawn.
    """
    st.markdown(f"**{SCORES[score]}** by group and language")
    shown = [scored] if before is None else [before, scored]
    known = [
        entry[score] for each in shown for entry in each.group_scores if entry[score] is not None
    ]
    weak = {entry["language"] for entry in scored.coverage if entry["weak"]}
    names = {
        code: language_name(code) + f" {WEAK}" * (code in weak)
        for code in scored.agreement.languages
    }
    # Two figures of a few languages fit side by side; more languages need the full width.
    narrow = len(shown) > 1 and len(names) <= _MOST_LANGUAGES
    drawn = []
    with st.container(horizontal=narrow, gap="small"):
        for each in shown:
            with st.container(width=_WIDTH if narrow else "stretch"):
                if before is not None:
                    st.caption(explain.plain(each.label))
                figure = by_language(
                    each.group_scores, names, score, max(known, default=0.0), narrow=narrow
                )
                plot.draw_figure(
                    figure,
                    key=f"by_language_{'second' if each is before else 'first'}",
                    title=f"{SCORES[score]} by group and language, {each.label}",
                    says=in_words.listed(
                        (f"{names[one['language']]}, {one['group']}", one[score])
                        for one in each.group_scores
                    ),
                )
                drawn.append((each, figure))
    st.caption(_read(scored, score, bool(weak)))
    return drawn


def _read(scored: Scored, score: str, weak: bool) -> str:
    """How to read the shaded cells."""
    units = "sentences" if score in POOLED else "annotators and sentences"
    parts = [
        f"{SCORES[score]}: {MEANINGS[score]}.",
        f"Below it, in brackets, the 95% confidence interval (CI) over {units}"
        ", then annotators × sentences. A stronger shade means more agreement.",
    ]
    if weak:
        parts.append(f"{WEAK} The model has few words of this language.")
    if score in POOLED:
        entries = scored.group_scores
        parts += [POOLED_NOTE, without_interval(entries) or "", withheld(entries) or ""]
    return " ".join(filter(None, parts))


def in_language(code: str) -> str:
    """` in English`, escaped; nothing where no language is named."""
    return "" if code == UNKNOWN else f" in {explain.plain(language_name(code))}"


# --- groups of one language ---------------------------------------------------------------
# A dot plot, with how far people agree.

CEILING = "how often one person's answer is among those of the rest of the group"
_CEILING = "p_at_1"  # the only score in which a person's answer can take the model's place


def draw_groups(
    scored: Scored, before: Scored | None, score: str, language: str
) -> go.Figure | None:
    """Draw the groups of one language.

    Returns:
        The figure as drawn; None where no group has the score.
    """
    entries = scored.of(language)
    if not any(entry[score] is not None for entry in entries):
        return None
    people = {
        entry["group"]: scored.ceilings[language, entry["group"]]
        for entry in entries
        if score == _CEILING
    }
    if before is None:
        figure = dots(entries, score, people=people)
    else:
        rings = before.of(language)
        figure = dots(
            entries, score, rings, people, whose=in_key(scored.label), compared=before.label
        )
    plot.draw_figure(
        figure,
        key="groups",
        title=f"{SCORES[score]} of the groups with 95% CI, {language_name(language)}",
        says=in_words.listed([(entry["group"], entry[score]) for entry in entries]),
    )
    notes = [f"Line: {SCORES[score]} with its 95% CI."]
    if before is not None:
        notes.append(f"Dot: {explain.plain(scored.label)}; ring: {explain.plain(before.label)}.")
    if any(each["people"] is not None for each in people.values()):
        notes.append(f"Dotted: {CEILING}, with its 95% CI.")
    st.caption(" ".join(notes))
    return figure


def ceiling_text(scored: Scored, score: str, language: str) -> str:
    """Explain the dotted line: people and the model scored against the same answers."""
    if score != _CEILING:
        return (
            "How far people agree is shown for P@1 only, where one person's answer can take the "
            "model's place."
        )
    people = {
        entry["group"]: scored.ceilings[language, entry["group"]] for entry in scored.of(language)
    }
    known = [
        entry
        for entry in people.values()
        if entry["people"] is not None and entry["model"] is not None
    ]
    if not known:
        return "No sentence has two answers from one group, so people cannot be compared."
    human = sum(entry["people"] for entry in known) / len(known)
    model = sum(entry["model"] for entry in known) / len(known)
    groups = listed([_of_group(*each) for each in people.items()], len(people))
    return (
        f"{CEILING[:1].upper()}{CEILING[1:]}: {groups} (mean "
        f"{value_text(human, _CEILING)}). Scored the same way, the model reaches "
        f"{value_text(model, _CEILING)}."
        + (
            " So the model agrees with people more often than one of them does with the rest."
            if model > human
            else ""
        )
    )


def _of_group(group: str, entry: dict[str, Any]) -> str:
    """The ceiling of one group with its interval."""
    if entry["people"] is None:
        return f"{explain.plain(group)} none"
    bounds = confidence_text(entry["interval"], _CEILING) or "no interval"
    return f"{explain.plain(group)} {value_text(entry['people'], _CEILING)} ({bounds})"


# --- gap list -----------------------------------------------------------------------------
# The widest gap of each language, whether it is clear, and what could have been detected.

_NO_GAP = 1e-9
_TOGETHER = (
    "Intervals and p allow for all pairs of groups of a language at once (studentised range), so "
    "that picking out the widest gap does not make it look clear. They are of other annotators of "
    "these groups, and of other sentences."
)


def draw_gaps(scored: Scored, score: str) -> None:
    """Show the widest gap of each language, then every pair of groups."""
    st.markdown("**Gaps between groups**")
    widest = sorted(gaps(scored.agreement, score), key=lambda entry: -entry["gap"])
    if not widest:
        several = any(len(scored.of(code)) > 1 for code in scored.agreement.languages)
        st.markdown(
            f":gray[No language has two groups with a {SCORES[score]} to compare.]"
            if several
            else ":gray[There is only one group, so there is nothing to compare.]"
        )
        return
    for entry in widest:
        st.markdown(_gap(entry, score))
    pairs = pd.DataFrame([_row(entry, pair, score) for entry in widest for pair in entry["pairs"]])
    order = ", largest gap first" if len(pairs) > 1 else ""
    with st.expander(f"{counted(len(pairs), 'pair')} of groups{order}"):
        st.dataframe(
            pairs.sort_values("size", ascending=False, kind="stable").drop(columns="size"),
            hide_index=True,
        )
        st.caption(_TOGETHER)


def _row(entry: dict[str, Any], pair: dict[str, Any], score: str) -> dict[str, object]:
    return {
        "language": language_name(entry["language"]),
        "higher": pair["better"],
        "lower": pair["worse"],
        "gap": difference_text(pair["difference"], score),
        "95% CI": ends_text(pair["simultaneous_interval"], score) or "none",
        "p": p_text(pair["simultaneous_p"]),
        "result": "clear difference" if pair["told_apart"] else "no clear difference",
        "size": pair["difference"],
    }


def _gap(entry: dict[str, Any], score: str) -> str:
    named = entry["language"] != UNKNOWN
    name = f"{explain.plain(language_name(entry['language']))}: " * named
    best, worst = explain.plain(entry["best"]), explain.plain(entry["worst"])
    gap = (
        f"{name}{best} scores **{difference_text(entry['gap'], score)}** higher than {worst}"
        if entry["gap"] >= _NO_GAP
        else f"{name}{'n' if named else 'N'}o gap in this sample"
    )
    interval = confidence_text(entry["interval"], score)
    if interval:
        groups = (
            f", allowing for {counted(entry['groups'], 'group')}" if entry["groups"] > 2 else ""
        )
        p = p_text(entry["p"]).replace(" ", "\N{NO-BREAK SPACE}")
        gap += f" ({interval}, {p}{groups})"
    if entry["told_apart"]:
        return f"{gap}. **The difference is clear.**"
    verdict = "" if entry["p"] is None else " **No clear difference.**"
    return f"{gap}.{verdict} :gray[{undetected(entry, lambda gap: difference_text(gap, score))}]"
