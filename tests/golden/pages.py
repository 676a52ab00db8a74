"""Opens pages alone, as the tests of pages do, and records what they draw."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.testing.v1.element_tree import Block

from tests.golden.elements import tree
from tests.golden.inputs import write_inputs
from tests.golden.openings import APP, OPENINGS, Opening
from tests.golden.recording import ROOT, Recorder
from tests.golden.running import Runner

_PATIENCE = 300  # seconds that one page may take
_TABS = "_tabs"  # end of the key of tabs that are opened one at a time
_REVIEW = ("review", "import", "sample/review.jsonl", "--title", "From there")


def record(recorder: Recorder) -> None:
    """Open every page, and each of its tabs where that is asked."""
    write_inputs(Path.cwd())
    logging.disable(logging.ERROR)  # Streamlit says for every page that it has no server
    Runner().run(_REVIEW)
    local_script_runner.require_widgets_deltas = _until_drawn
    # A page alone has no other to link to.
    st.page_link = lambda *_, **__: None  # type: ignore[assignment]
    for opening in OPENINGS:
        page = _opened(opening)
        recorder.json(opening.name, _drawn(page))
        if opening.tabs:
            # Tabs within a tab come first, while that one is open.
            for key, label in reversed(list(_tabs(page))):
                page.session_state[key] = label
                page.run()
                name = "".join(c if c.isalnum() else "-" for c in label[6:-1])
                recorder.json(f"{opening.name}/{key.removesuffix(_TABS)}-{name}", _drawn(page))


def _until_drawn(runner: Any, timeout: float = 3) -> None:
    """Wait for a page; Streamlit's own way looks every millisecond and so holds it up."""
    thread = runner._script_thread
    thread.join(timeout)
    if thread.is_alive():
        raise RuntimeError(f"the page was not drawn after {timeout} seconds")


def _opened(opening: Opening) -> AppTest:
    from components.frame import session
    from components.frame.session import state
    from engine.core.spec import ModelSpec, parse_heads
    from tests.subjects import choose

    st.cache_resource.clear()
    st.cache_data.clear()
    script = f"{APP}.py" if opening.page == APP else f"pages/{opening.page}.py"
    page = AppTest.from_file(str(ROOT / script), default_timeout=_PATIENCE)
    if opening.page != APP:  # which asks for the model itself
        page.session_state["biascope_pages"] = {}
        spec = session.spec_of(opening.model)
        heads = parse_heads(opening.heads)
        other = session.spec_of(opening.beside) if opening.beside else None
        masked = ModelSpec(spec.checkpoint, spec.revision, masked_heads=heads)
        choose(page, masked, other or (spec if heads else None))
    for key, value in opening.address.items():
        page.query_params[key] = value
    # As if the user had typed them.
    page.session_state[state.CONFIRMED] = {
        (kind, value) for kind in ("model", "file") for value in opening.address.values()
    }
    page.run()
    return page


def _drawn(page: AppTest) -> dict[str, Any]:
    address = {key: page.query_params[key] for key in sorted(page.query_params)}
    parts = page._tree.children
    return {"address": address, "page": [tree(parts[place]) for place in sorted(parts)]}


def _tabs(page: AppTest) -> Iterator[tuple[str, str]]:
    """Tabs that are not open at first: the key of the setting, and the name on the tab."""
    for node in page._tree:
        if isinstance(node, Block) and node.type == "tab_container":
            key = node.key or ""
            labels = [child.proto.label for child in node.children.values()]
            if key.endswith(_TABS):
                yield from ((key, label) for label in labels[1:])
