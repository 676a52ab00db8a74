from __future__ import annotations

import pytest

from tests.components.drawn import drawn


def script() -> None:
    import streamlit as st

    from components.frame.widgets.tabs import opened_tab

    name, place = opened_tab(["First", "Second"], "tab")
    with place:
        st.text(f"drawn: {name}")


@pytest.mark.parametrize(
    ("session", "address", "name", "kept"),
    [
        pytest.param({}, {}, "First", None, id="at first"),
        pytest.param({}, {"tab": "Second"}, "Second", "Second", id="by a link"),
        pytest.param({}, {"tab": "Third"}, "First", None, id="by a link to none"),
        pytest.param({"tab": "Second"}, {}, "Second", "Second", id="left and found again"),
    ],
)
def test_only_the_open_tab_is_drawn_and_a_link_keeps_naming_it(session, address, name, kept):
    page = drawn(script, session, **address)
    assert [text.value for text in page.text] == [f"drawn: {name}"]
    assert page.query_params.get("tab") in (kept, [kept])
