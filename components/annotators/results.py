"""Main results of the Annotators page: coverage, then languages, groups and gaps."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.annotators.charts.cells import by_language
from components.annotators.charts.rows import dots
from components.annotators.charts.words import signed
from components.annotators.controls import MEANINGS, SCORES
from components.annotators.scored import Scored
from components.present import explain
from components.present.numbers import bracketed, interval_text, p_text, whole_percent
from components.present.theme import CONFIG
from engine.datasets.languages import UNKNOWN, language_name
from engine.measures.agreement.figures import COVERED_ENOUGH, unread
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.scores import bounds_of
from engine.wording import counted, listed

_STATUS = {
    "long": "are too long for the model to produce",
    "several words": "are several words",
    "unknown": "are not in its vocabulary",
}

_MOST_LANGUAGES, _WIDTH = 2, 400  # of two figures side by side; pixels of each


def warnings(scored: Scored) -> None:
    """Show low coverage, sentences that could not be read, and groups left out."""
    messages = []
    for entry in scored.coverage:
        if entry["weak"]:
            messages.append(
                f"{language_name(entry['language'])}, {scored.label}: "
                f"{whole_percent(entry['whole_words'])} of the {entry['answers']:,} answers "
                "are whole words in the model's vocabulary, and it could produce "
                f"{whole_percent(entry['coverage'])} at all. A low score here means that the model "
                "lacks the language, not that it disagrees with a group."
            )
    lost = unread(scored.agreement)
    if lost:
        messages.append(
            f"{counted(len(lost), 'sentence')} could not be read and "
            f"{'is' if len(lost) == 1 else 'are'} left out. The first: {lost[0]['problem']}"
        )
    explain.warnings(messages)
    if scored.left_out:
        st.caption(
            f"Left out, because they have fewer than {counted(scored.least, 'annotator')}: "
            f"{explain.plain(listed(scored.left_out, 12))}."
        )


def coverage(scored: Scored) -> None:
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
            f"**{whole_percent(entry['coverage'])}** of {entry['answers']:,} answers"
            + (f" ({', '.join(missing)})" if missing else "")
        )
    st.markdown(
        f"Coverage, the answers the model could produce ({explain.plain(scored.label)}): "
        f"{'; '.join(parts)}."
    )


def languages(scored: Scored, before: Scored | None, score: str) -> None:
    """Draw groups by languages, one figure per model on one scale."""
    st.markdown(f"**{SCORES[score]}** by group and language")
    shown = [scored] if before is None else [before, scored]
    known = [
        entry[score] for each in shown for entry in each.group_scores if entry[score] is not None
    ]
    high = max(known, default=0.0)
    weak = {
        entry["language"]: ", low coverage"
        if entry["coverage"] < COVERED_ENOUGH
        else ", few whole words"
        for entry in scored.coverage
        if entry["weak"]
    }
    names = {code: language_name(code) + weak.get(code, "") for code in scored.agreement.languages}
    # Two figures of a few languages fit side by side; more languages need the full width.
    narrow = len(shown) > 1 and len(names) <= _MOST_LANGUAGES
    with st.container(horizontal=narrow, gap="small"):
        for each in shown:
            with st.container(width=_WIDTH if narrow else "stretch"):
                if before is not None:
                    st.caption(explain.plain(each.label))
                st.plotly_chart(
                    by_language(each.group_scores, names, score, high, narrow=narrow),
                    key=f"by_language_{'second' if each is before else 'first'}",
                    config=CONFIG,
                    alt=f"{SCORES[score]} by group and language",
                )
    st.caption(
        f"{SCORES[score]}: {MEANINGS[score]}. Below it, in brackets, the 95% confidence interval "
        "(CI) over annotators and sentences; n: annotators × sentences. A stronger shade means "
        "more agreement."
    )


def groups(scored: Scored, before: Scored | None, score: str, language: str) -> None:
    """Draw the groups of one language as a dot plot, with the human ceiling."""
    st.markdown(f"**Groups{in_language(language)}**")
    entries = scored.of(language)
    if not any(entry[score] is not None for entry in entries):
        st.markdown(
            f":gray[{SCORES[score]} is undefined here: in every sentence all answers were given "
            "equally often.]"
        )
        return
    people = {
        entry["group"]: scored.ceilings[language, entry["group"]]
        for entry in entries
        if score == "p_at_1"
    }
    figure = dots(
        entries,
        score,
        _axis(score, entries, people),
        [] if before is None else before.of(language),
        people,
    )
    st.plotly_chart(figure, key="groups", config=CONFIG, alt="Score by group with intervals")
    notes = []
    if before is not None:
        notes.append(f"Dots: {explain.plain(scored.label)}. Rings: {explain.plain(before.label)}.")
    if people:
        notes.append(_ceiling(people))
    else:
        notes.append(
            "The human ceiling is shown for P@1 only, where one person's answer can take the "
            "model's place."
        )
    st.caption(" ".join(notes))


def _axis(
    score: str, entries: list[dict[str, Any]], people: dict[str, dict[str, Any]]
) -> tuple[float, float]:
    """From the smallest possible value to the largest drawn."""
    low, high = bounds_of(score)
    if low < 0:
        return low, high
    ends = [
        entry["intervals"][score] or [entry[score]] for entry in entries if entry[score] is not None
    ]
    tops = [bounds[-1] for bounds in ends] + [
        entry["people"] for entry in people.values() if entry["people"] is not None
    ]
    return low, min(high, max(0.1, 1.1 * max(tops, default=high)))


def _ceiling(people: dict[str, dict[str, Any]]) -> str:
    """Explain the dotted line: people and the model scored against the same answers."""
    known = [
        entry
        for entry in people.values()
        if entry["people"] is not None and entry["model"] is not None
    ]
    if not known:
        return "No sentence has two answers from one group, so there is no human ceiling."
    human = sum(entry["people"] for entry in known) / len(known)
    model = sum(entry["model"] for entry in known) / len(known)
    return (
        "Dotted: the human ceiling, how often one person's answer is among those of the rest of "
        f"the group (mean {signed(human)}). Scored the same way, the model reaches {signed(model)}."
        + (
            " The model agrees with people more than they agree with each other, so the ceiling is "
            "a benchmark, not a limit."
            if model > human
            else ""
        )
    )


def in_language(code: str) -> str:
    """` in English`, escaped; nothing where no language is named."""
    return "" if code == UNKNOWN else f" in {explain.plain(language_name(code))}"


def ranked_gaps(scored: Scored, score: str) -> None:
    """Show the widest gap of each language, and whether the groups clearly differ."""
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
    pairs = pd.DataFrame(
        [
            {
                "language": language_name(entry["language"]),
                "higher": pair["better"],
                "lower": pair["worse"],
                "gap": pair["difference"],
                "95% CI": bracketed(pair["interval"], ".2f") or "none",
                "p (Holm)": p_text(pair["p_holm"]),
                "result": "clear difference" if pair["told_apart"] else "no clear difference",
            }
            for entry in widest
            for pair in entry["pairs"]
        ]
    ).sort_values("gap", ascending=False, kind="stable")
    with st.expander(f"{counted(len(pairs), 'pair')} of groups, widest gap first"):
        st.dataframe(
            pairs,
            hide_index=True,
            column_config={"gap": st.column_config.NumberColumn(format="%.2f")},
        )
        st.caption(
            "Each interval is for that pair alone; p and result are corrected for the number of "
            "pairs (Holm)."
        )


def _gap(entry: dict[str, Any], score: str) -> str:
    named = entry["language"] != UNKNOWN
    name = f"{explain.plain(language_name(entry['language']))}: " * named
    if entry["gap"] < 1e-9:
        every = "every" if name else "Every"
        return f"{name}{every} group has the same {SCORES[score]}, so there is no gap."
    best, worst = explain.plain(entry["best"]), explain.plain(entry["worst"])
    gap = f"{name}{best} scores **{signed(entry['gap'])}** higher than {worst}"
    if entry["interval"]:
        gap += f" ({interval_text(entry['interval'], '.2f')})"
    if entry["p"] is None:
        return f"{gap}. :gray[A group has one annotator or one sentence, so there is no test.]"
    verdict = "**The difference is clear**" if entry["told_apart"] else "**No clear difference**"
    groups = f", allowing for {entry['groups']} groups" if entry["groups"] > 2 else ""
    return f"{gap}. {verdict} ({p_text(entry['p'])}{groups})."
