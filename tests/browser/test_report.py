"""A report in a browser: without a network, without scripts, and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, Route, expect

from engine.pins import Collection, make_pin
from engine.report.html import report_html
from engine.report.pdf import pdf_of
from tests.browser.pins_of_pages import collection as every_kind
from tests.browser.pins_of_pages import of_tabs
from tests.browser.test_accessibility import RULES
from tests.engine.report.pins import collection, drawn, simple_pin

pytestmark = pytest.mark.browser

HOSTILE = "</script><script>window.hit = 1</script><b onclick='window.hit = 1'>bold</b>"
FETCHING = """async () => {
    const loaded = (name, field) => new Promise((done, fail) => {
        const element = document.createElement(name)
        element.onload = done
        element.onerror = fail
        element[field] = 'ADDRESS'
        document.body.append(element)
    })
    const tries = [fetch('ADDRESS'), loaded('img', 'src'), loaded('script', 'src')]
    const found = await Promise.allSettled(tries)
    return found.map(one => one.status)
}"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of three results, one of them hostile, with a method card."""
    rows = [[f"Sentence number {number}", number / 7] for number in range(40)]
    hostile = simple_pin(title=HOSTILE, reading=HOSTILE, figure=drawn([HOSTILE], [1.0]))
    pins = [simple_pin(rows=rows, alt="Two bars."), hostile, simple_pin(figure=None)]
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(report_html(collection(*pins)), encoding="utf-8")
    return path


@pytest.fixture(params=["light", "dark"])
def offline(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A window in which every request but that of the file fails the test."""
    with browser.new_context(color_scheme=request.param, reduced_motion="reduce") as context:
        page = context.new_page()
        faults: list[str] = []

        def note(found: Request) -> None:
            if not found.url.startswith(("file:", "data:", "blob:")):
                faults.append(found.url)

        page.on("request", note)
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert faults == []


def opened(page: Page, report: Path) -> None:
    """Open the report and wait until both figures are drawn."""
    page.goto(report.as_uri())
    for place in page.locator(".plot").all():
        place.scroll_into_view_if_needed()
        expect(place.locator(".main-svg").first).to_be_attached()


@pytest.mark.main_path
def test_it_opens_offline_and_runs_nothing_of_its_content(offline: Page, report: Path):
    opened(offline, report)
    assert offline.evaluate("window.hit") is None
    expect(offline.get_by_role("heading", name=HOSTILE)).to_be_visible()
    expect(offline.get_by_role("img", name="Two bars.")).to_be_visible()


@pytest.mark.main_path
def test_its_policy_refuses_to_fetch_and_to_run_markup(browser: Browser, report: Path):
    with browser.new_context() as context:
        page = context.new_page()
        answered: list[str] = []

        def answer(route: Route) -> None:
            answered.append(route.request.url)
            route.fulfill(body="1", headers={"access-control-allow-origin": "*"})

        context.route("http://outside.test/**", answer)
        page.goto(report.as_uri())
        found = page.evaluate(FETCHING.replace("ADDRESS", "http://outside.test/a.js"))
        assert found == ["rejected"] * 3
        assert answered == []
        page.evaluate(
            "document.querySelector('footer').innerHTML = '<b onclick=\"window.hit = 1\">x</b>'"
        )
        page.locator("footer b").click()
        assert page.evaluate("window.hit") is None


def test_axe_finds_no_fault(offline: Page, report: Path):
    opened(offline, report)
    offline.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")
    found = Axe().run(offline, options={"runOnly": list(RULES), "resultTypes": ["violations"]})
    assert [
        f"{violation['id']}: {node['html'][:150]}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ] == []


def test_it_fits_a_phone(offline: Page, report: Path):
    offline.set_viewport_size({"width": 360, "height": 740})
    opened(offline, report)
    assert offline.evaluate("document.documentElement.scrollWidth") <= 360


def test_it_reads_without_scripts(browser: Browser, report: Path):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(report.as_uri())
        expect(page.get_by_text("First 12 of 40 rows", exact=True)).to_be_visible()
        said = "which is off here. The table has the first 12 of 40 rows of its numbers"
        expect(page.get_by_text(said)).to_be_visible()
        expect(page.locator(".plot").first).to_be_hidden()


@pytest.mark.main_path
def test_each_result_is_on_one_page_with_its_figure_and_key(browser: Browser, tmp_path: Path):
    sentence = "A sentence of so many letters that it takes several lines of a narrow column"
    rows = [[sentence] * 3 + [row] * 9 for row in range(40)]
    columns = [f"column {number}" for number in range(12)]
    kinds = [
        make_pin(pin.title, pin.reading, pin.figure, columns, rows, "engine x " * 9, _MANIFEST)
        for pin in (*every_kind().pins, *of_tabs().pins)
        if pin.figure
    ]
    path = tmp_path / "report.html"
    path.write_text(report_html(Collection("Every kind", tuple(kinds))), encoding="utf-8")
    with browser.new_context(viewport={"width": _PAPER[0], "height": _PAPER[1]}) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(f"{path.as_uri()}#print")
        expect(page.locator(".plot:not(:has(.main-svg))")).to_have_count(0)
        heights = page.locator("article").evaluate_all(
            "parts => parts.map(part => [part.offsetHeight, part.querySelector('h2').innerText])"
        )
        assert [(height, title) for height, title in heights if height > _PAPER[1]] == []
        assert page.locator("figure .plot .main-svg").count() >= len(kinds)
        key = page.locator("article", has_text="Preference by type of bias").locator(".key")
        expect(key).to_contain_text("95% CI")
        assert page.evaluate(_SMALL) == []
        cut = page.locator("article", has_text="Occupations in order").locator(".ytick")
        expect(cut.filter(has_text="34 more")).to_have_count(1)


def test_methods_are_printed_in_short(browser: Browser, tmp_path: Path):
    asked = {"pairs": "pairs bundled", "seat": "mask --words gender --mask 1-1 --metric seat"}
    asked |= {"cabm": "cabm bundled", "agreement": "annotators simulated", "arena": "arena run x"}
    pins = [
        make_pin(name, "", None, ["n"], [[1]], f"python -m engine {line}", {"measure": name})
        for name, line in asked.items()
    ]
    path = tmp_path / "report.html"
    path.write_text(report_html(Collection("Methods", tuple(pins))), encoding="utf-8")
    with browser.new_context(viewport={"width": _PAPER[0], "height": _PAPER[1]}) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(f"{path.as_uri()}#print")
        assert page.locator("#methods .card").count() > len(pins)
        expect(page.locator("#methods details, #references details")).not_to_have_count(0)
        for hidden in page.locator("#methods details, #references details").all():
            expect(hidden).to_be_hidden()
        heights = page.locator("main > section").evaluate_all(
            "parts => parts.map(part => part.offsetHeight)"
        )
        assert sum(heights) < 5 * _PAPER[1]


def test_no_page_ends_within_the_tables_of_what_the_numbers_were_made_with(
    browser: Browser, report: Path
):
    with browser.new_context() as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(f"{report.as_uri()}#print")
        tables = page.locator("#made-with .scroll")
        expect(tables).to_have_count(2)
        for table in tables.all():
            expect(table).to_have_css("break-inside", "avoid")


# Texts of figures that have fewer than 8 points on A4, of which a point is 4/3 pixels.
_SMALL = """() => [...document.querySelectorAll('.plot')].flatMap(plot =>
  [...plot.querySelectorAll('text, tspan')]
    .filter(text => text.textContent.trim())
    .map(text => [parseFloat(getComputedStyle(text).fontSize) * (parseFloat(plot.style.zoom) || 1),
      text.textContent, plot.getAttribute('aria-label').slice(0, 40)])
    .filter(([size]) => size < 10.6))"""
_PAPER = (666, 1012)  # pixels of a page of A4 without its margins
_MANIFEST = {"measure": "x", "params": {f"setting {number}": "a value" for number in range(40)}}


def test_it_is_printed_on_a4_with_its_figures_inside_the_page(
    offline: Page, report: Path, browser_path: str, monkeypatch: pytest.MonkeyPatch
):
    offline.goto(f"{report.as_uri()}#print")
    expect(offline.locator(".plot .main-svg").nth(3)).to_be_attached()
    widths = offline.locator(".plot .svg-container").evaluate_all(
        "parts => parts.map(part => Math.round(part.getBoundingClientRect().width))"
    )
    assert widths == [650, 650]
    assert offline.locator("details:not([open])").count() == 0
    monkeypatch.setenv("BIASCOPE_CHROMIUM", browser_path)
    found = pdf_of(report.read_text(encoding="utf-8"))
    assert found.startswith(b"%PDF-")
    assert found.rstrip().endswith(b"%%EOF")
    assert re.search(rb"/MediaBox \[0 0 59[45]", found)  # A4 is 595 points wide
