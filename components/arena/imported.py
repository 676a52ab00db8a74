"""Reports that are kept: import one, see where each came from, export or delete it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components import session
from components.arena import compare, kept_table, report_names
from components.arena.figures import Report
from components.present import explain
from components.session import state
from engine.errors import BiascopeError
from engine.measures.arena.ranking import comparable

_BOX = "arena_report_file"
_MOST = 20  # MiB; a report of 10,000 prompts has less than one
_HELP = (
    "A report that arena run, arena score or this page wrote (JSON). It is checked, copied to this "
    "machine's cache and ranked with reports of the same prompts, evaluators and variant. Nothing "
    "that it names is opened or fetched."
)


def draw() -> None:
    """Draw the upload box, what came of the last import, the kept reports, and two compared."""
    key = f"{_BOX}_{st.session_state.get(state.ARENA_IMPORTS, 0)}"
    st.file_uploader(
        "Import a report",
        type=["json"],
        key=key,
        max_upload_size=_MOST,
        help=_HELP,
        on_change=_import,
        args=(key,),
    )
    _outcome()
    with explain.errors(ends_page=False):
        reports = session.arena_reports()
        kept_table.draw(reports)
        if len(reports) > 1:
            _compared(reports)


def _compared(reports: Sequence[Report]) -> None:
    """Two of the kept reports, compared once the user asks for it."""
    asked = st.toggle(
        "Compare two of these reports",
        key="compare_kept",
        bind="query-params",
        persist_state="session",
    )
    if asked and (both := compare.choose(reports)) is not None:
        with st.container(border=True):
            compare.draw(*both, key="compare_kept_reports")


def _import(key: str) -> None:
    """A callback, so that a report is kept once; nothing is raised here."""
    upload = st.session_state.get(key)
    if upload is None:
        st.session_state.pop(state.ARENA_IMPORTED, None)
        return
    try:
        others = session.arena_reports()
        report = session.keep_arena_report(upload.name, upload.getvalue())
    except BiascopeError as error:
        st.session_state[state.ARENA_IMPORTED] = (False, f"{upload.name}: {error}")
        return
    st.session_state[state.ARENA_IMPORTED] = (True, outcome(upload.name, report, others))
    # Another box next time: this one would offer the file again.
    st.session_state[state.ARENA_IMPORTS] = st.session_state.get(state.ARENA_IMPORTS, 0) + 1


def outcome(name: str, report: Report, others: Sequence[Report]) -> str:
    """What came of an import, and with which reports it is ranked.

    Args:
        name: of the file.
        others: reports that were kept before.
    """
    kept = f"{name} is kept as {report_names.label_of(report)}."
    others = [other for other in others if other["digest"] != report["digest"]]
    reasons = [comparable(other, report) for other in others]
    if not reasons or None in reasons:
        return kept
    return f"{kept} It is not ranked with the other reports here. {reasons[0]}"


def _outcome() -> None:
    done: tuple[bool, str] | None = st.session_state.get(state.ARENA_IMPORTED)
    if done is None:
        return
    kept, text = done
    if kept:
        st.success(explain.plain(text), icon=":material/check:")
    else:
        st.error(explain.plain(text), icon=":material/info:")
