"""The link of each column of the Scorecard leads to the same figure, whatever was done before."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.screen import alerts, choose, go_to, rest, visit

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Linked:
    """A column, and what the page that shows it has.

    Args:
        page: title of the page.
        before: settings of an earlier visit of it, all of them others than the column's.
        boxes: label -> what the page's box has.
        within: selector of the part that has the figure.
        says: what that part says of measure, data, pooling and contexts.
        button: that opens the part, if any.
    """

    page: str
    before: dict[str, str]
    boxes: dict[str, str]
    within: str
    says: tuple[str, ...] = ()
    button: str = ""


COLUMNS = {
    "Bundled pairs, CPS": Linked(
        "Pairs",
        {"measure": "AUL", "mode": "Mean per token", "clean": "true"},
        {
            "Pairs": "Bundled pairs",
            "Measure": "CPS (CrowS-Pairs)",
            "Scoring": "As in its paper",
        },
        ".st-key-claim",
        ("n = 300 pairs", "CPS (CrowS-Pairs)"),
    ),
    "SEAT d, gender, 10 contexts": Linked(
        "Heads",
        {"association": "Religion", "sentences_per_word": "3", "pooling": "mean"},
        {
            "Association test": "Gender words in sentences (bundled)",
            "Pooling": "the word's own pieces",
        },
        ".st-key-claim",
        ("SEAT d", "10 contexts"),
    ),
    "LPBS d, career – family": Linked(
        "Heads",
        {"association": "religion", "heads_tab": "Distribution"},
        {"Association test": "Gender words in sentences (bundled)"},
        ".st-key-all_measures tr:has-text('LPBS d, career – family')",
    ),
    "Pronoun probability gap, male minus female list": Linked(
        "CABM",
        {"view": "BEC-Pro", "scale": "raw"},
        {"Sentences": "Bundled occupation sentences", "Scale": "standardised"},
        "[data-testid=stPopoverBody]",
        ("The male list minus the female list",),
        "More",
    ),
    "GEST stereotype rate, as published, template 0, Bundled sample": Linked(
        "Pairs",
        {"tab": "GEST", "gest_template": "2"},
        {
            "Sentences": "Bundled sample",
            "Template": '0 · He / She said: "…"',
            "Figures": "As the released analysis",
        },
        "[role=tabpanel]:visible",
    ),
    "HONEST demonstration, K = 20": Linked(
        "Arena",
        {"arena_part": "HONEST", "honest_k": "1", "honest_fill": "Whole words"},
        {"Templates": "Demonstration (no download)", "People": "Women and men"},
        ".st-key-claim",
        ("K = 20",),
    ),
}
MASK = "1-1"  # of the model bar in the earlier visit; the cell's model has none


@pytest.mark.parametrize("title", COLUMNS)
def test_the_page_of_a_column_shows_the_figure_of_its_cell(
    page: Page, app: str, narrow: str, title: str
):
    linked = COLUMNS[title]
    visit(page, app, f"/{linked.page.lower()}", model=narrow, heads=MASK, **linked.before)
    rest(page)
    go_to(page, "Scorecard")
    rest(page)
    choose(page, page.locator(".st-key-cell_model input"), "biascope-mini")
    choose(page, page.locator(".st-key-cell_measure input"), title)
    rest(page)
    figure, _, _ = page.get_by_test_id("stMetricValue").first.inner_text().partition(" ")
    page.locator(".st-key-next_step_cell a").click()
    expect(page.get_by_role("heading", level=1, name=linked.page)).to_be_visible()
    rest(page)
    expect(page.get_by_label("Heads switched off", exact=True)).to_have_value("")
    for label, value in linked.boxes.items():
        expect(_box(page, label)).to_have_value(value)
    if linked.button:
        answer = page.locator(".st-key-first_answer")
        answer.get_by_role("button", name=linked.button).first.click()
    part = page.locator(linked.within)
    for said in (figure, *linked.says):
        expect(part.filter(has_text=said).first).to_be_visible()
    expect(alerts(page)).to_have_count(0)


def _box(page: Page, label: str) -> Locator:
    return page.get_by_test_id("stMain").get_by_role("combobox", name=label, exact=True).first


def test_what_a_link_asks_for_and_no_box_offers_is_said(page: Page, app: str):
    visit(page, app, "/pairs", measure="surprisal")
    said = "The link asks for “surprisal” under “Measure”, which is not offered here."
    expect(alerts(page).filter(has_text=said)).to_be_visible()
    rest(page)
    expect(_box(page, "Measure")).to_have_value("CPS (CrowS-Pairs)")
    go_to(page, "Scorecard")
    go_to(page, "Pairs")
    rest(page)
    expect(alerts(page).filter(has_text="surprisal")).to_have_count(0)
