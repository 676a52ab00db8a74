"""A box whose result is replaced shows what it counts for, also in a browser that shows another."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    """Another result, with other options, once its switch is on."""
    import streamlit as st

    from components.frame.widgets.choice_box import choose

    options = ["CPS", "SEAT"] if st.toggle("measured", key="measured") else ["GEST", "SEAT"]
    st.text(choose("Measure", options, "measure", 300, usual="SEAT"))


def read(app: AppTest) -> tuple[str, str, bool]:
    """What counts, what the box has, and whether the browser is told to show it."""
    box = app.selectbox(key="measure")
    return app.text[0].value, str(box.value), box.proto.set_value


def test_a_choice_that_is_gone_is_replaced_in_the_browser_too():
    app = AppTest.from_function(page).run()
    app.selectbox(key="measure").select("GEST").run()
    assert read(app)[:2] == ("GEST", "GEST")
    app.toggle(key="measured").set_value(True).run()
    assert read(app) == ("SEAT", "SEAT", True)


def test_a_choice_that_the_new_result_has_stays():
    app = AppTest.from_function(page).run()
    assert read(app)[:2] == ("SEAT", "SEAT")
    app.toggle(key="measured").set_value(True).run()
    assert read(app)[:2] == ("SEAT", "SEAT")
    assert not app.exception
