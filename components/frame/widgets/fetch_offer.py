"""A public data set that is not on this machine: what fetching it means, and a button."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.widgets import background
from engine.core.program import PROGRAM
from engine.files.fetch.download import by_hand
from engine.files.fetch.places import altered, download_folder, find, is_whole
from engine.files.fetch.registry import DataSet, data_set
from engine.server import shared


def offer(name: str) -> bool:
    """Offer to fetch a data set that is not here; the page continues once it is.

    Args:
        name: of a set of the registry.

    Returns:
        Whether it is here already; nothing is drawn then.
    """
    if find(name) is not None:
        return True
    wanted = data_set(name)
    if shared.is_shared():
        what = shared.refusal("Fetching data")
        st.info(
            f"**{explain.plain(wanted.title)}** is not on this server. {explain.plain(what)} Fetch "
            "it on your own machine, or ask whoever runs this server to run:",
            icon=":material/info:",
        )
        st.code(f"{PROGRAM} datasets get {name}", language="bash", wrap_lines=True)
        return False
    st.markdown(f"Not on this machine yet: **{explain.plain(wanted.title)}**.")
    st.markdown(
        f":gray[{wanted.bytes / 1000:,.0f} kB · licence {explain.plain(wanted.licence)} · "
        f"{explain.plain(wanted.citation)}]"
    )
    explain.note(explain.plain(wanted.caveat) or "Public data, fetched from its source.")
    for path in altered(wanted):
        message = f"{path} is not the listed version (another sha256), so it is not used."
        st.warning(explain.plain(message), icon=":material/warning:")
    background.button(
        "Fetch it",
        f"fetch_{name}",
        _fetch,
        wanted.title,
        name,
        icon=":material/download:",
    )
    st.caption(
        "It is fetched in the background from its source, at a fixed commit, and its hash is "
        "checked. It keeps running if you leave this page or close the tab."
    )
    with st.expander("Without a network"):
        _by_hand(wanted)

    @st.fragment(run_every=3)
    def look() -> None:
        if find(name) is not None:
            st.rerun()

    look()
    return False


def _fetch(title: str, name: str) -> None:
    session.background.submit_download(title, name)


def _by_hand(wanted: DataSet) -> None:
    """Where to put each file that is missing; the command line's message names only the first."""
    folder = download_folder(wanted)
    missing = [file for file in wanted.files if not is_whole(folder / file.name, file)]
    if wanted.archive:
        st.markdown(explain.plain(by_hand(wanted, missing)))
    else:
        st.markdown("Save each address as the file below it; the page then continues.")
        files = [f"{wanted.address(file)}\n  {folder / file.name}" for file in missing]
        st.code("\n".join(files), language=None, wrap_lines=True)
