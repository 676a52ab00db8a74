"""What interventions on the model of the model bar help and cost: the claim, figure and table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import named
from components.frame.widgets import background, export
from components.frame.widgets.background import Work
from components.frame.widgets.choice_box import choose
from components.frame.widgets.result import where_to_run
from components.scorecard.choice import duration
from components.scorecard.mitigation import cells, controls, tradeoff
from engine.columns.column import BIAS, COST
from engine.core.wording import counted
from engine.mitigation import words
from engine.mitigation.asked import Asked
from engine.mitigation.front import points
from engine.mitigation.report import Report
from engine.scorecard.words import names_by_reason
from engine.server import shared

QUESTION = "Which interventions bring bias nearer to neutral, and what do they cost the model?"
_READ = (
    "Each mark is an intervention on the same model. Lower: nearer to neutral in this measure. "
    "Further left: less loss of language ability. The dashed line joins those that no other "
    "beats in both; its order is not tested. Thin lines: 95% intervals of each figure by itself; "
    "colours come from paired tests against the original. Small grey dots are random interventions "
    "of the same kind and size: an intervention among them does what any damage to the model would."
)
_LEGEND = (
    "◆ original · blue: clearly nearer to neutral · orange: clearly further · grey: not clear "
    "· small grey dots: random interventions of the same size · thin lines: 95% CI"
)
_BOX = 300
_NAME = 210  # pixels of the column of names
_LINE, _HEAD = 35, 38  # pixels of a row of the table, and of its head


def draw_mitigation(subject: Subject | None) -> None:
    """Draw the section.

    Args:
        subject: of the model bar; None where its model cannot be used.
    """
    if subject is None:
        st.markdown(":gray[Choose a model in the sidebar whose interventions are compared.]")
        return
    place = st.container()
    asked = controls.mitigation_asked(subject)
    report = session.mitigation.table(asked)
    with place:
        if report is None:
            _offer(asked)
        else:
            _draw(report, asked)


def _offer(asked: Asked) -> None:
    """What the table would have, how long it takes, and the button that starts it."""

    def known() -> int:
        return int(session.mitigation.table(asked) is not None)

    command = controls.command_of(asked)
    rows, drawn = session.mitigation.size(asked)
    status = (
        f"**{counted(rows - 1, 'intervention')} on {explain.plain(named(asked.spec))}**, "
        f"{counted(len(asked.measures), 'measure')}, {counted(drawn, 'random control')}: not "
        "measured yet."
    )
    if not shared.is_shared() and not background.is_running(command):
        status += (
            f" It takes {duration(session.mitigation.seconds(asked))} for a model of the size of "
            "the bundled one, if nothing else runs on this machine."
        )
    background.offer(
        Work(
            {"Mitigation": command}, 1, 0, lambda: int(session.mitigation.table(asked) is not None)
        ),
        status,
        "Compare interventions in the background",
        "mitigation_job",
        piecemeal=False,
        asked=QUESTION,
    )


def _draw(report: Report, asked: Asked) -> None:
    said = words.claim(report, named(asked.spec))
    first_screen.draw_claim(
        explain.plain(said),
        _statistics(report),
        limits=words.LIMITS,
        more=lambda: _more(report),
        key="mitigation",
    )
    figure = _draw_tradeoff(report)
    rows = cells.table_rows(report)
    st.caption(
        "Each cell: the value, in brackets its change against the original with the 95% CI (of a "
        "perplexity the ratio), and what a test says of it."
    )
    st.dataframe(
        cells.coloured(report, rows),
        hide_index=True,
        key="mitigation_table",
        height=_HEAD + _LINE * len(rows),
        column_config={cells.NAME: st.column_config.TextColumn(width=_NAME, pinned=True)},
    )
    _reasons(report)
    export.row(
        "mitigation",
        cells.numeric_rows(report),
        figure,
        controls.command_of(asked).line(),
        {**report["manifest"], "digest": report["digest"]},
        "Bias against cost of interventions",
        where_to_run(),
        claim=explain.plain(said),
    )
    explain.method("mitigation")


def _statistics(report: Report) -> str:
    measured = [one for one in words.outcomes(report) if one.control is not None]
    said = f"{counted(len(report['interventions']) - 1, 'intervention')}, paired with the original"
    if measured:
        said += f"; {counted(report['controls'], 'random control')} each"
    return f"{said}; Holm-corrected over the rows of a measure"


def _more(report: Report) -> None:
    st.markdown(explain.plain(words.how_tested(report)))
    for said in words.sentences(report):
        st.markdown(f"- {explain.plain(said)}")
    notes = dict.fromkeys(one["held_out"] for one in report["measures"] if one["held_out"])
    for note in (*notes, *dict.fromkeys(one["about"] for one in report["interventions"])):
        if note:
            st.caption(explain.plain(note))


def _draw_tradeoff(report: Report) -> Any:
    """The two boxes of measures and the figure; None where no two measures have figures."""
    titles = {
        group: {words.short_title(one): one["name"] for one in _controlled_first(report, group)}
        for group in (BIAS, COST)
    }
    if not titles[COST]:
        st.markdown(":gray[No measure of a cost was asked for, so bias is not drawn against one.]")
        return None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        bias = titles[BIAS][choose("Bias", [*titles[BIAS]], "mitigate_bias", _BOX)]
        cost = titles[COST][choose("Cost", [*titles[COST]], "mitigate_cost", _BOX)]
    found = points(report, bias, cost)
    if len(found) < 2:
        st.markdown(":gray[Fewer than two rows have a figure in both measures.]")
        return None
    figure = tradeoff.tradeoff(report, bias, cost)
    title = "Bias against cost of interventions"
    plot.draw_figure(
        figure,
        key="mitigation_tradeoff",
        title=title,
        says=in_words.points(
            [one.label for one in found],
            ("the cost", [one.cost for one in found]),
            ("distance from neutral", [one.bias for one in found]),
        ),
        elsewhere="The table below has every number.",
    )
    st.caption(_LEGEND)
    explain.reading(_READ)
    return figure


def _controlled_first(report: Report, group: str) -> list[Mapping[str, Any]]:
    """The measures of a group; the one in which random controls are measured first."""
    own = [one for one in report["measures"] if one["group"] == group]
    return sorted(own, key=lambda one: not one["controlled"])


def _reasons(report: Report) -> None:
    labels = {one["name"]: one["label"] for one in report["interventions"]}
    titles = {one["name"]: words.short_title(one) for one in report["measures"]}
    whole = {one["name"] for one in report["interventions"] if one["problem"]}
    pairs = [(one["label"], one["problem"]) for one in report["interventions"]]
    pairs += [
        (f"{labels[one['intervention']]}, {titles[one['measure']]}", one["problem"])
        for one in report["rows"]
        if one["intervention"] not in whole
    ]
    for reason, names in names_by_reason(pairs).items():
        st.caption(explain.with_commands(f"{', '.join(names)}: {reason}"))
