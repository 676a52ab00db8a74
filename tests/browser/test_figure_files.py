"""A figure of a page is saved as a picture of what is seen, with its title, in three kinds."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screen import rest, visit

pytestmark = pytest.mark.browser

_SVG = "{http://www.w3.org/2000/svg}"
_HEARD = """window.print = () => {
  window.top.printed = [document.title, document.documentElement.outerHTML]
}"""


@pytest.fixture
def saved(own_window: Page, app: str, tmp_path: Path) -> Callable[[str], Path]:
    """The file that a button of the figure on Pairs saves."""
    page = own_window
    page.add_init_script(_HEARD)
    visit(page, app, "/pairs")
    rest(page)
    page.get_by_role("button", name="Figure", exact=True).first.click()
    expect(page.get_by_role("button", name="SVG", exact=True)).to_be_visible()

    def save(button: str) -> Path:
        with page.expect_download() as download:
            page.get_by_role("button", name=button, exact=True).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        return path

    return save


@pytest.mark.main_path
def test_an_svg_shows_title_and_every_name_of_the_axis(saved):
    path = saved("SVG")
    assert path.name.startswith("biascope-pairs-")
    assert path.suffix == ".svg"
    drawn = ElementTree.parse(path).getroot()
    texts = ["".join(text.itertext()) for text in drawn.iter(f"{_SVG}text")]
    said = " ".join(texts)
    assert "How often the stereotyping sentence is preferred" in said
    for name in ("gender", "religion", "disability"):
        assert any(name in text for text in texts)
    assert drawn.findall(f"{_SVG}rect")[0].get("fill", "").startswith("rgb")
    assert not list(drawn.iter(f"{_SVG}script"))


def test_a_png_is_three_times_as_large_as_the_svg(saved):
    drawn = ElementTree.parse(saved("SVG")).getroot()
    data = saved("PNG").read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == (3 * int(drawn.get("width", 0)), 3 * int(drawn.get("height", 0)))


def test_a_pdf_is_a_printed_page_as_large_as_the_figure(own_window: Page, saved):
    drawn = ElementTree.parse(saved("SVG")).getroot()
    own_window.get_by_role("button", name="PDF", exact=True).click()
    title, printed = own_window.evaluate("window.printed")
    assert title.startswith("biascope-pairs-")
    assert f"@page {{ size: {drawn.get('width')}px {drawn.get('height')}px" in printed
    assert "How often the stereotyping sentence" in printed


def test_figures_further_down_are_saved_too(own_window: Page, app: str, tmp_path: Path):
    page = own_window
    visit(page, app, "/cabm")
    rest(page)
    page.get_by_role("button", name="Figures", exact=True).first.click()
    buttons = page.get_by_role("button", name="SVG", exact=True)
    # By the words filled in, and by CABM; the likeliest words are drawn below their buttons.
    expect(buttons).to_have_count(3)
    for button in buttons.all()[:2]:
        with page.expect_download() as download:
            button.click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        texts = ElementTree.parse(path).getroot().iter(f"{_SVG}text")
        assert any("housekeeper" in "".join(text.itertext()) for text in texts)


def test_a_figure_that_the_page_shows_otherwise_is_drawn_with_its_buttons(
    own_window: Page, app: str, tmp_path: Path
):
    page = own_window
    visit(page, app, "/heads")
    rest(page)
    page.locator(".st-key-export_heads").get_by_role("button", name="Figure").click()
    expect(page.locator(".st-key-heads-grid_preview .main-svg").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG", exact=True).last.click()
    path = tmp_path / "grid.svg"
    download.value.save_as(path)
    texts = ["".join(text.itertext()) for text in ElementTree.parse(path).iter(f"{_SVG}text")]
    assert "Bias score per head (estimate)" in " ".join(texts)
    assert {"layer", *map(str, range(1, 13))} <= set(texts)
