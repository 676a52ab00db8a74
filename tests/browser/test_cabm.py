"""How a researcher walks through the CABM page: sample, weights by hand, masked heads, own file."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.contrast import faint_texts
from tests.browser.screen import (
    alerts,
    box,
    choose,
    claim,
    field,
    go_to,
    open_tab,
    recolour,
    rest,
    type_into,
    upload,
    use_file,
    visit,
)
from tests.browser.servers import MEASURING, PATIENCE
from tests.engine.measures.cabm.test_study import framed_set

pytestmark = pytest.mark.browser

# Marks, lines and cells of the figures that are not grey: a side is not bias and has no colour.
_COLOURED = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const parts = text => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1)
    return canvas.getImageData(0, 0, 1, 1).data
  }
  const found = []
  for (const e of document.querySelectorAll('.js-plotly-plot .main-svg path')) {
    const style = getComputedStyle(e)
    for (const text of [style.fill, style.stroke]) {
      if (text === 'none') continue
      const [r, g, b, a] = parts(text)
      if (a > 0 && Math.max(r, g, b) - Math.min(r, g, b) > 40) found.push(text)
    }
  }
  return {found: [...new Set(found)], paths: document.querySelectorAll('path.point').length}
}"""
# Texts of a figure's cells and headings that overlap another.
_OVERPRINTED = """() => {
  const figure = [...document.querySelectorAll('.js-plotly-plot')]
    .find(each => each.querySelector('.heatmaplayer .hm'))
  const boxes = [...figure.querySelectorAll('.textpoint text, .xtick text')]
    .map(e => [e.textContent, e.getBoundingClientRect()])
  const found = []
  boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (across > 0.5 && down > 3) found.push(`${one} and ${other}`)
  }))
  return {found, texts: boxes.length}
}"""

Study = Callable[..., None]
LEAN = "to one side"  # of the claim of CABM
LAPTOP = {"width": 1280, "height": 720}


@pytest.fixture
def study(page: Page, app: str, narrow: str) -> Study:
    """Open the page with the bundled data; the first time on a server they are measured."""

    def opened(**settings: str) -> None:
        visit(page, app, "/cabm", model=narrow, **settings)
        expect(page.get_by_text(LEAN).first).to_be_visible(timeout=MEASURING * 1000)
        expect(rows(page).first).to_be_attached()  # a figure is drawn a moment after its words
        rest(page)

    return opened


def rows(page: Page) -> Locator:
    """Names in the ranking of all occupations by CABM, from the bottom."""
    return page.locator(".st-key-ranking .ytick text")


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


@pytest.mark.main_path
def test_the_bundled_occupations_are_ranked_and_a_side_has_no_colour_of_bias(
    page: Page, study: Study
):
    study()
    settings = page.locator(".st-key-first_settings")
    expect(settings.get_by_text("1,380 sentences about 46 occupations")).to_be_visible()
    expect(page.get_by_text("occupations on their list, each by trees").first).to_be_visible()
    expect(page.get_by_text("All 46 occupations").first).to_be_visible()
    names = ranked(page)
    assert len(names) == 46
    assert {"nurse", "carpenter"} <= set(names)
    assert alerts(page).count() == 0
    main = page.get_by_test_id("stMain")
    words = main.inner_text()
    order = [
        words.find(text)
        for text in (
            *(claim(page).first.inner_text(), "By CABM, ", "Weights of the features"),
            *("SHAP\n", "Distribution\n", "Validation\n", "All 46 occupations"),
        )
    ]
    assert -1 not in order, order
    assert order == sorted(order)
    assert "orange" not in words.casefold()
    for theme in ("light", "dark"):
        recolour(page, theme)
        checked = page.evaluate(_COLOURED)
        assert checked["paths"] > 2 * 46
        assert checked["found"] == []


@pytest.mark.parametrize(
    "settings",
    [
        {"view": "Weightings", "weighting": "user-defined"},
        {"view": "Features", "features": "Both groups side by side"},
    ],
)
def test_no_number_of_a_heatmap_is_overprinted_on_a_telephone(
    page: Page, study: Study, settings: dict[str, str]
):
    page.set_viewport_size({"width": 390, "height": 844})
    study(**settings)
    expect(page.locator(".heatmaplayer .hm").first).to_be_attached()
    rest(page)
    checked = page.evaluate(_OVERPRINTED)
    assert checked["texts"] > 46 * 5
    assert checked["found"] == []


def test_the_first_screen_has_the_claim_and_both_ends_of_the_ranking(page: Page, study: Study):
    page.set_viewport_size(LAPTOP)
    study()
    answer = page.locator(".st-key-first_answer")
    expect(answer.locator(".st-key-claim h2")).to_contain_text(re.compile("likel(ier|y) for"))
    expect(
        answer.get_by_text("The same is expected in others where Holm-corrected p")
    ).to_be_visible()
    where = box(answer)
    assert where["y"] + where["height"] <= LAPTOP["height"], where
    names = answer.locator(".ytick text").all_text_contents()
    assert len(names) == 13
    assert "34 more" in names
    axis = answer.locator(".xtitle")
    expect(axis).to_contain_text("How much likelier “he” is than “she”")
    answer.get_by_role("button", name="Limits").click()
    limits = page.get_by_test_id("stPopoverBody")
    expect(limits.get_by_text("says anything about any one person")).to_be_visible()
    expect(limits.get_by_text("690 male and 690 female")).to_be_visible()
    expect(limits.get_by_text("137,485 with he, him or his")).to_be_visible()


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
    tabs = ("Features", "SHAP", "Distribution", "Weightings", "Table", "Validation", "Maps")
    first = page.get_by_role("tab").all_inner_texts()[:2]
    assert first == ["SHAP", "Distribution"]
    for tab in tabs:
        open_tab(page, tab)
        rest(page)
        assert page.evaluate(_COLOURED)["found"] == [], tab
        assert alerts(page).count() == 0, tab
        assert faint_texts(page) == [], tab
    assert "view=Maps" in page.url


def test_masked_heads_are_compared_with_the_original_model(page: Page, study: Study):
    study()
    type_into(page, "Heads switched off", "1-1, 3-4, 5-5, 6-6")
    expect(page.get_by_text("Not drawn here: all heads on").first).to_be_visible(
        timeout=MEASURING * 1000
    )
    open_tab(page, "Two models")
    expect(page.get_by_text("settled in both models").first).to_be_visible()


def test_german_columns_and_groups_of_an_own_file_are_chosen_and_mapped(page: Page, app: str):
    visit(page, app, "/cabm", sentences="Your own sentences")
    own = framed_set()
    german = {"male": "männlich", "female": "weiblich"}
    rows = [
        f"{each.text};{each.target};{german[own.groups.names[each.group]]}"
        for each in own.sentences
    ]
    data = "\r\n".join(["Satz;Beruf;Geschlecht", *rows]).encode("cp1252")
    upload(page, {"name": "sätze.csv", "mimeType": "text/csv", "buffer": data})
    expect(page.get_by_text("sätze.csv needs the column sentence.").first).to_be_visible()
    expect(page.get_by_text("Read as Windows-1252 (Excel). Is ä right?").first).to_be_visible()
    for label, column in (
        ("sentence", "Satz"),
        ("occupation (optional)", "Beruf"),
        ("group of the pronoun (optional)", "Geschlecht"),
        ("“männlich” means", "male"),
        ("“weiblich” means", "female"),
    ):
        choose(page, field(page, label), column)
    use_file(page)
    expect(page.get_by_text("60 sentences about 10 occupations").first).to_be_visible()
    expect(page.get_by_text(re.compile("sentences? left out$"))).to_have_count(0)


@pytest.mark.main_path
def test_an_own_file_is_measured_and_what_is_left_out_is_listed(page: Page, app: str):
    visit(page, app, "/cabm", sentences="Your own sentences")
    own = framed_set()
    rows = [f"{each.text},{each.target},{own.lists[each.target]}" for each in own.sentences]
    rows += ["The nurse <b>slept</b>.,nurse,male"]
    data = "\n".join(["sentence,occupation,list", *rows]).encode()
    upload(page, {"name": "own.csv", "mimeType": "text/csv", "buffer": data})
    expect(page.get_by_text("1 sentence left out").first).to_be_visible()
    expect(page.get_by_text("60 sentences about 10 occupations").first).to_be_visible()
    weights = page.get_by_role("combobox", name="Weights")
    weights.fill("equal")
    weights.press("Enter")
    expect(page.get_by_text("equal weights, a third each.").first).to_be_visible(
        timeout=MEASURING * 1000
    )
    whose = "of 8 jobs in 6 sentences of Biascope's, not of your file"
    expect(page.get_by_text(whose).first).to_be_visible()
