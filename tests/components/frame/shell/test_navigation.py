"""The menu and Home's cards show every page, however many there are."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.frame import session
from components.frame.shell import navigation, pages
from components.home import answer
from tests.components.drawn import again, drawn, unescaped
from tests.components.frame.shell.opened import opened

ROOT = Path(__file__).parents[4]


def test_every_script_is_listed_once_and_every_page_has_its_script():
    names = [page.name for page in pages.PAGES]
    assert len(set(names)) == len(names)
    assert set(names) == {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert all((ROOT / page.path).is_file() for page in pages.PAGES)


def test_the_menu_keeps_every_page_in_its_group():
    grouped = pages.by_group()
    assert [*chain(*grouped.values())] == [*pages.PAGES]
    assert list(grouped) == ["Look", "Measure", "Make", "Show"]


def test_every_page_but_home_has_a_card_with_its_one_line():
    assert [page.name for page in pages.PAGES if page not in pages.with_card()] == ["home"]
    assert all(page.summary for page in pages.with_card())


def test_a_shared_server_has_no_lab_in_its_menu_and_no_card_for_it(share):
    share()
    left_out = {page.name for page in pages.PAGES if not pages.is_here(page)}
    assert left_out == {"lab"}
    assert "lab" not in {page.name for page in pages.with_card()}
    assert [*chain(*pages.by_group().values())] == [*pages.PAGES]  # its address still answers


def script() -> None:
    from components.home import answer

    answer.ways_on()


@pytest.mark.parametrize("more", [0, 1, 2])
def test_every_page_has_a_card_of_its_own_on_home(monkeypatch, more):
    """Also beyond the eighth: no card holds two pages, and none is left out."""
    extra = [replace(pages.PAGES[-1], action=f"Extra {number}") for number in range(more)]
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, *extra))
    linked: list[str] = []

    def link(path, query_params=None, **_):
        linked.append(f"{path}?{urlencode(query_params)}" if query_params else path)

    monkeypatch.setattr(answer.st, "page_link", link)
    app = drawn(script)
    titles = [mark.value for mark in app.markdown if mark.value.startswith("**")]
    expected = [f"**{page.action}**" for page in pages.with_card()]
    assert titles == [*expected, "**Use your own model**"]
    slider = linked.pop(linked.index("pages/stage.py") + 1)
    assert slider == "pages/stage.py?collection=story&stage=6"
    assert linked == [page.path for page in pages.with_card()]
    filled = [column for column in app.columns if column.markdown]
    assert len(filled) == len(titles)


def test_the_second_link_of_the_stage_leads_to_the_slider_of_the_story():
    keys = [pin.key for pin in session.pins.pin_collection(session.pins.STORY).pins]
    number = str(keys.index("steering") + 1)
    assert {pages.COLLECTION: session.pins.STORY, pages.SCREEN: number} == pages.SLIDER


def two_pages() -> None:
    import streamlit as st

    from components.frame.shell import navigation

    def first() -> None:
        st.title("first")

    def second() -> None:
        st.title("second")

    navigation.chosen_page({"": [st.Page(first, default=True), st.Page(second)]}).run()


def test_a_run_shows_its_own_page_also_where_another_begins_meanwhile(monkeypatch):
    resolve = navigation.st.navigation
    late: list[str] = []

    def interfered(made, position):
        """As if a run for a page began just before this one is given its own."""
        if late:
            get_script_run_ctx().pages_manager.set_script_intent(late.pop(), page_name="")
        return resolve(made, position=position)

    monkeypatch.setattr(navigation.st, "navigation", interfered)
    app = drawn(two_pages)
    assert [title.value for title in app.title] == ["first"]
    hashes = {page["page_name"]: known for known, page in app._registered_pages.items()}
    for wanted, other in (("second", "first"), ("first", "second"), ("second", "first")):
        late.append(hashes[wanted])
        app._page_hash = hashes[other]
        again(app)
        assert not late
        assert [title.value for title in app.title] == [other]


def page_head() -> None:
    import streamlit as st

    from components.frame.session import state
    from components.frame.shell import model_bar, navigation

    st.session_state[state.PAGES] = {}  # registered: the script is not in a folder of pages
    model_bar.draw_model_bar()
    navigation.head("Probe", "What it shows.", measures=st.query_params.get("without") is None)


def head_line(**address: str) -> str:
    """What the page's head says of the model; empty where it says nothing."""
    page = opened(page_head, address)
    return next((caption.value for caption in page.main.caption), "")


def test_the_head_names_the_model_its_masked_heads_and_the_compared_one(tiny_model_folder):
    bert = str(tiny_model_folder("bert"))
    assert head_line() == "**biascope\\-mini**"
    own = "compared with all heads on"
    heads = "2 heads switched off (3-1, 6-12)"
    assert head_line(heads="3-1, 6-12") == f"**biascope\\-mini** · {heads} · {own}"
    shown = head_line(heads="3-1, 6-12", compare=bert)
    assert shown == f"**biascope\\-mini** · {heads} · compared with bert"
    assert head_line(model=bert, compare="bundled") == ("**bert** · compared with biascope\\-mini")


def test_the_head_stays_one_line_whatever_is_chosen(tiny_model_folder, tmp_path):
    folder = tmp_path / ("long-" * 30) / ("a" * 60 + "-end")
    shutil.copytree(tiny_model_folder("bert"), folder)
    shown = head_line(model=str(folder))
    assert shown.startswith("**aaa")
    assert shown.endswith("\\-end**")
    assert len(shown) < 60
    many = ", ".join(f"{layer}-{head}" for layer in (1, 2) for head in range(1, 13))
    assert "24 heads switched off (1-1, 1-2, 1-3, 1-4, 1-5, 1-6, …)" in head_line(heads=many)


def test_the_head_names_no_model_where_there_is_none_or_the_page_measures_none():
    assert head_line(heads="99-1") == ""
    assert head_line(without="1") == ""


def not_kept() -> None:
    from components.frame.shell.navigation import say_not_kept

    say_not_kept()


def test_the_menu_says_why_results_are_not_kept_and_on_a_shared_server_only_that(
    monkeypatch, share
):
    monkeypatch.setattr(session, "not_kept", lambda: "Results are not kept: /a/folder is full.")
    (own,) = drawn(not_kept).caption
    assert unescaped(own.value).endswith("Results are not kept: /a/folder is full.")
    share()
    (visitor,) = drawn(not_kept).caption
    assert unescaped(visitor.value).endswith("Results cannot be kept at present.")
    monkeypatch.setattr(session, "not_kept", lambda: "")
    assert not drawn(not_kept).caption
