"""A user scales a head, steers, erases and debiases, compares with the original, and shares it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.files.fit_file import SUFFIX, Fit, digest_of, fit_bytes
from engine.files.fits import FOLDER
from tests.browser.conftest import WINDOW, Serve
from tests.browser.screen import choose, claim, field, go_to, rest, type_into, visit, watched
from tests.kept_fits import erasure, vector

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def fits(narrow_model_folder: Path) -> tuple[Fit, Fit]:
    model = str(narrow_model_folder)
    return erasure(model), vector(model, layer=2)


@pytest.fixture
def fitted(
    page: Page, serve: Serve, fits: tuple[Fit, Fit], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The app, with an erasure and a vector of the model that answers at once."""
    cache = tmp_path_factory.getbasetemp() / "fitted"
    folder = cache / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for fit in fits:
        (folder / f"{label(fit)}{SUFFIX}").write_bytes(fit_bytes(fit))
    with watched(page):
        yield serve("app.py", BIASCOPE_CACHE=str(cache))


def label(fit: Fit) -> str:
    return fit.reference(digest_of(fit_bytes(fit))).label


def more(page: Page) -> None:
    """Open or close the further interventions."""
    page.get_by_role("button", name="More interventions").click()


def sidebar(page: Page) -> Locator:
    return page.get_by_test_id("stSidebar")


def head(page: Page) -> Locator:
    """The line of the page's head on what is measured."""
    return page.get_by_test_id("stMain").get_by_text(re.compile("compared with"))


def test_a_head_is_scaled_and_the_original_stands_beside_it(
    page: Page, app: str, narrow: str
) -> None:
    visit(page, app, "/probe", model=narrow)
    rest(page)
    more(page)
    type_into(page, "Scaled heads", "2-1:0.5")
    expect(head(page)).to_contain_text("head 2-1 scaled to 0.5 · compared with the original model")
    expect(page).to_have_url(re.compile(r"gate=2-1(:|%3A)0\.5"))
    rest(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(head(page)).to_have_count(0)
    expect(page).not_to_have_url(re.compile("gate="))


def test_what_is_done_is_shared_by_a_link(
    page: Page, fitted: str, narrow: str, fits: tuple[Fit, Fit], browser: Browser
) -> None:
    visit(page, fitted, "/probe", model=narrow)
    rest(page)
    more(page)
    for box, fit in zip(("Erased concepts", "Steering vectors"), fits, strict=True):
        choose(page, field(page, box), label(fit))
        field(page, box).press("Tab")  # its list stays open
    rest(page)
    page.keyboard.press("Escape")
    slider = sidebar(page).get_by_role("slider")
    slider.press("Home")
    slider.press("ArrowRight")
    words = "gender erased (LEACE), steering along gender by −0.95 at layer 2"
    expect(head(page)).to_contain_text(words)
    rest(page)
    with browser.new_context(viewport=WINDOW) as context:
        other = context.new_page()
        visit_link(other, page.url)
        expect(head(other)).to_contain_text(words)
        expect(sidebar(other).get_by_text(words)).to_be_visible()


def visit_link(page: Page, url: str) -> None:
    """Open what someone shared, and the folder that its model lies in."""
    page.goto(url)
    page.get_by_role("button", name=re.compile("^Open ")).click()


def test_pairs_are_compared_with_those_of_the_original(
    page: Page, fitted: str, narrow: str, fits: tuple[Fit, Fit]
) -> None:
    visit(page, fitted, "/pairs", model=narrow, erase=label(fits[0]))
    expect(claim(page)).to_contain_text("With gender erased (LEACE), the model prefers")
    expect(claim(page)).to_contain_text("the original model, in")
    go_to(page, "Probe")
    expect(head(page)).to_contain_text("gender erased (LEACE)")


def test_a_link_to_a_fit_that_is_not_here_says_so(page: Page, app: str, narrow: str) -> None:
    visit(page, app, "/probe", model=narrow, erase="gender-leace-0123456789ab")
    alert = page.get_by_test_id("stMain").get_by_role("alert")
    expect(alert).to_contain_text("No erasure named gender-leace-0123456789ab is kept")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(claim(page)).to_be_visible()
    expect(alert).to_have_count(0)


def test_self_debiasing_has_a_sentence_where_a_measure_reads_states(
    page: Page, app: str, narrow: str
) -> None:
    visit(page, app, "/heads", model=narrow, debias="gender")
    expect(
        page.get_by_test_id("stMain").get_by_text("which self-debiasing does not change").first
    ).to_be_visible()
