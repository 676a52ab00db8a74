"""The tabs of the Annotators page; those on people, two models and the table are drawn here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.annotators import language_map, sentence
from components.annotators.charts import cells
from components.annotators.charts.rows import changes
from components.annotators.controls import MEANINGS, SCORES
from components.annotators.export import Exporter
from components.annotators.results import CEILING, in_language
from components.annotators.score_text import difference_text, is_share, scaled
from components.annotators.scoring import Scored
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, number, percent, unsigned_zeros
from components.frame.widgets import export
from components.frame.widgets.tabs import opened_tab
from engine.core.languages import language_name
from engine.measures.agreement.changes import changes_text, differences
from engine.measures.agreement.people import group_against_group
from engine.measures.agreement.wording import withheld

_PEOPLE = (
    "How often two different people, one from each group, give the same answer. A model can hardly "
    "agree with a group that does not agree with itself. Below each share, in brackets, its 95% "
    "confidence interval (CI) in %, of other sentences with these people."
)
_ALPHA = (
    "Agreement within a group: 1 where all agree, 0 where they agree no more than by chance; "
    "undefined where no two answers can be compared, or all are the same. The interval is "
    "of other sentences, with these annotators."
)
_CHANGES = (
    "Each row is a group: the change in its score from the first model to the second, with a 95% "
    "confidence interval paired by annotators and sentences. Right of the line, the second model "
    "agrees more with the group; left, less. The intervals are of each group alone. Pale: the "
    "change is not clear after Holm's correction for all groups shown, which does not show that "
    "there is none."
)

_COLUMNS = {
    **SCORES,
    "spearman_per_sentence": "Spearman ρ within sentences",
    "kendall_per_sentence": "Kendall τ-b within sentences",
    "coverage": "coverage",
    "human_p_at_1": "people P@1",
}
_TABLE = (
    "P: precision, the share of the model's first words that are among the answers. MRR: mean "
    "reciprocal rank. Pooled: over the words of all sentences at once; within sentences: the mean "
    "of the sentences' own correlations."
)
_HELP = {
    **{SCORES[key]: f"{text[0].upper()}{text[1:]}." for key, text in MEANINGS.items()},
    "coverage": "Share of the group's answers that the model could produce.",
    "people P@1": f"{CEILING[:1].upper()}{CEILING[1:]}.",
}


def draw_annotators_tabs(exporter: Exporter, before: Scored | None, language: str) -> None:
    """Draw the tabs; only the open one is computed."""
    scored = exporter.scored
    tabs: dict[str, Callable[[], None]] = {
        "Sentences": lambda: sentence.draw_browser(exporter, before, language),
        "People": lambda: draw_people(exporter, language),
    }
    if before is not None:
        tabs["Two models"] = lambda: draw_two_models(exporter, before)
    tabs["Language map"] = lambda: language_map.draw_map(exporter, before)
    tabs["Table"] = lambda: draw_scores_table(scored)
    name, panel = opened_tab([*tabs], "show")
    with panel, explain.errors(ends_page=False):
        tabs[name]()


def _card(line: str) -> DeltaGenerator:
    """Draw a line on what a figure shows, and the card for the figure below it."""
    st.markdown(f":gray[{line}]")
    return st.container(border=True)


def draw_people(exporter: Exporter, language: str) -> None:
    """Draw agreement between groups, and Krippendorff's alpha within each."""
    scored = exporter.scored
    pairs = group_against_group(scored.agreement, language)
    drawn = cells.group_against_group(pairs)
    with _card(f"How much do people agree with each other{in_language(language)}?"):
        plot.draw_figure(
            drawn,
            key="people",
            title="Share of identical answers by pair of groups",
            says=in_words.listed(
                [
                    (f"{row['group']} and {row['other']}", row["share"])
                    for row in pairs.to_dict("records")
                ],
                percent,
            ),
        )
        st.caption(_PEOPLE)
        title = f"Identical answers of two people, {language_name(language)}"
        export.section("people", [exporter.result("people", pairs, drawn, title)])
    st.markdown("**Krippendorff's α**")
    st.dataframe(
        pd.DataFrame([_alpha(entry) for entry in scored.alphas if entry["language"] == language]),
        hide_index=True,
        placeholder="–",
    )
    st.caption(_ALPHA)


def _alpha(entry: dict[str, Any]) -> dict[str, object]:
    return {
        "group": entry["group"] or "everyone",
        "α": number(entry["alpha"], ".2f"),
        "95% CI": bracketed(entry["interval"], ".2f") or "none",
        "annotators": entry["annotators"],
        "sentences with two or more answers": entry["sentences"],
    }


def draw_two_models(exporter: Exporter, before: Scored) -> None:
    """Draw how each group's score changes from the model compared with to the model."""
    scored, score = exporter.scored, exporter.choice.score
    line = (
        f"For which groups does {SCORES[score]} change from {explain.plain(before.label)} to "
        f"{explain.plain(scored.label)}?"
    )
    entries = [
        {**entry, "name": f"{language_name(entry['language'])}: {entry['group']}"}
        for entry in differences(scored.agreement, before.agreement, score)
    ]
    known = [entry for entry in entries if entry["change"] is not None]
    with _card(line):
        if not known:
            st.markdown(":gray[No group has this score for both models.]")
            return
        drawn = changes(known, score)
        plot.draw_figure(
            drawn,
            key="changes",
            title=f"Change of {SCORES[score]} by group",
            says=in_words.listed([(entry["name"], entry["change"]) for entry in known], "+.2f"),
        )
        st.markdown(explain.plain(changes_text(known, lambda size: difference_text(size, score))))
        st.caption(_CHANGES)
        title = f"Change of {SCORES[score]} from {before.label}"
        export.section("changes", [exporter.result("changes", _tidy(known), drawn, title)])


def _tidy(entries: list[dict[str, Any]]) -> pd.DataFrame:
    """One row per group and language, the interval in two columns."""
    columns = ["group", "language", "before", "after", "change", "p", "p_holm"]
    kept = pd.DataFrame(entries)[columns]
    ends = [entry["interval"] or (None, None) for entry in entries]
    return kept.join(pd.DataFrame(ends, columns=["low", "high"]))


def draw_scores_table(scored: Scored) -> None:
    """Show all scores, one row per group and language; shares in percent."""
    rows = [
        {
            "language": language_name(entry["language"]),
            "group": entry["group"],
            "annotators": entry["n_annotators"],
            "sentences": entry["n_sentences"],
            "answers": entry["n_answers"],
            **{
                name: None if entry[key] is None else scaled(entry[key], key)
                for key, name in _COLUMNS.items()
            },
            "words pooled": entry["pooled_n"],
            "sentences with ranks": entry["sentences_with_ranks"],
        }
        for entry in scored.group_scores
    ]
    st.dataframe(
        unsigned_zeros(
            pd.DataFrame(rows).astype(dict.fromkeys(_COLUMNS.values(), "Float64")),
            {name: 1 if is_share(key) else 2 for key, name in _COLUMNS.items()},
        ),
        hide_index=True,
        placeholder="–",
        column_config={
            name: st.column_config.NumberColumn(
                format="%.1f%%" if is_share(key) else "%.2f", help=_HELP.get(name)
            )
            for key, name in _COLUMNS.items()
        },
    )
    reason = withheld(scored.group_scores)
    st.caption(" ".join(filter(None, [_TABLE, reason])))
