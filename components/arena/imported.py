"""Reports that are kept: import one, see where each came from, export or delete it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import pandas as pd
import streamlit as st

from components.arena import compare, ranking, report_names
from components.arena.figures import AnyReport, rate_alone, rate_interval
from components.arena.group_sentences import file_stem
from components.arena.report_export import as_json
from components.frame import session
from components.frame.present import download, explain
from components.frame.session import state
from engine.core.errors import BiascopeError
from engine.evaluators.suite import CLASSIFIER
from engine.measures.arena.comparable import comparable
from engine.measures.arena.kept import MEASURED
from engine.server import shared

_BOX = "arena_report_file"
_MOST = 20  # MiB; a report of 10,000 prompts has less than one
_HELP = (
    "A report that arena run, arena score or this page wrote (JSON). It is checked, {kept} and "
    "ranked with reports of the same prompts, evaluators and variant. Nothing that it names is "
    "opened or fetched."
)
_KEPT = "copied to this machine's cache"
_KEPT_FOR_YOU = "kept for your browser session alone"


def draw_arena_imported(shown: AnyReport | None = None) -> None:
    """Draw the upload box, what came of the last import, the kept reports, and two compared.

    Args:
        shown: the report of the page, which an imported one is ranked with or not.
    """
    key = f"{_BOX}_{st.session_state.get(state.ARENA_IMPORTS, 0)}"
    st.file_uploader(
        "Import a report",
        type=["json"],
        key=key,
        max_upload_size=shared.upload_mib(_MOST),
        help=_HELP.format(kept=_KEPT_FOR_YOU if shared.is_shared() else _KEPT),
        on_change=_import,
        args=(key,),
    )
    _outcome(shown)
    with explain.errors(ends_page=False):
        reports = session.arena.reports()
        draw_kept(reports)
        if len(reports) > 1:
            _compared(reports)


def _compared(reports: Sequence[AnyReport]) -> None:
    """Two of the kept reports, compared once the user asks for it."""
    asked = st.toggle(
        "Compare two of these reports",
        key="compare_kept",
        bind="query-params",
        persist_state="session",
    )
    if asked and (both := compare.choose_two_reports(reports)) is not None:
        with st.container(border=True):
            compare.draw_comparison(*both, key="compare_kept_reports")


def _import(key: str) -> None:
    """A callback, so that a report is kept once; nothing is raised here."""
    upload = st.session_state.get(key)
    if upload is None:
        st.session_state.pop(state.ARENA_IMPORTED, None)
        return
    try:
        report = session.arena.keep_report(upload.name, upload.getvalue())
    except BiascopeError as error:
        text = str(error) if upload.name in str(error) else f"{upload.name}: {error}"
        st.session_state[state.ARENA_IMPORTED] = (text, None)
        return
    st.session_state[state.ARENA_IMPORTED] = (upload.name, report)
    # Another box next time: this one would offer the file again.
    st.session_state[state.ARENA_IMPORTS] = st.session_state.get(state.ARENA_IMPORTS, 0) + 1


def outcome(name: str, report: AnyReport, shown: AnyReport | None) -> tuple[str, bool]:
    """What came of an import, and whether the report can be ranked with the page's.

    Args:
        shown: the report of the page; None where there is none.
    """
    kept = f"{name} is kept as {report_names.label_of(report)}."
    reason = None if shown is None else comparable(shown, report)
    if reason is None:
        return kept, True
    return f"{kept} It is not ranked with the result above. {reason}", False


def _outcome(shown: AnyReport | None) -> None:
    done: tuple[str, AnyReport | None] | None = st.session_state.get(state.ARENA_IMPORTED)
    if done is None:
        return
    name, report = done
    if report is None:  # then it is what went wrong
        st.error(explain.plain(name), icon=":material/info:")
        return
    text, ranked = outcome(name, report, shown)
    if ranked:
        st.success(explain.plain(text), icon=":material/check:")
    else:
        st.info(explain.plain(text), icon=":material/info:")


_HEIGHT, _ROW, _HEAD = 380, 66, 38  # pixels; Streamlit wraps text in rows above 64
_WIDTHS = {  # pixels
    "model": 150,
    "flag rate, 95% CI": 125,
    "sentences": 145,
    "evaluators": 85,
    "variant": 115,
    "from": 90,
    "kept since": 98,
}
_STAY = "Reports measured here are kept, and stay in the ranking until you delete them here."
_GONE = "This deletes the kept copy of this report from this machine. "
_BACK = {
    "stored": "It leaves the ranking, and is made again from the model's stored results whenever "
    "this page shows that model with these settings.",
    "classified": "It leaves the ranking. To have it again, judge the sentences in the "
    "background again; what is in the result store is not computed again.",
    "imported": "It leaves the ranking. To have it again, import the file again.",
}
_UNKNOWN = "not recorded"


def draw_kept(reports: Sequence[AnyReport]) -> None:
    """Draw the list."""
    if not reports:
        st.markdown(":gray[No report is kept yet. Import one, or measure a model on this page.]")
        return
    frame = kept_rows(reports)
    st.caption(f"{_STAY} Select one to export or delete it, or to rank it with the others.")
    event = st.dataframe(
        frame,
        key="arena_kept",
        hide_index=True,
        height=min(_HEIGHT, _ROW * len(frame) + _HEAD),
        row_height=_ROW,
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            name: st.column_config.TextColumn(width=width) for name, width in _WIDTHS.items()
        },
    )
    rows = event["selection"]["rows"]
    if rows and rows[0] < len(reports):
        _selected(reports[rows[0]], reports)


def kept_rows(reports: Sequence[AnyReport]) -> pd.DataFrame:
    """One row per report: model, figures, sentences, suite, variant, origin and date."""
    return pd.DataFrame(
        [
            {
                "model": report_names.model_text(report),
                "flag rate, 95% CI": _rate_text(report["overall"]),
                "sentences": report_names.set_text(report),
                "evaluators": report_names.suite_text(report),
                "variant": report["variant"],
                "from": origin_of(report),
                "kept since": date_of(report),
            }
            for report in reports
        ]
    )


def _rate_text(overall: Mapping[str, Any]) -> str:
    interval = rate_interval(overall["interval"], overall["n"]).removeprefix("95% CI ")
    return " ".join(filter(None, [rate_alone(overall), interval]))


def date_of(report: AnyReport) -> str:
    """The day a report was kept on this machine, in the time zone of the machine."""
    added = report.get("added")
    return _UNKNOWN if added is None else f"{datetime.fromtimestamp(added):%Y-%m-%d}"


def origin_of(report: AnyReport) -> str:
    """Where a report came from: the file it was imported from, or this machine."""
    return str(report.get("origin") or _UNKNOWN)


def _selected(report: AnyReport, reports: Sequence[AnyReport]) -> None:
    label = report_names.label_of(report)
    st.markdown(f"**{explain.plain(report_names.full_text(report))}**")
    with st.container(horizontal=True, gap="small"):
        download.button(
            "Report (JSON)",
            lambda: as_json(report),
            f"biascope-arena-{file_stem(label)}.json",
            "application/json",
            "arena_report_json",
            ":material/download:",
        )
        with st.popover("Delete", icon=":material/delete:"):
            st.markdown(f"{_GONE}{_BACK[_way_back(report)]}")
            st.button(
                "Delete the report",
                key="delete_arena_report",
                on_click=_forget,
                args=(report["digest"],),
            )

    asked = st.toggle(
        "Rank it with the others",
        key="rank_kept",
        help="Those of the same sentences, evaluators and variant, whatever is chosen above.",
    )
    if asked and (found := ranking.rank_reports([report, *reports])) is not None:
        with st.container(border=True):
            ranking.draw_ranking(found, found.figure(str(report["digest"])), "kept")


def _way_back(report: AnyReport) -> str:
    """How a report comes back once its copy is deleted."""
    if origin_of(report) != MEASURED:
        return "imported"
    kinds = [entry.get("kind") for entry in report["suite"]["evaluators"]]
    return "classified" if CLASSIFIER in kinds else "stored"


def _forget(digest: str) -> None:
    """A callback, so that the list is drawn without it; nothing is raised here."""
    st.session_state.pop(state.ARENA_IMPORTED, None)
    try:
        session.arena.forget_report(digest)
    except BiascopeError as error:
        st.session_state[state.ARENA_IMPORTED] = (str(error), None)
