"""A collection as one HTML file: what it holds, and that nothing in it is run or fetched."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from engine.core.errors import BiascopeError
from engine.pins import Question, Rows
from engine.report import html as plotly_script
from engine.report.html import report_digest, report_html
from engine.report.measured import libraries
from engine.report.paper import TALL
from tests.engine.report.pins import SHE, collection, drawn, real_pin, simple_pin

HOSTILE = '</script><script>window.hit=1</script><img src=x onerror="window.hit=1">{{7*7}}'


class Elements(HTMLParser):
    """The elements of a page, scripts and texts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.names: list[tuple[str, dict]] = []
        self.scripts: list[tuple[dict, str]] = []
        self.texts: list[str] = []
        self._open: dict | None = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.append((tag, dict(attrs)))
        if tag == "script":
            self._open = dict(attrs)

    def handle_endtag(self, tag):
        self._open = None if tag == "script" else self._open

    def handle_data(self, data):
        if self._open is None:
            self.texts.append(data)
        else:
            self.scripts.append((self._open, data))

    def attribute(self, name):
        return [attrs[name] for _, attrs in self.names if name in attrs]


def test_every_part_of_a_result_is_there():
    text = report_html(collection(real_pin()))
    page = Elements(text)
    shown = " ".join(" ".join(page.texts).split())
    for part in (
        "She is the likeliest word",
        "The model gives she 57% and he 31%.",
        "python -m engine fill",
        "probe?text=x",
        "8 rows",
        f"{SHE:.4f}",
        "Completion",
        "@misc{biascope",
        "numpy 2.4.6",
    ):
        assert part in shown
    assert any(str(SHE) in exact for exact in page.attribute("title"))
    assert report_digest(collection(real_pin())).startswith("sha256:")


def test_there_is_one_first_heading_and_a_link_to_every_result():
    page = Elements(report_html(collection(simple_pin(), simple_pin())))
    assert [tag for tag, _ in page.names].count("h1") == 1
    places = set(page.attribute("id"))
    links = [link for link in page.attribute("href") if link.startswith("#")]
    assert {"#result-1", "#result-2"} <= set(links)
    assert {link[1:] for link in links} <= places


def test_nothing_of_a_collection_becomes_markup():
    pin = simple_pin(
        title=HOSTILE,
        reading=HOSTILE,
        alt=HOSTILE,
        columns=[HOSTILE, "value"],
        rows=[[HOSTILE, 1.5]],
        command=HOSTILE,
        manifest={HOSTILE: HOSTILE, "measure": HOSTILE, "spec": {"checkpoint": HOSTILE}},
    )
    # Also of a figure whose texts were not made plain.
    pin = replace(pin, figure=drawn([HOSTILE], [1.0]), note=HOSTILE, pinned=HOSTILE)
    pin = replace(pin, questions=(Question(HOSTILE, HOSTILE),))
    text = report_html(replace(collection(pin), title=HOSTILE), notes=True)
    page = Elements(text)
    assert not [tag for tag, _ in page.names if tag in ("img", "iframe", "link", "object")]
    assert not [name for _, attrs in page.names for name in attrs if name.startswith("on")]
    ours = [attrs for attrs, _ in page.scripts if attrs.get("type") != "application/json"]
    assert len(ours) == 3
    data = [body for attrs, body in page.scripts if attrs.get("type") == "application/json"]
    assert json.loads(data[0])["data"][0]["y"] == [HOSTILE]
    assert HOSTILE in " ".join(page.texts)


def test_the_policy_allows_our_scripts_and_nothing_else():
    page = Elements(report_html(collection()))
    (policy,) = [attrs["content"] for _, attrs in page.names if "http-equiv" in attrs]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    own = [body for attrs, body in page.scripts if attrs.get("type") is None]
    digests = [base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for body in own]
    assert rules["script-src"].split() == [f"'sha256-{digest}'" for digest in digests]
    assert not [attrs for tag, attrs in page.names if tag == "script" and "src" in attrs]


@pytest.mark.parametrize(
    ("fields", "instead"),
    [
        ({}, "Its numbers are in the table."),
        (
            {"rows": [["a", 0.5]] * 13},
            "The table has the first 12 of 13 rows of its numbers; the command below gives all.",
        ),
        (
            {"rows": [["a", 0.5]] * 13, "command": ""},
            "The table has the first 12 of 13 rows of its numbers.",
        ),
        (
            {"rows": [], "columns": []},
            "There is no table of its numbers; the command below gives all.",
        ),
        ({"rows": [], "columns": [], "command": ""}, "There is no table of its numbers."),
    ],
)
def test_where_the_numbers_of_a_figure_are_is_said_where_it_is_not_drawn(fields, instead):
    page = Elements(report_html(collection(simple_pin(**fields))))
    shown = " ".join(" ".join(page.texts).split())
    assert f"is drawn by a script, which is off here. {instead}" in shown
    assert page.attribute("data-instead") == [instead]


def test_a_report_without_figures_holds_no_script():
    text = report_html(collection(simple_pin(figure=None)))
    assert not Elements(text).scripts
    assert len(text) < 200_000


def test_notes_are_left_out_unless_asked_for():
    pin = replace(simple_pin(), note="Say it slowly", questions=(Question("Why?", "Because."),))
    assert "Say it slowly" not in report_html(collection(pin))
    assert "Why?" not in report_html(collection(pin))
    with_notes = report_html(collection(pin), notes=True)
    assert "Say it slowly" in with_notes
    assert "Because." in with_notes


def test_a_result_that_was_changed_is_marked():
    pin = simple_pin()
    changed = replace(pin, rows=Rows(("name", "value"), (("a", 0.2), ("b", None)), 2))
    assert "Changed since it was pinned" not in report_html(collection(pin))
    text = report_html(collection(pin, changed))
    assert text.count("Changed since it was pinned") == 1
    assert "Result 2 was changed after being pinned." in text


def test_the_digest_covers_what_is_shown_and_not_the_notes():
    pin = simple_pin()
    whole = report_digest(collection(pin))
    assert whole == report_digest(collection(replace(pin, note="x")))
    assert whole != report_digest(collection(replace(pin, title="Another")))
    assert whole != report_digest(collection(replace(pin, reading="56% [49, 61]")))


def test_the_same_collection_gives_the_same_bytes():
    pins = collection(simple_pin())
    assert report_html(pins) == report_html(pins)


def test_points_are_drawn_without_webgl_which_would_need_more_rights():
    figure = {"data": [{"type": "scattergl", "x": [1], "y": [2]}], "layout": {}}
    assert (
        "scattergl"
        not in Elements(report_html(collection(simple_pin(figure=figure)))).scripts[1][1]
    )


def test_half_a_character_does_not_stop_a_report():
    report_html(collection(simple_pin(title="half \ud83d of it"))).encode()


def test_two_hundred_results_are_one_report():
    text = report_html(collection(*(simple_pin() for _ in range(200))))
    assert 'id="result-200"' in text
    assert len(text.encode()) < 10_000_000


def test_twenty_results_stay_below_eight_megabytes():
    rows = [[f"Sentence number {number} of the table", number / 7] for number in range(300)]
    pins = [simple_pin(rows=rows) for _ in range(20)]
    assert len(report_html(collection(*pins)).encode()) < 8_000_000


def test_a_missing_plotly_is_said_with_what_would_do(monkeypatch):
    monkeypatch.setattr(plotly_script, "find_spec", lambda _: None)
    plotly_script.plotly_script.cache_clear()
    with pytest.raises(BiascopeError, match="plotly is not installed; install the packages"):
        report_html(collection())
    plotly_script.plotly_script.cache_clear()


def test_the_script_ends_no_element():
    assert re.search("</script", plotly_script.plotly_script(), re.IGNORECASE) is None


def test_the_version_of_biascope_is_listed_with_those_of_libraries():
    manifest = {"libraries": {"numpy": "2.4.6"}, "biascope": "0.9.0+0123abcd"}
    pins = [simple_pin(), simple_pin(manifest=manifest)]
    assert libraries(pins) == {"biascope": ["0.9.0+0123abcd"], "numpy": ["2.4.6"]}


def test_a_command_of_an_installed_copy_is_shown_as_it_is_typed_here():
    text = report_html(collection(simple_pin(command="biascope pairs bundled --measure cps")))
    assert "<code>python -m engine pairs bundled --measure cps</code>" in text


def test_the_key_of_a_figure_is_written_with_its_marks_and_nothing_else():
    figure = drawn(["a"], [1.0])
    figure["layout"]["meta"] = {
        "marks": [
            {"mark": "ring", "colour": "#40454f", "text": "before & after"},
            {"mark": "text", "colour": "#40454f", "text": HOSTILE},
            {"mark": "dot", "colour": "red;background:url(x)", "text": "no colour of ours"},
            {"mark": "x onload=1", "colour": "#40454f", "text": "no mark of ours"},
            {"mark": "text", "colour": "", "text": "in percent"},
            "no entry",
        ]
    }
    page = Elements(report_html(collection(simple_pin(figure=figure))))
    marks = [attrs for tag, attrs in page.names if tag == "i"]
    assert marks == [{"class": "ring", "style": "color:#40454f", "aria-hidden": "true"}]
    assert "before & after" in page.texts
    assert "img" not in [tag for tag, _ in page.names]
    assert "in percent" in page.texts
    assert "no mark of ours" not in page.texts


@pytest.mark.parametrize(
    ("height", "columns", "cell", "said"),
    [
        (300, 3, "x", "The file on screen has 6 rows more."),
        (300, 9, "x", "The file on screen has 6 rows and 2 columns more."),
        (300, 3, "x" * 60, "The file on screen has 9 rows more."),
        (900, 3, "x", "The table of its numbers is in the file on screen."),
    ],
    ids=["rows", "columns", "texts", "high figure"],
)
def test_paper_has_what_a_page_has_room_for_and_says_what_it_leaves_out(
    height, columns, cell, said
):
    figure = drawn(["a"], [1.0])
    figure["layout"]["height"] = height
    rows = Rows(tuple(f"column {at}" for at in range(columns)), ((cell,) * columns,) * 12, 12)
    page = Elements(report_html(collection(replace(simple_pin(figure=figure), rows=rows))))
    assert said in page.texts
    far = [attrs for tag, attrs in page.names if tag == "tr" and attrs.get("class") == "far"]
    assert len(far) == (12 if height > TALL else 9 if len(cell) > 30 else 6)


def test_a_table_gives_way_where_a_page_has_no_room_for_its_command():
    rows = Rows(("name", "value"), (("a", 0.5),) * 12, 72)
    figure = drawn(["a"], [1.0])
    pins = [
        replace(simple_pin(figure=figure), rows=rows, command=command)
        for command in ("python -m engine x", "python -m engine x " + "--option value " * 200)
    ]
    short, long = (Elements(report_html(collection(pin))) for pin in pins)
    assert "First 12 of 72 rows" in short.texts  # on screen
    assert "First 6 of 72 rows" in short.texts  # on paper
    assert "The table of its numbers is in the file on screen." in long.texts
    classes = [
        next(attrs.get("class") for tag, attrs in page.names if tag == "article")
        for page in (short, long)
    ]
    assert classes == [None, "bare"]
