"""How people use the app, on its bundled model."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from engine.first_sight.examples import CONTRASTS
from tests.browser.screen import (
    SENTENCE,
    alerts,
    bars,
    box,
    claim,
    field,
    go_to,
    labels,
    rest,
    shows,
    type_into,
    visit,
    watched,
)
from tests.nowhere import NOWHERE

pytestmark = pytest.mark.browser

HEADS = "3-1, 6-12"
EXAMPLE = "The nurse said that [MASK] was tired."
PLUMBER = "The plumber said that [MASK] was late."
Answer = Callable[..., dict]


@pytest.fixture(scope="module")
def answer() -> Answer:
    """The engine's own answer, asked without the screen."""
    from engine.core.spec import parse_heads
    from engine.flow.registry import MEASURES
    from engine.models.loading import MaskedLM, load

    model = load("bundled")

    def ask(text: str, heads: str = "", measure: str = "completion", **params: object) -> dict:
        params = {"top_k": 8, "targets": ["he", "she"], "hide": ["piece", "punctuation"]} | params
        item = {"text": text} | ({"groups": params.pop("groups")} if "groups" in params else {})
        scorer = MEASURES[measure].scorer()
        return scorer(MaskedLM(model, parse_heads(heads)), [item], params)[0]

    return ask


@pytest.mark.main_path
def test_a_first_visit_shows_a_result_and_checks_the_model(page, app, answer):
    visit(page, app)
    first, other = EXAMPLE, CONTRASTS[EXAMPLE]
    shows(page, answer(first, top_k=5, hide=["piece", "punctuation"])["predictions"][0])
    expect(page).to_have_title("Biascope")
    expect(page.get_by_test_id("stMain")).to_contain_text(f"For comparison, “{other}”:")
    healthy = page.get_by_test_id("stSidebar").get_by_text("passes basic checks", exact=True)
    expect(healthy.first).to_be_visible()
    expect(page.get_by_text("Pseudo-perplexity").first).to_be_visible()
    icon = page.locator("link[rel='shortcut icon']").get_attribute("href")
    assert icon.startswith("data:image/svg+xml")


def test_bars_are_as_long_as_their_share_of_an_axis_to_100_percent(page, app, answer):
    visit(page, app)
    words = answer(EXAMPLE, top_k=5, hide=["piece", "punctuation"])["predictions"][0]
    shows(page, words)
    rest(page)
    main = page.get_by_test_id("stMain")
    axis = main.locator(".axis")
    expect(axis).to_have_text("050100%")
    whole = box(axis)["width"]
    widths = [box(bar)["width"] for bar in main.locator(".bar").all()]
    shares = [word["probability"] for word in words]
    assert widths == pytest.approx([max(2, share * whole) for share in shares], abs=1)
    assert widths[0] > 1.2 * widths[1]  # so a wrong axis would be seen


@pytest.mark.main_path
def test_a_typed_sentence_brings_new_bars_with_the_engines_numbers(page, app, answer):
    visit(page, app, "/probe")
    shows(page, answer(EXAMPLE)["predictions"][0])
    type_into(page, SENTENCE, PLUMBER)
    expected = answer(PLUMBER)
    shows(page, expected["predictions"][0])
    he, she = (entry["probability"] for entry in expected["targets"])
    more = ("he", "she") if he > she else ("she", "he")
    ratio = max(he, she) / min(he, she)
    assert ratio > 1.1
    expect(page.get_by_test_id("stMain")).to_contain_text(
        f"“{more[0]}” is {ratio:.1f} times as likely as “{more[1]}”"
    )


def test_a_sentence_typed_on_home_goes_along_to_the_probe_page(page, app, answer):
    visit(page, app)
    shows(page, answer(EXAMPLE, top_k=5, hide=["piece", "punctuation"])["predictions"][0])
    type_into(page, "Sentence", PLUMBER)
    shows(page, answer(PLUMBER, top_k=5, hide=["piece", "punctuation"])["predictions"][0])
    go_to(page, "Probe")
    expect(field(page, SENTENCE)).to_have_value(PLUMBER)
    shows(page, answer(PLUMBER)["predictions"][0])


@pytest.mark.main_path
def test_masked_heads_stand_beside_the_untouched_model_on_every_page(page, app, answer):
    visit(page, app, "/probe")
    shows(page, answer(EXAMPLE)["predictions"][0])
    type_into(page, "Heads switched off", HEADS)
    untouched, masked = answer(EXAMPLE), answer(EXAMPLE, HEADS)
    shows(page, untouched["predictions"][0], masked["predictions"][0])
    main, side = page.get_by_test_id("stMain"), page.get_by_test_id("stSidebar")
    # The tables below the bars write these names too.
    expect(main.get_by_text("all heads on", exact=True).first).to_be_visible()
    expect(main.get_by_text("2 heads switched off", exact=True).first).to_be_visible()
    go_to(page, "Methods")
    expect(field(page, "Heads switched off")).to_have_value(HEADS)
    side.get_by_role("link", name="Home").click()
    expect(main).to_contain_text("all heads on: ")
    asked = {"top_k": 5, "hide": ["piece", "punctuation"]}
    both = answer(EXAMPLE, **asked), answer(EXAMPLE, HEADS, **asked)
    shows(page, *(found["predictions"][0] for found in both))
    assert parse_qs(urlsplit(page.url).query) == {"heads": [HEADS]}
    side.get_by_role("button", name="Clear").click()
    expect(field(page, "Heads switched off")).to_have_value("")
    expect(main).not_to_contain_text("all heads on: ")


@pytest.mark.main_path
def test_a_link_opens_the_view_again_on_a_server_that_has_just_started(page, serve, answer):
    cold = serve("./app.py")  # not the server of the other tests: nobody has been here
    settings = {
        "heads": HEADS,
        "text": PLUMBER,
        "targets": "they, xyzzy",
        "top_k": "5",
        "hide": ["word pieces", "stop words"],
    }
    with watched(page):
        old = {"words" if key == "top_k" else key: value for key, value in settings.items()}
        visit(page, cold, "/probe", **old)
        wanted = {"targets": ["they", "xyzzy"], "top_k": 5, "hide": ["piece", "stop"]}
        expected = [answer(PLUMBER, heads, **wanted)["predictions"][0] for heads in ("", HEADS)]
        shows(page, *expected)
        expect(field(page, "Look up words")).to_have_value("they, xyzzy")
        page.get_by_test_id("stMain").get_by_role("button", name="Link").click()
        link = page.get_by_test_id("stPopoverBody").locator("code").inner_text()
        assert parse_qs(urlsplit(link).query) == {
            key: value if isinstance(value, list) else [value] for key, value in settings.items()
        }
        page.goto(link)
        shows(page, *expected)


def test_back_and_forward_bring_each_page_as_it_was_left(page, app, answer):
    visit(page, app)
    type_into(page, "Sentence", PLUMBER)
    shows(page, answer(PLUMBER, top_k=5, hide=["piece", "punctuation"])["predictions"][0])
    go_to(page, "Probe")
    type_into(page, SENTENCE, "The lawyer said that [MASK] was late.")
    shows(page, answer("The lawyer said that [MASK] was late.")["predictions"][0])
    type_into(page, "Heads switched off", HEADS)
    expect(bars(page)).to_have_count(16)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Home").click()
    expect(field(page, "Sentence")).to_have_value(PLUMBER)
    rest(page)  # the address follows what is drawn
    for step, heading, label, text in (
        (page.go_back, "Probe", SENTENCE, "The lawyer said that [MASK] was late."),
        (page.go_forward, "What does", "Sentence", PLUMBER),
    ):
        _step_to(page, step, heading)
        expect(field(page, label)).to_have_value(text)
        expect(field(page, "Heads switched off")).to_have_value(HEADS)


def _step_to(page: Page, step: Callable[[], object], heading: str) -> None:
    """Go back or forward once."""
    step()
    wanted = page.get_by_role("heading", level=1, name=re.compile(f"^{heading}"))
    expect(wanted).to_be_visible()
    rest(page)


def test_every_press_of_back_brings_another_page(page, app):
    visit(page, app, "/methods")
    visited = ["Methods"]
    for title in ("Probe", "Methods", "Probe", "Methods"):
        rest(page)
        go_to(page, title)
        visited.append(title)
        rest(page)
        if title == "Probe" and visited.count("Probe") == 1:
            type_into(page, SENTENCE, PLUMBER)
            rest(page)
    for title in reversed(visited[:-1]):
        _step_to(page, page.go_back, title)
        if title == "Probe":
            expect(field(page, SENTENCE)).to_have_value(PLUMBER)


def test_the_address_of_a_page_may_have_capitals_and_a_slash_at_its_end(page, app):
    for typed in ("/Pairs", "/PAIRS/"):
        visit(page, app, typed, own_more="She drove a lorry.")
        expect(page.get_by_role("heading", level=1)).to_have_text("Pairs")
        expect(page).to_have_url(re.compile(r"/pairs\?own_more=She"))
        expect(field(page, "More stereotyping sentence")).to_have_value("She drove a lorry.")


@pytest.mark.main_path
def test_bad_input_gets_one_sentence_each_and_nothing_is_lost(page, app, answer):
    visit(page, app, "/probe")
    shows(page, answer(EXAMPLE)["predictions"][0])
    for text, said in (
        ("", "The sentence is empty"),
        ("The nurse was tired.", "The sentence has no blank"),
        ("[MASK] " * 40, "The sentence has 40 blanks"),
        ("tired " * 600 + "[MASK]", "the model reads at most 512"),
    ):
        type_into(page, SENTENCE, text)
        expect(alerts(page)).to_have_text([re.compile(re.escape(said))])
        expect(field(page, SENTENCE)).to_have_value(text)
        expect(bars(page)).to_have_count(0)
    type_into(page, SENTENCE, "{group} people are [MASK].")
    expect(claim(page)).to_contain_text("most different for")  # of the first list
    type_into(page, "Names for {group}", "rich")
    expect(alerts(page)).to_have_text([re.compile("at least two groups")])
    type_into(page, SENTENCE, PLUMBER)
    shows(page, answer(PLUMBER)["predictions"][0])
    for heads, said in (("99-1", "Head 99-1 does not exist"), ("abc", "written layer-head")):
        type_into(page, "Heads switched off", heads)
        expect(alerts(page)).to_have_text([re.compile(re.escape(said))])
    page.get_by_role("button", name="Clear").click()
    shows(page, answer(PLUMBER)["predictions"][0])
    expect(page.get_by_test_id("stMain")).to_contain_text("Questions in this session (3)")


def test_models_are_typed_into_the_model_bar(page, app, answer, tiny_model_folder, bad_folders):
    visit(page, app, "/probe", heads="1-1")
    for folder, said in (
        (f"{NOWHERE}/at/all", "No folder"),
        (bad_folders.pickle_only, "safetensors only"),
        (bad_folders.sentence_encoder, "no trained language-model head"),
        (tiny_model_folder("t5"), "fills spans"),
    ):
        type_into(page, "Model", str(folder))
        expect(alerts(page)).to_have_text([re.compile(re.escape(said))])
        expect(field(page, "Heads switched off")).to_have_value("1-1")
    type_into(page, "Model", "bundled")
    shows(page, *(answer(EXAMPLE, heads)["predictions"][0] for heads in ("", "1-1")))
    page.get_by_role("button", name="Clear").click()
    own = answer(EXAMPLE)["predictions"][0]
    shows(page, own)
    type_into(page, "Compare with", str(tiny_model_folder("bert")))
    expect(bars(page)).to_have_text([re.compile(".")] * 8 + labels(own))
    type_into(page, "Compare with", str(bad_folders.damaged))
    shows(page, answer(EXAMPLE)["predictions"][0])
    expect(alerts(page)).to_have_text([re.compile("damaged cannot be shown for comparison")])


def test_groups_are_compared_with_the_engines_divergence(page, app, answer):
    visit(page, app, "/probe", text="{group} people are [MASK].", groups="rich, poor")
    found = answer(
        "{group} people are [MASK].", measure="group_completion", groups=["rich", "poor"]
    )
    rest(page)
    bits = found["masks"][0]["divergence"]
    expect(claim(page)).to_contain_text(f"differ by {bits:.2f} on a scale from 0 to 1")
    page.get_by_role("button", name="Examples").click()
    page.get_by_role("button", name=re.compile("^religion")).click()
    expect(page.locator(".js-plotly-plot .xtick text").first).to_have_text("Christian")
    expect(field(page, "Names for {group}")).to_have_value("")


@pytest.mark.main_path
def test_exports_have_the_numbers_of_the_page(page, app, answer, tmp_path):
    text = "=1+1 said [MASK] <b>now</b>."
    visit(page, app, "/probe", text=text, targets="he, =she")
    predictions = answer(text, targets=["he", "=she"])["predictions"][0]
    shows(page, predictions)
    main = page.get_by_test_id("stMain")

    def downloaded(button: str) -> Path:
        with page.expect_download() as download:
            page.get_by_role("button", name=button, exact=True).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        return path

    main.get_by_role("button", name="Data").click()
    rows = list(csv.DictReader(io.StringIO(downloaded("CSV").read_text(encoding="utf-8"))))
    assert [row["word"] for row in rows if row["asked"] == "False"] == [
        entry["word"] for entry in predictions
    ]
    assert float(rows[0]["probability"]) == pytest.approx(predictions[0]["probability"], rel=1e-4)
    assert [row["word"] for row in rows if row["asked"] == "True"] == ["he", "'=she"]
    data = json.loads(downloaded("JSON with manifest").read_text(encoding="utf-8"))
    assert data["manifest"]["params"]["targets"] == ["he", "=she"]
    assert data["rows"][-1]["word"] == "=she"
    page.keyboard.press("Escape")
    main.get_by_role("button", name="Figure", exact=True).click()
    figure = downloaded("HTML")
    with watched(page):
        page.goto(figure.as_uri())
        expect(page.locator(".bartext")).to_have_text(labels(predictions))
        expect(page.locator(".gtitle")).to_contain_text(text.replace("[MASK]", "____"))
