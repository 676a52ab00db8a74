"""Both rankings of the CABM page and the words as data; the Stage shows both ends of a ranking."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import plotly.graph_objects as go

from components.cabm import filled_in, first_result, headlines, wording
from components.cabm.ranked import ENDS, Rankings
from components.frame.present import explain
from components.frame.present.count_bars import count_bars
from components.frame.widgets import export
from engine.core.wording import counted


def draw_exports(rankings: Rankings) -> None:
    """Draw the section to export."""
    scored, asked = rankings.scored, rankings.asked
    shown = [
        _result(
            "cabm",
            rankings.cabm_table(),
            rankings,
            "CABM",
            figure=rankings.by_cabm(),
            claim=headlines.cabm_claim(scored),
            reading=headlines.of_screen(
                scored,
                headlines.CABM if asked is not None else "",
                headlines.cabm_statistics(scored),
            ),
            stage=lambda: rankings.by_cabm(ENDS),
            shown_as="ranking",
        )
    ]
    if asked is not None:
        before = rankings.asked_before
        by_gap = _result(
            "cabm-gap",
            rankings.gap_table(asked),
            rankings,
            scored.gap,
            figure=first_result.gap_ranking(scored, asked, before),
            claim=rankings.gap_claim(asked),
            reading=headlines.of_screen(
                scored, headlines.FILLED_IN, rankings.gap_statistics(asked)
            ),
            stage=lambda: first_result.gap_ranking(scored, asked, before, rankings.ends),
            shown_as="gaps",
        )
        shown.insert(0, by_gap)
    if scored.study.first_words is not None:
        words = scored.study.first_words
        shown.append(
            _result(
                "cabm-words",
                words,
                rankings,
                "Most likely words",
                figure=count_bars(filled_in.counts(words), len(words), "sentence"),
                claim=filled_in.most_filled_in(words, scored.asks_in_ours),
            )
        )
    export.section("cabm", shown)


def _result(
    name: str,
    frame: pd.DataFrame,
    rankings: Rankings,
    title: str,
    figure: go.Figure | None = None,
    claim: str = "",
    reading: str = "",
    stage: Callable[[], go.Figure] | None = None,
    shown_as: str = "",
) -> export.Result:
    """One result of the section to export.

    Args:
        claim: plain text, as `reading`.
        shown_as: key of the figure on the page.
    """
    scored = rankings.scored
    noun = wording.noun(scored.study.data)
    return export.Result(
        name,
        frame,
        figure,
        scored.command,
        rankings.manifest,
        f"{title}, {counted(len(scored.frame), noun)}",
        scored.choice.where,
        about=scored.named,
        claim=explain.plain(claim),
        reading=explain.plain(reading),
        stage=stage,
        shown_as=shown_as,
    )
