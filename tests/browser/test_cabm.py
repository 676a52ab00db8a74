"""How a researcher walks through the CABM page: sample, weights by hand, masked heads, own file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Serve
from tests.browser.screen import alerts, go_to, open_tab, rest, type_into, visit, watched
from tests.browser.servers import PATIENCE
from tests.browser.test_look import _FAINT
from tests.engine.measures.cabm.test_study import framed_set

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE * 1000)

Study = Callable[..., None]
LEAN = "occupations that are not neutral"


@pytest.fixture
def study(page: Page, app: str, narrow_model_folder: Path) -> Study:
    """Open the page with the bundled data; the first time on a server they are measured."""

    def opened(**settings: str) -> None:
        visit(page, app, "/cabm", model=str(narrow_model_folder), **settings)
        expect(page.get_by_text(LEAN).first).to_be_visible(timeout=5 * PATIENCE * 1000)
        expect(rows(page).first).to_be_attached()  # a figure is drawn a moment after its words
        rest(page)

    return opened


@pytest.fixture
def app(page: Page, serve: Serve) -> Iterator[str]:
    """The address of the app; it may fetch nothing from elsewhere and must not complain."""
    with watched(page):
        yield serve("app.py")


def rows(page: Page) -> Locator:
    """Names in the ranking, from the bottom."""
    return page.get_by_test_id("stMain").locator(".js-plotly-plot").nth(1).locator(".ytick text")


def ranked(page: Page) -> list[str]:
    """Occupations of the ranking, from the top."""
    return rows(page).all_text_contents()[::-1]


def moved(page: Page, before: list[str]) -> list[str]:
    """The ranking once it differs; a figure is drawn a moment after its words."""
    for _ in range(10 * PATIENCE):
        if len(names := ranked(page)) == len(before) and names != before:
            break
        page.wait_for_timeout(100)
    return ranked(page)


def test_the_bundled_occupations_are_ranked_with_their_weights(page: Page, study: Study):
    study()
    expect(page.get_by_text("1,380 sentences about 46 occupations").first).to_be_visible()
    expect(page.get_by_text("draws, seed 0). Where they overlap").first).to_be_visible()
    names = ranked(page)
    assert len(names) == 46
    assert {"nurse", "carpenter"} <= set(names)
    assert alerts(page).count() == 0


def test_sliders_move_the_ranking(page: Page, study: Study):
    study(weighting="user-defined")
    before = ranked(page)
    slider = page.get_by_role("slider", name="pmi")
    slider.focus()
    slider.press("PageDown")
    rest(page)
    slider.press("Home")
    expect(page.get_by_text("so they are rescaled: pmi 0.00, cosine 0.50").first).to_be_visible()
    after = moved(page, before)
    assert sorted(after) == sorted(before)
    assert after != before
    expect(page).to_have_url(re.compile("weight_pmi=0"))


def test_settings_and_tab_outlive_another_page(page: Page, study: Study):
    study(weighting="user-defined", weight_pmi="0", view="Distribution")
    go_to(page, "Methods")
    go_to(page, "CABM")
    expect(page.get_by_text("so they are rescaled: pmi 0.00, cosine 0.50").first).to_be_visible()
    rest(page)
    expect(page.get_by_role("tab", name="Distribution")).to_have_attribute("aria-selected", "true")


def test_every_tab_draws_its_figures_and_can_be_read(page: Page, study: Study):
    study()
    for tab in ("SHAP", "Distribution", "Weightings", "Table", "Validation", "Maps"):
        open_tab(page, tab)
        rest(page)
        assert alerts(page).count() == 0, tab
        assert page.evaluate(_FAINT) == [], tab
    assert "view=Maps" in page.url


def test_masked_heads_are_compared_with_the_original_model(page: Page, study: Study):
    study()
    type_into(page, "Masked heads", "1-1, 3-4, 5-5, 6-6")
    expect(page.get_by_text("Hollow marks: unmodified").first).to_be_visible(
        timeout=5 * PATIENCE * 1000
    )
    open_tab(page, "Two models")
    expect(page.get_by_text("occupations change category").first).to_be_visible()


def test_an_own_file_is_measured_and_what_is_left_out_is_listed(page: Page, app: str):
    visit(page, app, "/cabm", sentences="Your own sentences")
    own = framed_set()
    rows = [f"{each.text},{each.target},{own.lists[each.target]}" for each in own.sentences]
    rows += ["The nurse <b>slept</b>.,nurse,male"]
    data = "\n".join(["sentence,occupation,list", *rows]).encode()
    page.set_input_files(
        "input[type=file]", {"name": "own.csv", "mimeType": "text/csv", "buffer": data}
    )
    expect(page.get_by_text("1 sentence left out").first).to_be_visible()
    expect(page.get_by_text("60 sentences about 10 occupations").first).to_be_visible()
    box = page.get_by_role("combobox", name="Weights")
    box.fill("equal")
    box.press("Enter")
    expect(page.get_by_text("equal weights, a third each.").first).to_be_visible(
        timeout=5 * PATIENCE * 1000
    )


@pytest.mark.parametrize("width", [900, 420])
def test_a_narrow_window_cuts_nothing_off(page: Page, study: Study, width: int):
    page.set_viewport_size({"width": width, "height": 1000})
    study()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
