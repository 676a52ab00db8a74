"""A user on the Heads page, whose mask then applies on the other pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from components.frame import session
from components.frame.present.numbers import number
from components.heads.choice import Choice
from components.heads.direct_path import said
from engine.core.wording import counted
from tests.browser.screen import (
    box,
    choose,
    claim,
    confirm,
    field,
    go_to,
    rest,
    type_into,
    upload,
    visit,
)

pytestmark = pytest.mark.browser

Effect = Callable[..., str]
SEAT_TEST = {
    "targ1": {"category": "Kitchen", "examples": ["a cook", "a baker", "a waiter"]},
    "targ2": {"category": "Workshop", "examples": ["a welder", "a smith", "a miner"]},
    "attr1": {"category": "Women", "examples": ["a woman", "a girl"]},
    "attr2": {"category": "Men", "examples": ["a man", "a boy"]},
}


@pytest.fixture(scope="module")
def effect() -> Effect:
    """The engine's own effect size under a mask, as the panel writes it."""
    from engine.core.spec import ModelSpec, parse_heads
    from engine.measures.heads.halves import of_words
    from engine.measures.seat.measure import association_tests
    from engine.measures.seat.reading import TOKEN
    from engine.models.loading import MaskedLM, load

    name, few = session.heads.FIRST_ASSOCIATION, session.FEW_CONTEXTS
    choice = Choice(session.heads.bundled_association(name, few), name, TOKEN, few)

    _, _, items, params = choice.seat(ModelSpec("bundled", "any"))
    loaded = cache(load)

    def of(heads: str, model: str = "bundled") -> str:
        lm = MaskedLM(loaded(model), parse_heads(heads))
        found = of_words(association_tests(lm, items, params)[0], choice.halves.targets)
        return number(found["effect_size"], "+.2f")

    return of


def cell(page: Page, ref: str) -> Locator:
    layer, head = ref.split("-")
    return page.get_by_role("gridcell", name=re.compile(rf"^layer {layer}, head {head}:"))


def coloured(page: Page) -> None:
    """Wait until the heads have their scores."""
    expect(cell(page, "1-1")).to_have_accessible_name(re.compile(r"head 1: [+−]?0"))


def switched_off(page: Page, heads: int) -> None:
    """Wait until the page's claim is about so many heads."""
    if heads:
        expect(claim(page)).to_contain_text(f"Switching off {counted(heads, 'head')} ")
    else:
        expect(claim(page)).not_to_contain_text("Switching off")


def effect_of(page: Page) -> Locator:
    """What is said of the user's sentence."""
    return page.locator(".st-key-sentence_effect")


def panel(page: Page) -> Locator:
    """The table of all measures, opened."""
    box = page.locator(".st-key-all_measures")
    if box.locator("details").get_attribute("open") is None:
        box.locator("summary").click()
    return box.get_by_test_id("stTable")


def columns(page: Page, *names: str) -> None:
    expect(panel(page).get_by_role("columnheader")).to_have_text(["measure", *names])


def line(page: Page, label: str) -> Locator:
    return panel(page).get_by_role("row").filter(has_text=label)


@pytest.mark.main_path
def test_clicked_heads_change_the_panel_and_every_other_page(page, app, narrow, effect):
    visit(page, app, "/heads", model=narrow)
    coloured(page)
    columns(page, "all heads on")
    expect(line(page, "SEAT d")).to_contain_text(effect("", narrow))
    for count, ref in enumerate(("2-2", "6-11"), start=1):
        cell(page, ref).click()
        switched_off(page, count)
    columns(page, "all heads on", "2 switched off")  # the table stays open
    values = f"d (goes from|is) {re.escape(effect('', narrow))} "
    expect(claim(page)).to_contain_text(re.compile(values))
    # while slower results are measured, nothing of the previous run may remain
    expect(page.get_by_test_id("stSidebar").get_by_role("link", name="Probe")).to_have_count(1)
    expect(panel(page)).to_have_count(1)
    expect(line(page, "SEAT d").get_by_role("cell").last).to_contain_text(
        effect("2-2, 6-11", narrow)
    )
    expect(field(page, "Heads switched off")).to_have_value("2-2, 6-11")
    for label in ("CPS sample", "Pseudo-perplexity", "Neutral cloze"):
        expect(line(page, label).get_by_role("cell").last).to_contain_text("95% CI [")
    expect(
        page.get_by_text(re.compile(r"^Switching off 2 random heads changes d by .* 5 sets")).first
    ).to_be_visible()
    go_to(page, "Probe")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("all heads on", exact=True).first).to_be_visible()
    expect(main.get_by_text("2 heads switched off", exact=True).first).to_be_visible()
    go_to(page, "Pairs")
    expect(claim(page)).to_contain_text("With 2 heads switched off")
    go_to(page, "Heads")
    coloured(page)
    address = page.url
    assert "heads=2-2" in address
    page.goto(address)
    confirm(page, "model")
    switched_off(page, 2)
    expect(cell(page, "6-11")).to_have_attribute("aria-selected", "true")
    page.get_by_test_id("stSidebar").get_by_role("button", name="Clear").click()
    switched_off(page, 0)
    expect(cell(page, "6-11")).to_have_attribute("aria-selected", "false")


def test_three_rapid_clicks_are_three_masks_and_a_drag_a_rectangle(page, app, narrow):
    visit(page, app, "/heads", model=narrow)
    coloured(page)
    rest(page)  # until then the grid may still move
    cell(page, "4-9").scroll_into_view_if_needed()
    places = [box(cell(page, ref)) for ref in ("4-3", "4-6", "4-9")]
    for place in places:
        page.mouse.click(place["x"] + 6, place["y"] + 6)
    switched_off(page, 3)
    expect(field(page, "Heads switched off")).to_have_value("4-3, 4-6, 4-9")
    cell(page, "1-1").hover()
    page.mouse.down()
    cell(page, "2-3").hover(force=True)
    page.mouse.up()
    switched_off(page, 9)


def test_a_click_is_handled_while_slower_results_are_still_being_measured(page, app):
    visit(page, app, "/heads", heads="5-5")
    coloured(page)
    for count, ref in enumerate(("3-3", "3-4", "3-5"), start=2):
        cell(page, ref).click()
        switched_off(page, count)


def test_two_users_each_see_their_own_mask(page, app, narrow, own_window, effect):
    masks = {page: "2-2, 2-5", own_window: "6-8, 3-12"}
    for user, heads in masks.items():
        visit(user, app, "/heads", model=narrow, heads=heads)
    for user, heads in masks.items():
        columns(user, "all heads on", "2 switched off")
        cells = line(user, "SEAT d").get_by_role("cell")
        expect(cells.nth(1)).to_contain_text(effect("", narrow))
        expect(cells.last).to_contain_text(effect(heads, narrow))


def test_the_users_sentence_is_measured_before_and_after(page, app):
    visit(page, app, "/heads", heads="2-2")
    coloured(page)
    type_into(page, "Your sentence", "The plumber said that [MASK] was late.")
    expect(line(page, "Most likely words").get_by_role("cell").nth(1)).to_contain_text("he")
    expect(effect_of(page)).to_contain_text("“he”")
    type_into(page, "Your sentence", "Nothing is hidden.")
    expect(effect_of(page)).to_contain_text("[MASK]")  # why it cannot be answered, in its place
    expect(effect_of(page).locator(".word-dots:visible")).to_have_count(0)
    expect(line(page, "Most likely words").get_by_role("cell").nth(1)).to_have_text("—")
    expect(line(page, "SEAT d").get_by_role("cell").nth(1)).to_contain_text("p\u00a0<\u00a0.001")


@pytest.mark.main_path
def test_a_mask_is_saved_and_loaded_and_one_of_another_model_refused(page, app, narrow, tmp_path):
    visit(page, app, "/heads", model=narrow, heads="2-2, 6-11")
    coloured(page)
    rest(page)
    page.get_by_role("button", name="Mask file").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save mask").click()
    saved = Path(tmp_path / "mask.json")
    download.value.save_as(saved)
    mask = json.loads(saved.read_text(encoding="utf-8"))
    assert mask["masked_heads"] == ["2-2", "6-11"]
    page.keyboard.press("Escape")
    page.get_by_test_id("stSidebar").get_by_role("button", name="Clear").click()
    switched_off(page, 0)
    load = page.get_by_role("button", name="Mask file")
    load.click()
    box = page.get_by_test_id("stPopoverBody").locator("input[type=file]")
    upload(page, saved, box)
    switched_off(page, 2)
    foreign = {**mask, "checkpoint": "bert-base-uncased", "revision": "x", "layers": 12}
    other = {
        "name": "other.json",
        "mimeType": "application/json",
        "buffer": json.dumps(foreign).encode(),
    }
    upload(page, other, box)
    expect(page.get_by_text("This mask belongs to bert-base-uncased").first).to_be_visible()
    expect(field(page, "Heads switched off")).to_have_value("2-2, 6-11")


def test_an_own_test_is_measured_and_stays_open_over_a_page_switch(page, app, narrow):
    visit(page, app, "/heads", model=narrow, association="Your own file")
    upload(
        page,
        {
            "name": "mine.json",
            "mimeType": "application/json",
            "buffer": json.dumps(SEAT_TEST).encode(),
        },
    )
    expect(page.get_by_text("Kitchen (3) and Workshop (3) · attribute words").first).to_be_visible()
    coloured(page)
    expect(line(page, "SEAT d, mine.json")).to_contain_text("6 targets")
    go_to(page, "Methods")
    go_to(page, "Heads")
    expect(page.get_by_text("Still open: mine.json").first).to_be_visible()
    expect(line(page, "SEAT d, mine.json")).to_contain_text("6 targets")


def test_a_test_whose_words_the_model_cannot_read_is_refused_where_the_claim_would_be(page, app):
    visit(page, app, "/heads", association="Your own file")
    unread = {**SEAT_TEST, "targ1": {"category": "Signs", "examples": ["☃☃", "☂☂"]}}
    data = json.dumps(unread).encode()
    upload(page, {"name": "signs.json", "mimeType": "application/json", "buffer": data})
    answer = page.locator(".st-key-first_answer")
    expect(answer.get_by_text("The target set X has 0 usable examples")).to_be_visible()


def test_german_word_lists_are_read_from_chosen_columns_with_their_labels_mapped(page, app):
    visit(page, app, "/heads", association="Your own file")
    pairs = b"Frau;Mann\r\nshe;he\r\nher;him\r\nwoman;man\r\n"
    upload(page, {"name": "paare.csv", "mimeType": "text/csv", "buffer": pairs})
    expect(page.get_by_text("Read 3 pairs of words from paare.csv: Frau and Mann.")).to_be_visible()
    rest(page)
    jobs = {"nurse": "weiblich", "teacher": "weiblich", "engineer": "männlich", "pilot": "männlich"}
    rows = "".join(f"{place};{job};{group}\r\n" for place, (job, group) in enumerate(jobs.items()))
    upload(
        page,
        {
            "name": "berufe.csv",
            "mimeType": "text/csv",
            "buffer": f"Nr;Beruf;Geschlecht\r\n{rows}".encode("cp1252"),
        },
        page.locator(".st-key-own_targets input[type=file]"),
    )
    expect(page.get_by_text("Read as Windows-1252 (Excel). Is ä right?")).to_be_visible()
    for label, choice in (
        ("target word", "Beruf"),
        ("group it goes with", "Geschlecht"),
        ("“weiblich” means", "Frau"),
        ("“männlich” means", "Mann"),
    ):
        choose(page, field(page, label), choice)
    expect(
        page.get_by_text("Read 4 target words from berufe.csv: 2 that go with Frau and 2 that go")
    ).to_be_visible()
    expect(page.get_by_text("attribute words: Frau (3) and Mann (3)").first).to_be_visible()
    coloured(page)


def test_a_change_that_no_test_calls_clear_has_no_colour(page, app):
    visit(page, app, "/heads", heads="1-9")
    columns(page, "all heads on", "1 switched off")
    sentence = line(page, "“he” rather than “she”").get_by_role("cell").last
    expect(sentence).to_contain_text("36.3 ▲\u00a01.3 closer to 50")
    arrow = sentence.locator("span", has_text="▲").last.evaluate("e => getComputedStyle(e).color")
    seat = line(page, "SEAT d").get_by_role("cell").last
    expect(seat).to_contain_text(re.compile(r"change −0\.01 \[−0\.06,\u00a0\+0\.05\]"))
    expect(seat).not_to_contain_text(re.compile("[▲▼]"))
    shades = seat.locator("span").evaluate_all("all => all.map(e => getComputedStyle(e).color)")
    assert arrow in shades  # of one sentence, which has no test, and of one that is not clear
    assert len({*shades}) == 2  # ink and the grey of what is said in small type


def test_the_heads_that_move_the_users_sentence_are_found_and_masked(page, app):
    visit(page, app, "/heads", colour_by="effect on your sentence")
    rest(page)
    expect(cell(page, "5-5")).to_have_accessible_name(re.compile(r"\+14\.7\d* points"))
    page.get_by_role("button", name="Top 3").click()
    switched_off(page, 3)
    expect(field(page, "Heads switched off")).to_have_value("2-9, 5-5, 5-8")
    expect(effect_of(page)).to_contain_text(
        "“she” falls from 57.1% to 16.2%, and “he” is now 4.3 times as likely as “she”: the "
        "preference is reversed and stronger than before."
    )


def test_the_first_screen_holds_the_claim_the_grid_and_both_words(page, app):
    page.set_viewport_size({"width": 1280, "height": 720})
    for heads in ("", "2-2, 5-5"):
        visit(page, app, "/heads", **({"heads": heads} if heads else {}))
        coloured(page)
        rest(page)
        answer = page.locator(".st-key-first_answer")
        expect(answer.locator(".st-key-claim h2")).to_be_visible()
        expect(answer.get_by_role("grid")).to_be_visible()
        expect(answer.locator(".word-dots .track .dot")).to_have_count(2)
        expect(field(page, "Your sentence")).to_be_visible()
        place = box(answer)
        assert place["y"] + place["height"] < 720
        assert answer.evaluate(_LEAVES) == []
    expect(answer.locator(".word-dots .legend > span")).to_have_text(
        ["all heads on", "2 heads off"]
    )
    dots = answer.locator(".word-dots")
    expect(dots).to_have_accessible_name(
        re.compile(r"^Two words of your sentence\. he \d.*, then ")
    )


def test_a_tapped_head_changes_what_is_in_sight_on_a_phone(page, app):
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, app, "/heads")
    coloured(page)
    rest(page)
    top = page.evaluate("() => document.querySelector('.st-key-claim').getBoundingClientRect().top")
    assert 0 < top < 400
    cell(page, "5-5").click()
    switched_off(page, 1)
    rest(page)
    grid, effect = box(page.locator(".st-key-head_grid")), box(effect_of(page))
    assert effect["y"] + effect["height"] - grid["y"] < 844  # both fit one screen
    assert effect["x"] + effect["width"] <= 390
    assert page.locator(".st-key-first_answer").evaluate(_LEAVES) == []


def test_the_columns_of_the_table_stay_while_numbers_arrive(page, app, narrow):
    visit(page, app, "/heads", model=narrow, heads="2-3")
    table = panel(page)
    expect(table.get_by_role("columnheader")).to_have_count(3)
    lefts = [box(head)["x"] for head in table.get_by_role("columnheader").all()]
    expect(line(page, "Pseudo-perplexity").get_by_role("cell").last).to_contain_text("95% CI [")
    assert [box(head)["x"] for head in table.get_by_role("columnheader").all()] == lefts


# Text in a figure that leaves its box, as [text, by how many pixels].
_LEAVES = """answer => {
  const found = []
  const hosts = [...answer.querySelectorAll('*')].map(part => part.shadowRoot).filter(root => root)
  for (const plot of hosts.flatMap(root => [...root.querySelectorAll('.word-dots')])) {
    const room = plot.getBoundingClientRect()
    for (const text of plot.querySelectorAll('span, bdi')) {
      const own = text.getBoundingClientRect()
      const beyond = Math.max(room.left - own.left, own.right - room.right)
      if (own.width && beyond > 1) found.push([text.textContent, beyond])
    }
  }
  return found
}"""


def test_heads_are_coloured_by_what_they_add_to_the_answer_directly(page, app, tiny_model_folder):
    from engine.measures.heads.path import head_paths, toward_likelier
    from engine.measures.heads.sentence import sentence_item
    from engine.models.loading import MaskedLM, load

    model, words = str(tiny_model_folder("gpt2")), ("he", "she")
    item = sentence_item("The nurse said that", words)
    (value,) = head_paths(MaskedLM(load(model, "cpu")), [item], {})
    visit(page, app, "/heads", model=model)
    coloured(page)
    colours = page.get_by_role("combobox", name="Colour and rank by")
    choose(page, colours, "direct path to the answer")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text(said(words, value))).to_be_visible()
    expect(main.get_by_text("adds to the likelier word").first).to_be_visible()
    first = number(toward_likelier(value)[1][0], "+.2f")
    expect(cell(page, "2-1")).to_have_accessible_name(re.compile(rf"head 1: {re.escape(first)}"))
