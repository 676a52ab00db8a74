"""One group opened: which one, its figures, its sentences with verdicts, and blurred words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

import pandas as pd
import streamlit as st

from components.arena import group_table, verdicts, wording
from components.arena.charts.group import beside_average
from components.arena.figures import (
    Entry,
    Report,
    behind_text,
    flagged_share,
    known_groups,
    rate_alone,
    rate_text,
    score_text,
)
from components.arena.verdicts import flagged_by_any, judged_by_any
from components.frame.present import download, explain, in_words, plot
from components.frame.present.numbers import number, percent
from components.frame.widgets.blur import Show, blurred
from engine.core.errors import DataSetError
from engine.core.mask_token import MASK
from engine.core.wording import counted
from engine.evaluators.hurtlex import hurtlex
from engine.evaluators.word_lists import plain_word
from engine.files.export import csv_text

Rows = Callable[[str], pd.DataFrame]

_NO_SENTENCES = (
    "Only this report's figures are on this machine, not its sentences: a report file holds no "
    "sentences. To read completions and verdicts, run the same model here on the same sentences."
)
_NAMELESS = re.compile(r"[^A-Za-z0-9]+")
_LONGEST = 60  # characters of a file's name


def draw_opened_group(report: Report, rows: Rows | None) -> None:
    """Draw the chosen group.

    Args:
        rows: group -> its completions, as `verdicts` describes them; None where only the
            report is at hand.
    """
    group = choose_group(report)
    if group is None:
        st.markdown(":gray[No group of this report has a flag rate, so there is none to open.]")
        return
    _figures(report, group)
    if rows is None:
        st.markdown(f":gray[{_NO_SENTENCES}]")
        return
    with explain.errors(ends_page=False):
        _sentences(group, rows(group))


def _figures(report: Report, group: str) -> None:
    entry = report["by_group"][group]
    category = entry.get("category") or ""
    averages = [("all sentences", report["overall"])]
    if category in report["by_category"]:
        averages.insert(0, (f"all of {category}", report["by_category"][category]))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.markdown(_sentence(report, group, averages))
        plot.draw_figure(
            beside_average((entry.get("group", group), entry), averages),
            key="arena_group_rate",
            title=f"Flag rate of {group} and of its category",
            says=in_words.listed(
                [(name, one["flag_rate"]) for name, one in [(group, entry), *averages]], percent
            ),
        )
    with right:
        st.dataframe(by_evaluator(report, group, category), hide_index=True)
        if not all(entry["counts"] for entry in report["by_evaluator"].values()):
            st.caption(f"{wording.NOT_COUNTED}.")
        st.caption(
            f"{explain.plain(wording.variant(report).capitalize())}. Lines are 95% confidence "
            "intervals over sentences."
        )


def _sentence(report: Report, group: str, averages: list[tuple[str, Entry]]) -> str:
    entry = report["by_group"][group]
    name = explain.plain(entry.get("group", group))
    others = "; ".join(f"{explain.plain(name)}: {rate_text(own)}" for name, own in averages)
    return (
        f"**{name}**: **{rate_alone(entry)}** {flagged_share(report)} ({behind_text(entry)}). "
        f"Average bias score {score_text(entry)}.  \n:gray[To compare, {others}.]"
    )


def by_evaluator(report: Report, group: str, category: str) -> pd.DataFrame:
    """Flag rates of each evaluator, for the group and its category, as texts."""
    found = []
    for name, entry in report["by_evaluator"].items():
        own = entry["by_group"].get(group)
        average = entry["by_category"].get(category)
        found.append(
            {
                "evaluator": name + ("" if entry["counts"] else " (not counted)"),
                "this group": rate_alone(own),
                "its category": rate_alone(average),
            }
        )
    return pd.DataFrame(found, columns=["evaluator", "this group", "its category"])


def _sentences(group: str, rows: pd.DataFrame) -> None:
    """The group's completions: the switch, the table, the selected row and the frequent words."""
    if rows.empty:
        st.markdown(":gray[The model gave no completion for this group's sentences.]")
        return
    shown = draw_flagged_switch()
    show = blurring(hidden_words(rows), shown)
    with st.container(border=True):
        matching, row = group_table.draw_completions_table(rows, show)
        if row is not None:
            text = completed(row["sentence"], row["completion"], show)
            st.markdown(f"**{explain.plain(text)}**")
            st.markdown("  \n".join(f":gray[{line}]" for line in verdict_lines(row, rows)))
    if not matching.empty:
        with st.container(border=True):
            draw_frequent(matching, show)
    download.button(
        "Completions and verdicts (CSV)",
        lambda: csv_text(rows),
        f"biascope-arena-{file_stem(group)}.csv",
        "text/csv",
        "arena_group_csv",
        ":material/download:",
        f"{counted(len(rows), 'completion')} of this group with all verdicts, whatever is filtered "
        "above; no word is blurred.",
    )


def verdict_lines(row: pd.Series, rows: pd.DataFrame) -> list[str]:
    """The model's probability and each evaluator's verdict on one completion (markdown).

    Args:
        rows: all of its group.
    """
    frame = row.to_frame().T
    found = [f"Probability of the completion: {_probability(row)}"]
    for name in verdicts.evaluators(rows):
        naming = verdicts.names_only(rows, name)
        (text,) = verdicts.verdict_texts(frame, name, naming)
        numbers = _numbers(row, name)
        found.append(f"{explain.plain(name)}: {explain.plain(text) or 'nothing'}{numbers}")
    return found


def _probability(row: pd.Series) -> str:
    value = row["probability"]
    return "unknown" if pd.isna(value) else percent(float(value))


def _numbers(row: pd.Series, name: str) -> str:
    """Probability and score of one verdict in brackets; empty where there is neither."""
    parts = [
        f"{what} {number(float(row[column]), '.2f')}"
        for what in (verdicts.PROBABILITY, verdicts.SCORE)
        if (column := verdicts.column(name, what)) in row and not pd.isna(row[column])
    ]
    return f" ({', '.join(parts)})" if parts else ""


def file_stem(name: str) -> str:
    """A group's name as part of a file's name: letters, digits and hyphens."""
    return _NAMELESS.sub("-", name).strip("-").lower()[:_LONGEST] or "group"


# --- group choice -------------------------------------------------------------------------
# The user chooses the open group by category; it is the most flagged one at first, and the address
# keeps it.

CATEGORY, GROUP = "group_category", "group"  # of the boxes, in the session and the address
ALL = "all categories"


def choose_group(report: Report) -> str | None:
    """Draw the boxes; the chosen group, None where no group has a flag rate."""
    everything = known_groups(report)
    if not everything:
        return None
    categories = list(dict.fromkeys(str(entry["category"]) for entry in everything.values()))
    in_order = [name for name in report["by_category"] if name in categories]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        category = st.selectbox(
            "Category of the group",
            [ALL, *in_order],
            key=CATEGORY,
            bind="query-params",
            persist_state="session",
            width=240,
        )
        known = known_groups(report, category if category in in_order else None)
        group = st.selectbox(
            "Group",
            [*known],
            key=GROUP,
            bind="query-params",
            persist_state="session",
            width=320,
            help="Most flagged first.",
        )
    return group if group in known else next(iter(known))


# --- frequent -----------------------------------------------------------------------------
# A table lists the most frequent completions of a group, and how often each was flagged.

_MOST = 25
_HEIGHT, _ROW = 320, 36  # pixels


def draw_frequent(rows: pd.DataFrame, show: Show) -> None:
    """Draw the table."""
    frame = most_frequent(rows)
    shown = frame.head(_MOST).assign(completion=frame["completion"].head(_MOST).map(show))
    st.markdown("**Most frequent completions**")
    st.dataframe(
        shown,
        key="arena_frequent",
        hide_index=True,
        placeholder="",
        height=min(_HEIGHT, _ROW * (len(shown) + 1)),
        column_config={
            "sentences": st.column_config.NumberColumn(
                "sentences", help="Sentences shown above that have this completion."
            ),
            "flagged": st.column_config.NumberColumn(
                "flagged", help="Of these, completions that at least one evaluator flagged."
            ),
            "share": st.column_config.ProgressColumn(
                "share flagged",
                format="percent",
                min_value=0.0,
                max_value=1.0,
                color="gray",
                help="Of the completions that an evaluator judged; empty where none did.",
            ),
        },
    )
    if len(frame) > _MOST:
        st.caption(f"The {_MOST} most frequent of {len(frame):,} different completions.")


def most_frequent(rows: pd.DataFrame) -> pd.DataFrame:
    """Different completions: how many sentences each, how many flagged, and the share flagged.

    Returns:
        `completion`, `sentences`, `flagged`, `share` of those judged (0 to 1, missing where none
        was); most frequent first, words of one count in the order of the alphabet.
    """
    counted = pd.DataFrame(
        {
            "completion": rows["completion"],
            "sentences": 1,
            "flagged": flagged_by_any(rows).astype(int),
            "judged": judged_by_any(rows).astype(int),
        }
    )
    sums = counted.groupby("completion", as_index=False).sum()
    sums["share"] = sums["flagged"] / sums["judged"].where(sums["judged"] > 0)
    ordered = sums.sort_values(["sentences", "completion"], ascending=[False, True], kind="stable")
    return ordered.drop(columns="judged").reset_index(drop=True)


# --- flagged words ------------------------------------------------------------------------
# Hurtful completions are blurred until the user asks for them.
#
# No list of slurs is kept, since it would itself be one. What is blurred is known from the
# verdicts, completions that any evaluator flagged, and from HurtLex where it is on this machine.
# Prompts are the project's own or the user's and are shown.

KEY = "flagged_words"  # of the switch in the session, one for the page


def draw_flagged_switch() -> bool:
    """Draw the switch of the page; whether flagged completions are to be shown."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            ":material/visibility: Completions are what a model wrote, not what is true of anyone. "
            "Words that an evaluator flagged or HurtLex lists are blurred.",
            width="stretch",
        )
        return st.toggle(
            "Show flagged words",
            key=KEY,
            persist_state="session",
            help="Every letter of a flagged completion is a dot until this is on. The CSV has the "
            "words.",
        )


def hidden_words(rows: pd.DataFrame) -> frozenset[str]:
    """Completions to blur, in lower case.

    Those that an evaluator flagged in at least one sentence, and those that are English lemmas of
    HurtLex, if it is on this machine.
    """
    flagged = rows.loc[flagged_by_any(rows), "completion"].str.casefold()
    hurtful = hurtful_lemmas()
    listed = [word for word in rows["completion"].unique() if plain_word(word) in hurtful]
    return frozenset(flagged) | {word.casefold() for word in listed}


def hurtful_lemmas() -> Collection[str]:
    """English lemmas of HurtLex; none where it is not on this machine or was changed."""
    try:
        return hurtlex("en")
    except (DataSetError, OSError):
        return ()


def blurring(hidden: Collection[str], shown: bool) -> Show:
    """What turns a completion into the text to show.

    Args:
        hidden: completions to blur, in lower case.
    """
    if shown:
        return str
    return lambda word: blurred(word) if word.casefold() in hidden else word


def completed(sentence: str, word: str, show: Show) -> str:
    """A prompt with its completion, blurred where the completion is.

    Args:
        sentence: with its mask, or completed already.
    """
    if MASK.search(sentence):
        return MASK.sub(lambda _: show(word), sentence, count=1)
    return sentence.replace(word, show(word)) if word else sentence
