"""The frame of the screen: the name, the menu of pages, and what leaves the machine.

Streamlit opens the first address of a fresh server as a bare script of `pages/`; `head` notices,
registers the pages and reruns.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.frame import session
from components.frame.present import explain, glossary
from components.frame.present.theme import LIGHT, palette
from components.frame.session import state
from components.frame.shell import model_bar
from components.frame.shell.pages import PAGES, PageEntry, by_group, is_here
from engine.server import shared

_STYLE = Path(__file__).parent / "screen.css"
_TRIES = 3  # for a page; a run that is replaced begins once, so a second is rarely needed


def pages() -> st.Page:
    """Register every page and return the one that this run was asked for."""
    made = {
        group: [
            # No icon here: where no other is set, Streamlit fetches it from a font server.
            _page(entry)
            for entry in entries
        ]
        for group, entries in by_group().items()
    }
    st.session_state[state.PAGES] = made
    return chosen_page(made)


def _page(entry: PageEntry) -> st.Page:
    if is_here(entry):
        return st.Page(entry.path, title=entry.title, default=entry is PAGES[0])

    def absent() -> None:
        head(entry.title, explain.plain(shared.refusal(entry.absent)), measures=False)
        st.markdown("On your own machine, start Biascope without `--shared`, or run:")
        st.code(entry.command, language="bash", wrap_lines=True)

    return st.Page(absent, title=entry.title, url_path=entry.name)


def chosen_page(made: dict[str, list[st.Page]]) -> st.Page:
    """The page that this run was asked for, whatever other runs of the visit do meanwhile.

    All runs of a visit write the page they were asked for to the same place. One that redraws the
    old page and begins late, on a busy machine, would undo the visitor's click on another page.
    """
    # The menu is drawn by `menu`: Streamlit's own has no room for the model bar below it.
    page = st.navigation(made, position="hidden")
    run = get_script_run_ctx()
    requests = run.script_requests if run else None
    if run is None or requests is None:
        return page
    # Only the request itself is the run's own; the first of a visit leaves it to the address.
    asked = requests._rerun_data.page_script_hash
    for _ in range(_TRIES):
        if asked in ("", page._script_hash):
            break
        run.pages_manager.set_script_intent(asked, page_name="")
        page = st.navigation(made, position="hidden")
    return page


def head(title: str, asks: str, measures: bool = True, page: str = "") -> None:
    """Draw a page's title with the model and its masked heads, and what the page asks.

    The model is also named here, because the sidebar can be closed.

    Args:
        title: of the page.
        asks: one sentence (markdown, the project's own).
        measures: whether the page shows the model of the model bar.
        page: title that the glossary knows the page by, where it differs.

    Streamlit opens the first address a fresh server is asked for as a bare script of its
    pages/ folder, without app.py. Registering the pages ends that, and the rerun goes
    through app.py, so that a link works on a server that has just started.
    """
    if state.PAGES not in st.session_state:
        pages()
        st.rerun()
    with st.container(gap="xxsmall", key="page_head"):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.title(title, anchor=False, width="content")
            if measures and (line := model_bar.in_one_line()):
                st.caption(line, width="content")
                model_bar.draw_compared_health()
            if terms := glossary.terms(page or title):
                glossary.words(*terms)
        st.markdown(f":gray[{asks}]")
    explain.warnings([*st.session_state.get(state.LEFT_OUT_OF_LINK, {}).values()])


def window() -> None:
    """Set name and mark of the browser's window and of the sidebar."""
    st.set_page_config(page_title="Biascope", page_icon=icon(), layout="wide")
    st.logo(logo(), size="large", icon_image=mark())
    st.html(_STYLE)  # text of our own, and style alone


def menu() -> None:
    """Links to the pages; Streamlit passes the model bar's settings on in the address."""
    with st.sidebar:
        for group, entries in by_group().items():
            with st.container(gap="xxsmall", key=f"menu_{group}"):
                st.caption(group)
                made = st.session_state[state.PAGES][group]
                for page, entry in zip(made, entries, strict=True):
                    if is_here(entry):
                        st.page_link(page, icon=entry.icon)


def foot() -> None:
    """What leaves the machine, and whether results are kept."""
    with st.sidebar:
        say_not_kept()
        st.caption(_network_note())


def say_not_kept() -> None:
    """Say why results are not kept, where they are not."""
    problem = session.not_kept()
    if problem and shared.is_shared():  # folders are those of whoever runs the server
        problem = "Results cannot be kept at present."
    if problem:
        st.caption(f":material/warning: {explain.plain(problem)}")


def _network_note() -> str:
    if shared.is_shared():
        return (
            ":material/group: This Biascope is shared. Nobody else sees what you type or upload; "
            "the server keeps the values that it computes."
        )
    if session.offline():
        return ":material/cloud_off: Offline: nothing leaves this machine."
    return (
        ":material/lock: Text and results stay on this machine; only hub models and public data "
        "sets are downloaded."
    )


# --- brand --------------------------------------------------------------------------------
# The mark and the name, drawn for the theme the user has chosen; nothing is fetched for them.
#
# An icon named to Streamlit as a page icon would be loaded from a font server; this is not.

_MARK = (
    '<circle cx="16" cy="16" r="10.5" fill="none" stroke="{colour}" stroke-width="3"/>'
    '<path d="M16 6a10 10 0 0 0 0 20z" fill="{colour}"/>'
)
_NAME = (
    '<text x="36" y="22.6" fill="{colour}" font-size="19" font-weight="700" textLength="94" '
    "font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
    'Arial, sans-serif">Biascope</text>'
)


def icon() -> str:
    """The mark as an SVG in a grey that shows on light and dark window frames."""
    return _svg(32, _MARK, LIGHT.pale)


def mark() -> str:
    """The mark as an SVG, for where there is no room for the name."""
    return _svg(32, _MARK, palette().text)


def logo() -> str:
    """Mark and name as an SVG."""
    return _svg(134, _MARK + _NAME, palette().text)


def _svg(width: int, drawing: str, colour: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="32" '
        f'viewBox="0 0 {width} 32">{drawing.format(colour=colour)}</svg>'
    )
