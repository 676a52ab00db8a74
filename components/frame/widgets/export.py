"""Export of results: pin, data, figures, the commands that reproduce them, and the link."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode, urlsplit

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain, plot
from components.frame.present.recolour import in_light
from components.frame.present.theme import palette
from components.frame.widgets import export_files
from components.frame.widgets.export_files import as_json, finite_cells
from components.frame.widgets.result import Result
from engine.core.errors import BiascopeError
from engine.core.program import PROGRAM, arguments_of
from engine.core.shell import commands_in, for_shell
from engine.files.fetch.registry import named_in
from engine.pins import Pin, make_pin
from engine.pins.pin import MOST_ROWS
from engine.server import shared

__all__ = ["Result", "as_json", "as_pin", "link", "row", "section", "where_data_is", "within_app"]

_METRIC = "--metric"  # before the name of a measure
_PIN = (
    "Keeps this result with its figure, data and command, to present it on the Stage page or to "
    "put it into a report."
)


def row(
    name: str,
    frame: pd.DataFrame,
    figure: go.Figure | None,
    command: str,
    manifest: dict[str, Any],
    title: str = "",
    hint: str = "",
    *,
    reading: str = "",
    alt: str = "",
    live: Mapping[str, Any] | None = None,
    about: str = "",
    summary: pd.DataFrame | None = None,
    claim: str = "",
    stage: Callable[[], go.Figure] | go.Figure | None = None,
) -> None:
    """Draw the buttons under one result; the arguments are those of `Result`."""
    shown = (title, hint, reading, alt, live, about, summary, claim, stage)
    section(name, [Result(name, frame, figure, command, manifest, *shown)])


@dataclass(frozen=True)
class Awaited:
    """Where a result is added to the buttons of its section, once it is computed.

    Args:
        places: in the popovers of data, figures, commands and pins.
    """

    places: tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator, DeltaGenerator]

    def add(self, result: Result) -> None:
        """Offer the result, which has a figure, in place of what said that it is computed."""
        draw = (export_files.draw_result, export_files.draw_figure, _titled_command, _pin_button)
        for place, draw_in in zip(self.places, draw, strict=True):
            with place.container():
                draw_in(result)


def section(name: str, results: Sequence[Result], awaited: str = "") -> Awaited:
    """Draw one row of buttons for all results of a section.

    Args:
        name: key of the row.
        results: in the order of the page; their names differ.
        awaited: what to know of a result that is still computed (markdown); empty if all are there.

    Returns:
        What adds the result that is still computed before the others.
    """
    with st.container(horizontal=True, gap="small", key=f"export_{name}"):
        data = export_files.draw_data(results, awaited)
        figures = export_files.draw_figures(
            [result for result in results if result.figure is not None], awaited
        )
        with st.popover("Reproduce", icon=":material/terminal:"):
            command = export_files.place_for(awaited)
            for same in _by_command(results):
                _reproduce(same, len(results) > 1 or bool(awaited))
        pins = _pins(name, results, awaited)
        with st.popover("Link", icon=":material/link:"):
            st.code(link(), language=None, wrap_lines=True)
            st.caption(
                f"Opens this view again on this {'server' if shared.is_shared() else 'machine'}: "
                "the address holds the model, the settings of the page and the columns chosen. It "
                "does not hold a file that you uploaded, or what you chose for the values in it: "
                "upload the file and map its values again."
            )
    return Awaited((data, figures, command, pins))


def _titled_command(result: Result) -> None:
    _reproduce([result], titled=True)


def _by_command(results: Sequence[Result]) -> list[list[Result]]:
    """The results of a section, those of one command together."""
    found: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        found.setdefault((result.command, result.hint), []).append(result)
    return [*found.values()]


def _reproduce(same: Sequence[Result], titled: bool) -> None:
    """Draw one command, and what was computed for each of the results that it gives."""
    first = same[0]
    if titled:
        st.markdown("  \n".join(f"**{result.label}**" for result in same))
    st.code(for_shell(first.command), language="bash", wrap_lines=True)
    for text in (first.hint, where_data_is(first.command)):
        if text:
            st.caption(text)
    for result in same:
        of_which = f": {result.label}" * (len(same) > 1)
        with st.expander(f"How this was computed (for reviewers){of_which}"):
            st.json(result.manifest)


def _pins(name: str, results: Sequence[Result], awaited: str) -> DeltaGenerator:
    """A button for one result; a popover with a button each for several."""
    icon = ":material/push_pin:"
    if len(results) == 1 and not awaited:
        st.button("Pin", icon=icon, key=f"pin_{name}", help=_PIN, on_click=_pin, args=(results[0],))
        return st.empty()
    with st.popover("Pin", icon=icon):
        st.caption(_PIN)
        place = export_files.place_for(awaited)
        for result in results:
            _pin_button(result)
    return place


def _pin_button(result: Result) -> None:
    st.button(result.label, key=f"pin_{result.name}", on_click=_pin, args=(result,))


def _pin(result: Result) -> None:
    """Keep a result with what it shows now, and say where."""
    try:
        kept = session.pins.keep_pin(as_pin(result))
    except BiascopeError as error:
        st.toast(explain.plain(str(error)), icon=":material/info:")
        return
    st.toast(
        f"Pinned as screen {len(kept.pins)} of “{explain.plain(kept.title)}”. Present it on the "
        "Stage page.",
        icon=":material/push_pin:",
    )


def as_pin(result: Result) -> Pin:
    """A result with everything that is needed to show it again."""
    table = result.frame if result.summary is None else result.summary
    frame = finite_cells(table.head(MOST_ROWS))
    figure = result.staged
    return make_pin(
        result.headline,
        result.said,
        None if figure is None else in_light(figure, palette()),
        [str(column) for column in frame.columns],
        frame.to_numpy().tolist(),
        result.command,
        result.manifest,
        alt=result.alt or plot.said_of(result.figure),
        address=within_app(link()),
        live=result.live,
        n=len(table),
    )


def where_data_is(commands: str) -> str:
    """How commands find the public data sets that they name (markdown); empty without one."""
    sets = named_in(word for words in commands_in(commands) for word in _data_words(words))
    if not sets:
        return ""
    titles = " and ".join(explain.plain(found.title) for found in sets)
    gets = " and ".join(f"`{PROGRAM} datasets get {found.name}`" for found in sets)
    return (
        f"The command looks for {titles} in the folder that `BIASCOPE_DATA` names, then in the "
        f"cache. On a machine without it, set `BIASCOPE_DATA` or run {gets} first."
    )


def _data_words(words: Sequence[str]) -> Iterator[str]:
    """The words of a command that can name a data set.

    What the engine is to do cannot, nor what it is to measure, although a set is called `seat` too.
    """
    given = arguments_of(words) or ()
    for option, word in pairwise(given):
        if option != _METRIC:
            yield word


def within_app(address: str) -> str:
    """A page and its settings, without the server they were seen on."""
    parts = urlsplit(address)
    page = parts.path.rstrip("/").rpartition("/")[2]
    return f"{page}?{parts.query}" if parts.query else page


def link() -> str:
    """The address that restores this view."""
    named = st.session_state.get(session.state.NAMED_IN_LINKS, {})
    given = {key: st.query_params.get_all(key) for key in st.query_params}
    query = urlencode(named | given, doseq=True)
    base = (st.context.url or "").split("?")[0]
    return f"{base}?{query}" if query else base
