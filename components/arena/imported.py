"""Reports that are kept: import one, see where each came from, export or delete it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.arena import compare, kept_table, report_names
from components.arena.figures import Report
from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from engine.core.errors import BiascopeError
from engine.measures.arena.comparable import comparable
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


def draw(shown: Report | None = None) -> None:
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
        help=_help(),
        on_change=_import,
        args=(key,),
    )
    _outcome(shown)
    with explain.errors(ends_page=False):
        reports = session.arena_reports()
        kept_table.draw(reports)
        if len(reports) > 1:
            _compared(reports)


def _help() -> str:
    return _HELP.format(kept=_KEPT_FOR_YOU if shared.is_shared() else _KEPT)


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
        report = session.keep_arena_report(upload.name, upload.getvalue())
    except BiascopeError as error:
        text = str(error) if upload.name in str(error) else f"{upload.name}: {error}"
        st.session_state[state.ARENA_IMPORTED] = (text, None)
        return
    st.session_state[state.ARENA_IMPORTED] = (upload.name, report)
    # Another box next time: this one would offer the file again.
    st.session_state[state.ARENA_IMPORTS] = st.session_state.get(state.ARENA_IMPORTS, 0) + 1


def outcome(name: str, report: Report, shown: Report | None) -> tuple[str, bool]:
    """What came of an import, and whether the report can be ranked with the page's.

    Args:
        name: of the file.
        shown: the report of the page; None where there is none.
    """
    kept = f"{name} is kept as {report_names.label_of(report)}."
    reason = None if shown is None else comparable(shown, report)
    if reason is None:
        return kept, True
    return f"{kept} It is not ranked with the result above. {reason}", False


def _outcome(shown: Report | None) -> None:
    done: tuple[str, Report | None] | None = st.session_state.get(state.ARENA_IMPORTED)
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
