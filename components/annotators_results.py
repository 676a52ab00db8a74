"""Results of the Annotators page: coverage first, then groups, languages, gaps, exports."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain
from components.annotators_controls import MEANINGS, SCORES
from components.annotators_scored import Scored
from components.charts.annotators_cells import by_language
from components.charts.annotators_rows import dots
from components.charts.annotators_words import signed
from components.numbers import p_text, whole_percent
from components.theme import CONFIG
from engine.datasets.languages import UNKNOWN, language_name
from engine.measures.agreement.figures import COVERED_ENOUGH, unread
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.scores import bounds_of
from engine.wording import counted, listed

_STATUS = {
    "long": "have more pieces than a candidate may have",
    "several words": "are several words",
    "unknown": "are not in its vocabulary",
}

_MOST_BESIDE, _BESIDE = 2, 400  # languages; pixels of a figure


def warnings(scored: Scored) -> None:
    """What has to be known before any score: coverage, sentences not read, groups left out."""
    told = []
    for entry in scored.coverage:
        if entry["weak"]:
            told.append(
                f"{language_name(entry['language'])}, {scored.label}: "
                f"{whole_percent(entry['whole_words'])} of the {entry['answers']:,} answers "
                "are whole words of the vocabulary, and "
                f"{whole_percent(entry['coverage'])} could be given at all. A low score there "
                "says that the model lacks the language, not that it differs from a group."
            )
    lost = unread(scored.agreement)
    if lost:
        told.append(
            f"{counted(len(lost), 'sentence')} could not be read and "
            f"{'is' if len(lost) == 1 else 'are'} left out. The first: {lost[0]['problem']}"
        )
    explain.warnings(told)
    if scored.left_out:
        st.caption(
            f"Left out, with fewer than {counted(scored.least, 'annotator')}: "
            f"{explain.plain(listed(scored.left_out, 12))}."
        )


def coverage(scored: Scored) -> None:
    """Share of the answers that the model could give, by language, in one line."""
    parts = []
    for entry in scored.coverage:
        lacks = [
            f"{whole_percent(share)} {_STATUS[status]}"
            for status, share in entry["status"].items()
            if status in _STATUS and share >= 0.005
        ]
        parts.append(
            f"{explain.plain(language_name(entry['language']))} "
            f"**{whole_percent(entry['coverage'])}** of {entry['answers']:,} answers"
            + (f" ({', '.join(lacks)})" if lacks else "")
        )
    st.markdown(
        f"Coverage, the share of answers within reach ({explain.plain(scored.label)}): "
        f"{'; '.join(parts)}."
    )


def languages(scored: Scored, before: Scored | None, score: str) -> None:
    """Groups by languages, a figure a model on one scale."""
    st.markdown(f"**{SCORES[score]}** by group and language")
    shown = [scored] if before is None else [before, scored]
    known = [entry[score] for each in shown for entry in each.figures if entry[score] is not None]
    high = max(known, default=0.0)
    weak = {
        entry["language"]: ", low coverage"
        if entry["coverage"] < COVERED_ENOUGH
        else ", few whole words"
        for entry in scored.coverage
        if entry["weak"]
    }
    names = {code: language_name(code) + weak.get(code, "") for code in scored.agreement.languages}
    # Two figures of a few languages stand side by side where there is room; more need all of it.
    beside = len(shown) > 1 and len(names) <= _MOST_BESIDE
    with st.container(horizontal=beside, gap="small"):
        for each in shown:
            with st.container(width=_BESIDE if beside else "stretch"):
                if before is not None:
                    st.caption(explain.plain(each.label))
                st.plotly_chart(
                    by_language(each.figures, names, score, high, narrow=beside),
                    key=f"by_language_{'second' if each is before else 'first'}",
                    config=CONFIG,
                    alt=f"{SCORES[score]} by group and language",
                )
    st.caption(
        f"{SCORES[score]}: {MEANINGS[score]}. Below it the 95 % interval over annotators and "
        "sentences; n: annotators × sentences. A stronger shade is more agreement."
    )


def groups(scored: Scored, before: Scored | None, score: str, language: str) -> None:
    """Dot plot of the groups of one language, with the human ceiling."""
    st.markdown(f"**Groups{in_language(language)}**")
    entries = scored.of(language)
    if not any(entry[score] is not None for entry in entries):
        st.markdown(
            f":gray[{SCORES[score]} is undefined here: no sentence has answers that differ in how "
            "often they were given.]"
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
    told = []
    if before is not None:
        told.append(f"Dots: {explain.plain(scored.label)}. Rings: {explain.plain(before.label)}.")
    if people:
        told.append(_ceiling(people))
    else:
        told.append("The human ceiling is known for P@1, where a person's one answer can stand in.")
    st.caption(" ".join(told))


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
    """The dotted line in words: people and the model against the same answers."""
    known = [
        entry
        for entry in people.values()
        if entry["people"] is not None and entry["model"] is not None
    ]
    if not known:
        return "No sentence has two answers of one group, so there is no human ceiling."
    own = sum(entry["people"] for entry in known) / len(known)
    model = sum(entry["model"] for entry in known) / len(known)
    return (
        "Dotted: how often one person's answer is among those of the rest of the group, the human "
        f"ceiling (mean {signed(own)}). Held against those same rests, so against fewer answers "
        f"than the dot, the model reaches {signed(model)}."
        + (" People answer more variously than the model: no limit, a mark." if model > own else "")
    )


def in_language(code: str) -> str:
    """` in English`, escaped; nothing where no language is named."""
    return "" if code == UNKNOWN else f" in {explain.plain(language_name(code))}"


def ranked_gaps(scored: Scored, score: str) -> None:
    """The widest gap of each language, widest first, and whether the groups can be told apart."""
    st.markdown("**Gaps between groups**")
    found = sorted(gaps(scored.agreement, score), key=lambda entry: -entry["gap"])
    if not found:
        several = any(len(scored.of(code)) > 1 for code in scored.agreement.languages)
        st.markdown(
            f":gray[No two groups of a language have a {SCORES[score]} to compare.]"
            if several
            else ":gray[There is one group only, so nothing to compare.]"
        )
        return
    for entry in found:
        st.markdown(_gap(entry, score))
    pairs = pd.DataFrame(
        [
            {
                "language": language_name(entry["language"]),
                "more": pair["better"],
                "less": pair["worse"],
                "gap": pair["difference"],
                "95 %": _bounds(pair["interval"]),
                "p, Holm": p_text(pair["p_holm"]),
                "verdict": "can be told apart" if pair["told_apart"] else "cannot be told apart",
            }
            for entry in found
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
            "An interval is of those two groups alone; the verdict counts in how many pairs were "
            "looked at (Holm)."
        )


def _gap(entry: dict[str, Any], score: str) -> str:
    named = entry["language"] != UNKNOWN
    name = f"{explain.plain(language_name(entry['language']))}: " * named
    if entry["gap"] < 1e-9:
        every = "every" if name else "Every"
        return f"{name}{every} group has the same {SCORES[score]}, so there is no gap."
    best, worst = explain.plain(entry["best"]), explain.plain(entry["worst"])
    gap = f"{name}{best} is **{signed(entry['gap'])}** above {worst}"
    if entry["interval"]:
        gap += f" (95 %: {_bounds(entry['interval'])})"
    if entry["p"] is None:
        return f"{gap}. :gray[A group has one annotator or one sentence, so there is no test.]"
    verdict = "**They can be told apart**" if entry["told_apart"] else "**Cannot be told apart**"
    many = (
        f", which counts in that the best and the worst of {entry['groups']} groups always differ"
        if entry["groups"] > 2
        else ""
    )
    return f"{gap}. {verdict}: {p_text(entry['p'])}{many}."


def _bounds(interval: list[float] | None) -> str:
    return f"{signed(interval[0])} to {signed(interval[1])}" if interval else "none"
