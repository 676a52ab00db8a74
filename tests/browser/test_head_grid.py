"""The head grid under a real pointer and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from components.frame.present.theme import LIGHT
from tests.browser.conftest import Serve
from tests.browser.screen import box
from tests.browser.servers import ROOT

pytestmark = pytest.mark.browser

Open = Callable[..., None]
ABOVE, BELOW = (6, 12), (1, 1)  # layer and head of a value as far above zero as the other is below


@pytest.fixture
def visit(page: Page, serve: Serve) -> Open:
    """Open the test's app with these words in its address, and wait for the grid."""
    address = serve("tests/browser/head_grid_app.py")

    def go(query: str = "", to: Page = page) -> None:
        to.goto(f"{address}/?{query}")
        expect(to.get_by_role("gridcell").first).to_be_visible()

    return go


def cell(page: Page, layer: int, head: int) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^layer {layer}, head {head}:"))


def drag(page: Page, start: Locator, *ends: Locator) -> None:
    start.hover()
    page.mouse.down()
    for end in ends:
        end.hover(force=True)


def wanted(page: Page, heads: str) -> None:
    """What Python returned, what the model bar says, and what the grid shows: all of it."""
    expect(page.get_by_text("wanted:")).to_have_text(f"wanted: {heads or 'none'}")
    expect(page.get_by_role("textbox", name="Heads switched off")).to_have_value(heads)
    shown(page, heads)


def shown(page: Page, heads: str) -> None:
    count = len(heads.split(", ")) if heads else 0
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(count)
    for ref in filter(None, heads.split(", ")):
        layer, head = ref.split("-")
        expect(cell(page, int(layer), int(head))).to_have_attribute("aria-selected", "true")


@pytest.mark.main_path
def test_three_rapid_clicks_are_three_masks(page, visit):
    visit()
    places = [box(cell(page, 3, head)) for head in (2, 5, 9)]
    for place in places:
        page.mouse.click(place["x"] + 8, place["y"] + 8)
    wanted(page, "3-2, 3-5, 3-9")


def test_clicks_within_one_frame_all_count(page, visit):
    visit()
    page.locator("[role=gridcell]").first.wait_for()
    page.evaluate(
        """() => {
          const grid = document.querySelector("[data-testid=stBidiComponentIsolated]").shadowRoot;
          [0, 1, 2, 1].forEach((at) => grid.querySelectorAll("[role=gridcell]")[at].click());
        }"""
    )
    wanted(page, "1-1, 1-3")


@pytest.mark.main_path
def test_a_click_unmasks_what_was_masked(page, visit):
    visit("heads=3-1,6-12")
    cell(page, 3, 1).click()
    wanted(page, "6-12")


def test_the_address_follows_and_restores_the_selection(page, visit, own_window):
    visit()
    cell(page, 2, 3).click()
    cell(page, 4, 1).click()
    wanted(page, "2-3, 4-1")
    expect(page).to_have_url(re.compile("heads=2-3"))
    visit(page.url.partition("?")[2], to=own_window)
    wanted(own_window, "2-3, 4-1")


@pytest.mark.main_path
def test_dragging_masks_a_rectangle_in_any_direction(page, visit):
    visit()
    drag(page, cell(page, 3, 4), cell(page, 2, 2))
    preview = page.locator("[role=gridcell].preview.crossed")
    expect(preview).to_have_count(6)
    expect(page.locator(".tip")).to_be_hidden()  # it would lie on what is chosen
    expect(page.get_by_text("wanted:")).to_have_text("wanted: none")
    page.mouse.up()
    expect(preview).to_have_count(0)
    wanted(page, "2-2, 2-3, 2-4, 3-2, 3-3, 3-4")


def test_dragging_follows_the_state_of_its_first_cell(page, visit):
    visit("heads=2-2")
    drag(page, cell(page, 2, 2), cell(page, 2, 4))
    page.mouse.up()
    wanted(page, "")


def test_a_drag_that_shrinks_takes_back_what_it_left(page, visit):
    visit()
    drag(page, cell(page, 5, 5), cell(page, 8, 8), cell(page, 5, 6))
    page.mouse.up()
    wanted(page, "5-5, 5-6")


def test_a_drag_may_leave_the_grid_and_end_outside(page, visit):
    visit("shape=6x12")
    drag(page, cell(page, 5, 11))
    page.mouse.move(1100, 800)
    page.mouse.up()
    wanted(page, "5-11, 5-12, 6-11, 6-12")


def test_escape_ends_a_drag_without_a_change(page, visit):
    visit()
    drag(page, cell(page, 2, 2), cell(page, 4, 4))
    page.keyboard.press("Escape")
    expect(page.locator("[role=gridcell].preview")).to_have_count(0)
    page.mouse.up()
    cell(page, 9, 9).click()
    wanted(page, "9-9")


def test_headers_toggle_a_layer_or_a_column(page, visit):
    visit("shape=3x4&heads=1-2")
    page.get_by_role("rowheader", name="layer 1").click()
    wanted(page, "1-1, 1-2, 1-3, 1-4")
    expect(page.get_by_role("rowheader", name="layer 1")).to_have_attribute("aria-selected", "true")
    page.get_by_role("columnheader", name="head 2").click()
    wanted(page, "1-1, 1-2, 1-3, 1-4, 2-2, 3-2")
    page.get_by_role("rowheader", name="layer 1").click()
    wanted(page, "2-2, 3-2")


def into_the_grid(page: Page) -> None:
    """Tab from the page into the grid, as a reader without a mouse does."""
    page.get_by_role("button", name="First head only").focus()
    for _ in range(5):  # the frame of the page has handles of its own
        page.keyboard.press("Tab")
        if page.locator("[data-row]:focus").count():
            break
    expect(cell(page, 1, 1)).to_be_focused()


@pytest.mark.main_path
def test_the_keyboard_reaches_every_cell_and_header(page, visit):
    visit("shape=3x4")
    into_the_grid(page)
    press = page.keyboard.press
    for key in ("ArrowRight", "ArrowDown", "Space"):
        press(key)
    wanted(page, "2-2")
    press("End")
    press("Enter")
    wanted(page, "2-2, 2-4")
    press("Home")
    expect(cell(page, 2, 1)).to_be_focused()
    press("ArrowLeft")
    expect(page.get_by_role("rowheader", name="layer 2")).to_be_focused()
    press("Space")
    wanted(page, "2-1, 2-2, 2-3, 2-4")
    press("Control+End")
    expect(cell(page, 3, 4)).to_be_focused()
    press("ArrowDown")
    press("ArrowRight")
    expect(cell(page, 3, 4)).to_be_focused()
    press("Control+Home")
    press("ArrowUp")
    expect(page.get_by_role("columnheader", name="head 1")).to_be_focused()
    press("ArrowLeft")
    expect(page.get_by_role("columnheader", name="head 1")).to_be_focused()


def test_the_grid_is_one_stop_for_the_tab_key(page, visit):
    visit("shape=3x4")
    into_the_grid(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(page.locator("[data-row]:focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(cell(page, 2, 1)).to_be_focused()


def test_shift_and_arrows_extend_a_range_that_space_toggles(page, visit):
    visit("shape=3x4")
    into_the_grid(page)
    press = page.keyboard.press
    for key in ("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown", "Shift+ArrowLeft"):
        press(key)
    expect(page.locator("[role=gridcell].preview")).to_have_count(4)
    press("Space")
    wanted(page, "1-1, 1-2, 2-1, 2-2")
    press("Shift+ArrowUp")
    press("Escape")
    expect(page.locator("[role=gridcell].preview")).to_have_count(0)
    wanted(page, "1-1, 1-2, 2-1, 2-2")


def test_a_rerun_keeps_the_focus_and_its_ring(page, visit):
    visit("shape=3x4")
    into_the_grid(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    wanted(page, "1-2")
    expect(cell(page, 1, 2)).to_be_focused()
    assert cell(page, 1, 2).evaluate("node => getComputedStyle(node).outlineStyle") == "solid"


def test_hover_and_focus_say_which_head_and_how_much(page, visit):
    visit("heads=1-2")
    tip = page.locator(".tip")
    cell(page, 1, 2).hover()
    expect(tip).to_have_text("layer 1, head 2: +0.052 d, switched off")
    cell(page, 1, 1).hover()
    expect(tip).to_have_text("layer 1, head 1: −0.100 d")
    cell(page, 2, 2).hover()
    expect(tip).to_have_text("layer 2, head 2: not measured")
    page.get_by_text("wanted:").hover()
    expect(tip).to_be_hidden()
    into_the_grid(page)
    expect(tip).to_have_text("layer 1, head 1: −0.100 d")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_values_that_arrive_are_said_of_the_head_that_is_pointed_at(page, visit):
    visit("none=1")
    page.get_by_role("button", name="Measure").focus()
    cell(page, 1, 2).hover()
    tip = page.locator(".tip")
    expect(tip).to_have_text("layer 1, head 2: not measured")
    page.keyboard.press("Enter")
    expect(tip).to_have_text("layer 1, head 2: +0.052 d")


def test_the_strongest_estimate_is_named_with_its_sign_and_head(page, visit):
    visit("estimate=1&shape=2x3")
    expect(page.get_by_text("strongest: −0.100 d (1-1)")).to_be_visible()
    visit("estimate=1&shape=2x3&clip=1")
    expect(page.get_by_text("strongest: +0.0550 d (2-3)")).to_be_visible()


@pytest.mark.main_path
def test_descriptions_are_shown_as_the_text_they_are(page, visit):
    visit("described=1")
    cell(page, 1, 1).hover()
    expect(page.locator(".tip")).to_contain_text("<b>plain</b> & text")
    expect(page.locator(".tip b")).to_have_count(0)


@pytest.mark.main_path
def test_screen_readers_get_a_grid_with_names_and_news(page, visit):
    visit("shape=2x3&heads=2-3")
    expect(page.get_by_role("grid")).to_match_aria_snapshot(
        """
        - 'grid "Bias score per head: layers by heads"':
          - row:
            - columnheader "head 1"
            - columnheader "head 2"
            - columnheader "head 3"
          - row:
            - rowheader "layer 1"
            - 'gridcell "layer 1, head 1: −0.100 d"'
            - 'gridcell "layer 1, head 2: +0.052 d"'
            - 'gridcell "layer 1, head 3: −0.037 d"'
          - row:
            - rowheader "layer 2"
            - 'gridcell "layer 2, head 1: −0.007 d"'
            - 'gridcell "layer 2, head 2: not measured"'
            - 'gridcell "layer 2, head 3: +0.055 d, switched off" [selected]'
        """
    )
    cell(page, 1, 2).click()
    expect(page.get_by_role("status").filter(has_text="switched off")).to_have_text(
        "layer 1, head 2 switched off; 2 of 6 switched off"
    )


def test_a_change_from_python_is_shown(page, visit):
    visit()
    cell(page, 3, 3).click()
    wanted(page, "3-3")
    page.get_by_role("textbox", name="Heads switched off").fill("5-5, 6-6")
    page.keyboard.press("Enter")
    wanted(page, "5-5, 6-6")
    page.get_by_role("button", name="Clear").click()
    wanted(page, "")
    cell(page, 3, 3).click()
    wanted(page, "3-3")


@pytest.fixture
def patient(own_window: Page) -> Page:
    """A window in which the grid's wait for further clicks ends only by leaving it."""
    source = (ROOT / "components/frame/widgets/head_grid/grid.js").read_text(encoding="utf-8")
    wait = re.search(r"const WAIT = (\d+);", source)[1]
    own_window.add_init_script(
        "const plain = window.setTimeout;"
        f"window.setTimeout = (act, ms, ...more) => plain(act, ms === {wait} ? 1e8 : ms, ...more);"
    )
    return own_window


def test_an_old_rerun_does_not_undo_a_newer_click(patient, visit):
    """A picture of the first click arrives when the second is made, but not yet sent."""
    visit("first=1", to=patient)
    cell(patient, 2, 1).click()
    patient.get_by_text("wanted:").hover()
    cell(patient, 2, 2).click()
    expect(patient.get_by_text("wanted:")).to_have_text("wanted: 2-1")
    expect(patient.get_by_text("runs:")).to_have_text("runs: 2")
    shown(patient, "2-1, 2-2")
    patient.get_by_text("wanted:").hover()
    wanted(patient, "2-1, 2-2")


def test_clicks_count_while_the_script_is_at_work(page, visit):
    """Each click reaches the server while the script still draws what the one before asked for."""
    with page.expect_websocket() as opened:
        visit("first=1")
    selected = page.locator("[role=gridcell][aria-selected=true]")
    for head in range(1, 7):
        with opened.value.expect_event("framesent"):
            cell(page, 2, head).click()
        expect(selected).to_have_count(head)
    wanted(page, ", ".join(f"2-{head}" for head in range(1, 7)))


def test_clicks_survive_polls_of_other_parts(page, visit):
    visit("poll=0.1")
    polls = page.get_by_text(re.compile(r"^polls \d+$"))
    for head in range(1, 13):
        before = polls.inner_text()
        cell(page, 4, head).click()
        expect(polls).not_to_have_text(before)
    wanted(page, ", ".join(f"4-{head}" for head in range(1, 13)))


def test_a_copy_of_a_click_that_comes_late_undoes_nothing(page, visit):
    """The browser may send what it knew before the answer, and a busy machine reads it later."""
    sent: list[tuple[WebSocketRoute, bytes | str]] = []

    def record(from_page: WebSocketRoute) -> None:
        to_server = from_page.connect_to_server()

        def forward(message: bytes | str) -> None:
            sent.append((to_server, message))
            to_server.send(message)

        from_page.on_message(forward)

    page.route_web_socket(re.compile(r"/_stcore/stream"), record)
    visit("late=3600")
    cell(page, 4, 1).click()
    wanted(page, "4-1")
    to_server, click = sent[-1]
    to_server.send(click)
    expect(page.get_by_text("runs:")).to_have_text("runs: 3")
    wanted(page, "4-1")


def test_a_button_pressed_right_after_a_click_wins(page, visit):
    """Both reach Python in one rerun, which calls the callback of the grid last."""
    visit("heads=1-2&first=1")
    cell(page, 2, 2).click()
    cell(page, 3, 3).click()
    page.get_by_role("button", name="First head only").click()
    wanted(page, "1-1")
    cell(page, 3, 3).click()
    wanted(page, "1-1, 3-3")


def test_whoever_leaves_the_grid_is_not_waited_for(patient, visit):
    visit(to=patient)
    cell(patient, 3, 3).click()
    patient.get_by_text("wanted:").hover()
    wanted(patient, "3-3")
    expect(cell(patient, 3, 3)).to_be_focused()
    patient.keyboard.press("ArrowRight")
    patient.keyboard.press("Space")
    patient.keyboard.press("Tab")
    wanted(patient, "3-3, 3-4")


def test_a_grid_that_nobody_follows_keeps_its_own_selection(page, visit):
    visit("bare=1")
    cell(page, 1, 1).click()
    expect(page.get_by_text("wanted:")).to_have_text("wanted: 1-1")
    cell(page, 1, 2).click()
    expect(page.get_by_text("wanted:")).to_have_text("wanted: 1-1, 1-2")
    shown(page, "1-1, 1-2")


def test_a_grid_of_1024_heads_scrolls_and_answers(page, visit):
    visit("shape=32x32&width=300&heads=32-32")
    expect(page.get_by_role("gridcell")).to_have_count(1024)
    place = box(cell(page, 32, 32))
    assert min(place["width"], place["height"]) >= 12
    scroller = page.locator(".scroller")
    assert scroller.evaluate("node => node.scrollWidth > node.clientWidth")
    cell(page, 1, 1).click()
    cell(page, 32, 31).click()
    wanted(page, "1-1, 32-31, 32-32")
    page.get_by_role("columnheader", name="head 32", exact=True).click()
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(34)


def test_a_masked_head_is_crossed_not_only_coloured(page, visit):
    visit("heads=1-2")
    bars = "node => getComputedStyle(node, '::before').content"
    assert cell(page, 1, 2).evaluate(bars) == '""'
    assert cell(page, 1, 3).evaluate(bars) == "none"


def test_the_legend_names_the_colours_of_measured_values(page, visit):
    visit()
    expect(page.locator("[role=gridcell].hollow")).to_have_count(0)
    for words in (
        "orange: switching it off lowers the bias",
        "blue: raises it",
        "not measured",
        "switched off",
    ):
        expect(page.locator(".legend")).to_contain_text(words)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_estimated_values_are_grey_and_those_below_zero_outlined(
    scheme: Literal["light", "dark"], page: Page, visit: Open
) -> None:
    page.emulate_media(color_scheme=scheme)
    visit("estimate=1")
    for words in ("filled: switching it off lowers the bias", "outlined: raises it"):
        expect(page.locator(".legend")).to_contain_text(words)
    expect(page.locator(".legend")).not_to_contain_text(re.compile("orange|blue"))
    expect(cell(page, 1, 1)).to_have_class("hollow")  # -40 / 400
    expect(cell(page, 1, 2)).not_to_have_class("hollow")  # +21 / 400
    expect(page.locator("[role=gridcell].hollow").first).to_have_css("border-top-width", "4px")
    fill = "node => getComputedStyle(node).backgroundColor"
    for node in page.locator("[role=gridcell]:not(.empty)").all():
        parts = [int(part) for part in re.findall(r"\d+", node.evaluate(fill))[:3]]
        assert max(parts) - min(parts) < 24  # no hue


def test_many_layers_are_lower_where_no_finger_has_to_hit_them(page, visit):
    visit("shape=12x12")
    place = box(cell(page, 5, 5))
    assert place["height"] < 0.75 * place["width"]
    page.set_viewport_size({"width": 390, "height": 844})
    place = box(cell(page, 5, 5))
    assert place["height"] == pytest.approx(place["width"], abs=1)


def test_without_values_the_grid_can_be_masked_all_the_same(page, visit):
    visit("none=1&shape=2x3")
    expect(page.locator("[role=gridcell].empty")).to_have_count(6)
    expect(page.locator(".legend")).not_to_contain_text("orange")
    cell(page, 2, 3).click()
    wanted(page, "2-3")


def test_negative_heads_can_be_left_uncoloured(page, visit):
    visit("clip=1")
    expect(cell(page, 1, 1)).to_have_css("background-color", "rgb(247, 245, 241)")
    expect(page.locator(".legend")).not_to_contain_text("blue")


def relative_luminance(rgb: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", rgb)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((relative_luminance(one), relative_luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_crosses_stand_out_in_both_themes(
    scheme: Literal["light", "dark"], page: Page, visit: Open
) -> None:
    page.emulate_media(color_scheme=scheme)
    visit("heads=" + ",".join(f"{layer}-{head}" for layer in (1, 2) for head in range(1, 13)))
    colour = "(node, [name, part]) => getComputedStyle(node, part)[name]"
    paper = page.locator("[data-testid=stApp]").evaluate(colour, ["backgroundColor", None])
    assert (relative_luminance(paper) < 0.1) == (scheme == "dark")
    for text in (".legend span", ".head b", ".head .muted", "[role=rowheader]"):
        ink = page.locator(text).first.evaluate(colour, ["color", None])
        assert contrast(ink, paper) >= 4.5, text
    for masked in page.locator("[role=gridcell].crossed:not(.empty)").all():
        fill = masked.evaluate(colour, ["backgroundColor", None])
        cross = masked.evaluate(colour, ["backgroundColor", "::before"])
        assert contrast(fill, cross) >= 3


def test_the_grid_follows_a_theme_that_changes_while_it_is_open(page, visit):
    visit("heads=1-2")
    page.emulate_media(color_scheme="light")
    expect(page.locator(".head b")).to_have_css("color", "rgb(18, 22, 31)")
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".head b")).to_have_css("color", "rgb(233, 230, 223)")
    expect(page.get_by_text("runs:")).to_have_text("runs: 1")


def test_nothing_moves_for_readers_who_ask_for_less_motion(page, visit):
    visit()
    duration = "node => getComputedStyle(node).transitionDuration"
    assert cell(page, 1, 1).evaluate(duration) == "0s"
    page.emulate_media(reduced_motion="no-preference")
    assert cell(page, 1, 1).evaluate(duration) != "0s"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_measured_value_above_zero_looks_unlike_one_below_without_colours(page, visit, theme):
    page.emulate_media(color_scheme=theme)
    visit()
    seen = page.context.new_cdp_session(page)
    seen.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    ends = {"above": cell(page, *ABOVE), "below": cell(page, *BELOW)}
    marked = {name: _marked_corners(end) for name, end in ends.items()}
    assert marked == {"above": [True, False], "below": [False, True]}


def _marked_corners(one: Locator) -> list[bool]:
    """Whether a cell is darker or lighter in its upper and in its lower corner on the right."""
    with Image.open(BytesIO(one.screenshot())) as found:
        picture = found.convert("L")
    wide, high = picture.size
    middle = picture.getpixel((wide // 2, high // 2))
    return [abs(picture.getpixel((wide - 4, y)) - middle) > 40 for y in (3, high - 4)]


def test_an_estimate_has_no_such_corners_and_the_legend_shows_its_cross(page, visit):
    visit("estimate=1&heads=1-1")
    expect(page.locator("[role=gridcell].more, [role=gridcell].less")).to_have_count(0)
    cross = page.locator(".legend .crossed").evaluate(
        "e => getComputedStyle(e, '::before').backgroundColor"
    )
    assert cross == f"rgb{tuple(bytes.fromhex(LIGHT.text[1:]))}"
