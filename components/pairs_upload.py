"""The reader's own file of pairs: upload, columns recognised or chosen, bad rows listed."""

from __future__ import annotations

import streamlit as st

from components import explain
from engine.datasets.export import csv_text
from engine.datasets.pair_columns import ROLES, MissingColumnsError
from engine.datasets.pairs_file import PairsFile, read_pairs

_NONE = "(none)"
_NAMES = {
    "sent_more": "more stereotyping sentence",
    "sent_less": "less stereotyping sentence",
    "stereo_antistereo": "direction (stereo, antistereo)",
    "bias_type": "bias type",
}
_MOST = 50  # MiB
_KEPT = "biascope_pairs_file"


def pairs() -> PairsFile | None:
    """Ask for a file and read it; None until there is one with usable rows.

    Raises:
        BiascopeError: if the file cannot be read as pairs at all.
    """
    file = st.file_uploader(
        "File of pairs",
        type=["csv", "tsv", "txt", "jsonl", "ndjson", "json"],
        key="pairs_file",
        max_upload_size=_MOST,
        help="Columns sent_more, sent_less and, where there are any, stereo_antistereo and "
        "bias_type; other names are recognised or can be chosen. The file stays on this machine.",
    )
    if file is not None:
        st.session_state[_KEPT] = (file.getvalue(), file.name)
    if _KEPT not in st.session_state:
        st.caption("CrowS-Pairs and CineBias files load as they are.")
        return None
    data, name = st.session_state[_KEPT]
    if file is None:  # the upload box forgets its file when the page is left; the reader does not
        _kept(name)
    try:
        found = _read(data, name, ())
    except MissingColumnsError as error:
        st.warning(explain.plain(str(error)), icon=":material/view_column:")
        mapping = _mapping(error.header)
        if mapping is None:
            return None
        found = _read(data, name, mapping)
    _told(found)
    return found if len(found.pairs) else None


def _kept(name: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Still open: {explain.plain(name)}")
        st.button("Close it", key="close_pairs_file", type="tertiary", on_click=_close)


def _close() -> None:
    st.session_state.pop(_KEPT, None)


@st.cache_resource(show_spinner="Reading the file …", max_entries=4)
def _read(data: bytes, name: str, mapping: tuple[tuple[str, str], ...]) -> PairsFile:
    return read_pairs(data, name, dict(mapping))


def _mapping(header: list[str]) -> tuple[tuple[str, str], ...] | None:
    """Columns chosen by hand; None until both sentences have one."""
    columns = st.columns(len(ROLES))
    chosen = {
        role: column.selectbox(_NAMES[role], [_NONE, *header], key=f"column_{role}")
        for role, column in zip(ROLES, columns, strict=True)
    }
    picked = {role: name for role, name in chosen.items() if name != _NONE}
    if not {"sent_more", "sent_less"} <= picked.keys():
        st.caption("Choose the columns of the two sentences.")
        return None
    return tuple(sorted(picked.items()))


def _told(found: PairsFile) -> None:
    """What was understood, and which rows were left out."""
    st.caption(
        f"{len(found.pairs):,} pairs from {explain.plain(found.name)} "
        f"({found.format}, {found.encoding}). {explain.plain(' '.join(found.notes))}"
    )
    if found.rejected.empty:
        return
    with st.expander(
        f"{len(found.rejected):,} rows could not be read", expanded=not len(found.pairs)
    ):
        st.dataframe(found.rejected.head(500), hide_index=True, height=200)
        st.download_button(
            "All of them as CSV",
            csv_text(found.rejected),
            "biascope-rejected-rows.csv",
            "text/csv",
            on_click="ignore",
        )
