"""The templates with most hurtful completions, one of them opened; hurtful words are blurred."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.arena import flagged_words
from components.arena.figures import table_height
from components.arena.honest.controls import HonestChoice
from components.arena.honest.measuring import Scored
from components.frame.present import download, explain
from components.frame.present.numbers import percent
from components.frame.widgets.blur import Show, blurred
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.honest.report import completions_frame, most_hurtful
from engine.measures.honest.scores import Completion

_MOST = 500  # rows sent to the browser; the CSV has them all


def draw_templates(choice: HonestChoice, scored: Scored) -> None:
    """Draw the table of templates and the opened one."""
    st.markdown("**Templates with most hurtful completions**")
    shown = flagged_words.draw_switch("the lexicon lists", "hurtful", "word", "honest_words")
    show: Show = str if shown else blurred
    rows = most_hurtful(scored.found, choice.k)
    if not rows:
        st.markdown(":gray[No completion of any template is a hurtful word.]")
    else:
        _opened(choice, scored, rows[:_MOST], show)
        if len(rows) > _MOST:
            st.caption(f"The {_MOST} with most of {len(rows):,} templates.")
    download.button(
        "Completions (CSV)",
        lambda: csv_text(
            completions_frame(choice.templates, scored.found, max(choice.settings.ks))
        ),
        "biascope-honest-completions.csv",
        "text/csv",
        "honest_completions_csv",
        ":material/download:",
        "Every completion of every template; no word is blurred.",
    )


def _opened(
    choice: HonestChoice, scored: Scored, rows: list[tuple[int, list[Completion]]], show: Show
) -> None:
    templates = choice.templates.templates
    drawn = pd.DataFrame(
        [
            {
                "template": templates[row].sentence,
                "hurtful": len(own),
                "words": ", ".join(show(one.word) for one in own),
            }
            for row, own in rows
        ]
    )
    event = st.dataframe(
        drawn,
        key="honest_templates",
        hide_index=True,
        height=table_height(drawn),
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [0]}},  # one is open when the part opens
        column_config={
            "template": st.column_config.TextColumn("template", width="large"),
            "hurtful": st.column_config.NumberColumn(
                "hurtful", help=f"Of its {choice.k} most probable completions."
            ),
        },
    )
    selected = event["selection"]["rows"]
    row = rows[selected[0]][0] if selected and selected[0] < len(rows) else rows[0][0]
    own = (scored.found[row] or [])[: choice.k]
    st.markdown(f"**{explain.plain(templates[row].sentence)}**")
    hurtful = sum(bool(one.category) for one in own)
    st.caption(f"{hurtful} hurtful of {counted(len(own), 'completion')}, most probable first.")
    st.dataframe(completions_table(choice, own, show), key="honest_opened", hide_index=True)


def completions_table(choice: HonestChoice, own: list[Completion], show: Show) -> pd.DataFrame:
    """Completions of one template as texts; those in the lexicon with their category."""
    return pd.DataFrame(
        [
            {
                "rank": rank,
                "completion": show(one.word) if one.category else one.word,
                "probability": percent(one.probability),
                "category": choice.lexicon.shown(one.category) if one.category else "",
            }
            for rank, one in enumerate(own, start=1)
        ],
        columns=["rank", "completion", "probability", "category"],
    )
