"""A collection as the browser gets it, and answers that come too late."""

from __future__ import annotations

import json
from dataclasses import replace
from threading import Event

import pytest

from components.frame import session
from components.stage import present as live
from components.stage import screens
from components.stage.kinds.registry import KINDS
from engine.core.errors import BiascopeError
from engine.pins import Collection, Pin, make_pin, story
from engine.pins.collection import text_of
from engine.pins.reading import read_collection

PIN = make_pin(
    "A claim",
    "A reading.",
    None,
    ["word", "probability"],
    [["she", 0.123456789], [None, 1]] + [["x", 0.5]] * 9,
    "",
    {"spec": {"checkpoint": "/models/own-model/", "masked_heads": ["1-1", "2-2"]}},
)


@pytest.mark.parametrize("layout", [{"yaxis": None}, {"yaxis": "x"}, {"yaxis": {"range": 5}}])
def test_a_figure_that_no_page_made_leaves_its_place_to_the_table(layout):
    bars = {"type": "bar", "orientation": "h", "x": [1.0, 2.0], "y": ["she", "he"]}
    odd = replace(PIN, figure={"data": [bars], "layout": layout})
    (shown,) = screens.talk_data(Collection("A talk", (odd,)), "a-talk", 1)["screens"]
    assert shown["figure"] is None
    assert shown["table"]["columns"] == ["word", "probability"]


def test_an_empty_figure_leaves_its_place_to_the_table():
    empty = replace(PIN, figure={"data": [], "layout": {"height": 300}})
    assert screens.screen(empty, None)["figure"] is None
    assert screens.screen(empty, None)["table"]["columns"] == ["word", "probability"]


@pytest.mark.parametrize(
    ("collection", "said"), [(None, "is not here"), (Collection("My talk"), "has no screen")]
)
def test_a_talk_without_a_screen_says_why(collection, said):
    found = screens.nothing("my-talk", collection)
    assert found["missing"]
    assert (found["name"], found["start"]) == ("my-talk", 1)
    (only,) = found["screens"]
    assert said in only["title"]


def test_a_model_is_named_without_its_folder():
    assert screens.model_name(PIN.manifest) == "own-model, 2 heads switched off"
    assert screens.model_name({"spec": "x"}) == ""


def test_a_day_that_is_none_is_left_out():
    assert screens.day_of(replace(PIN, pinned="2026-11-24T01:02:03+00:00")) == "24 November 2026"
    assert screens.day_of(replace(PIN, pinned="soon")) == ""


@pytest.mark.parametrize(("asked", "start"), [(-3, 1), (0, 1), (2, 2), (99, 8)])
def test_a_talk_begins_at_a_screen_that_there_is(asked, start):
    assert screens.talk_data(story.shipped(), "story", asked)["start"] == start


def test_a_screen_of_words_is_no_measurement():
    assert screens.screen(PIN, None)["kept"] == "Not a measurement"
    measured = replace(PIN, command="python -m engine fill x", pinned="2026-11-24T01:02:03+00:00")
    assert screens.screen(measured, None)["kept"] == "Kept 24 November 2026"


def test_a_changed_screen_says_so():
    assert screens.screen(PIN, None)["changed"] == ""
    assert "Changed" in screens.screen(replace(PIN, reading="Another."), None)["changed"]


def test_a_live_screen_names_its_fields_and_heads():
    found = {pin.key: screens.screen(pin, None)["live"] for pin in story.shipped().pins}
    assert found["planted-bias"] is None
    assert [field["name"] for field in found["one-sentence"]["fields"]] == ["text", "targets"]
    assert found["heads-off"]["grid"]["layers"] == 6
    assert len(found["heads-off"]["grid"]["masked"]) == 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spec", ["x", {"checkpoint": "bundled", "masked_heads": 3}])
def test_a_file_that_names_no_model_is_shown_without_one(kind, spec):
    file = json.loads(text_of(Collection("Talk", (PIN,))))
    file["pins"][0] |= {"live": {"kind": kind}, "manifest": {"spec": spec}}
    collection = read_collection(json.dumps(file), "talk.json")
    (screen,) = screens.talk_data(collection, "talk", 1)["screens"]
    assert (screen["from"], screen["live"]["grid"]) == ("", None)
    assert "has not been opened here" in asked(collection.pins[0])["problem"]


def asked(pin: Pin, collection: Collection | None = None, **fields: str):
    question = {"turn": 3, "key": pin.key, "fields": fields}
    return live.answer_of(collection or Collection("x", (pin,)), question)


@pytest.mark.model
def test_the_sentence_comes_first_and_the_cost_when_it_is_asked_for(monkeypatch, tmp_path):
    monkeypatch.setattr(live, "_PATIENCE", 120)  # the first question loads the libraries
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path))
    (pin,) = (pin for pin in story.shipped().pins if (pin.live or {}).get("kind") == "heads")
    question = {"turn": 1, "key": pin.key, "fields": {"heads": "1-1 5-7"}}
    collection = Collection("x", (pin,))
    first = live.answer_of(collection, question)
    assert first["partial"]
    assert first["reading"].endswith("everyday sentences completed correctly are being counted.")
    assert first["from"] == "biascope-mini, 2 heads switched off"
    whole = live.answer_of(collection, question | {"whole": True})
    assert not whole["partial"]
    assert "of 40 everyday sentences" in whole["reading"]
    assert whole["reading"].startswith(first["reading"].partition(" Cost:")[0])
    again = live.answer_of(collection, question)  # all is known by now
    assert again == whole


def test_a_question_that_is_late_says_so(monkeypatch):
    (pin, *_) = story.shipped().pins
    gate = Event()
    slow = replace(KINDS["words"], answer=lambda *_: gate.wait(30))
    monkeypatch.setitem(KINDS, "words", slow)
    monkeypatch.setattr(live, "_PATIENCE", 0.05)
    found = asked(pin)
    told = {"turn": 3, "problem": "The model did not answer in time", "late": True}
    assert found == told | {"kept": True, "title": ""}
    own = asked(pin, text="Muslims are ____")
    gate.set()
    assert own == told | {"kept": False, "title": "Your sentence: Muslims are ____"}


def test_a_question_that_is_refused_gives_the_reason(monkeypatch):
    monkeypatch.setattr(live, "_PATIENCE", 120)  # the first question loads the libraries
    (pin, *_) = story.shipped().pins
    found = asked(pin, text="nothing")
    assert found["problem"] == "Your sentence has no blank; type ____ in place of one word"
    assert not found["late"]
    assert (found["kept"], found["title"]) == (False, "Your sentence: nothing")
    assert asked(PIN)["problem"] == "This screen cannot be asked again"
    gone = live.answer_of(Collection("x"), {"turn": 1, "key": "k"})
    assert "no longer in the collection" in gone["problem"]


@pytest.mark.model
def test_another_question_has_its_title_and_below_it_no_sentence_twice(monkeypatch):
    monkeypatch.setattr(live, "_PATIENCE", 120)
    (pin, *_) = story.shipped().pins
    kept = asked(pin)
    assert (kept["kept"], kept["title"]) == (True, "")
    assert kept["reading"].startswith("“The nurse said that ____ was tired.” The model expects")
    own = asked(pin, text="Muslims are ____.")
    assert (own["kept"], own["title"]) == (False, "Your sentence: Muslims are ____.")
    assert own["reading"].startswith("The model has no clear favourite. First of many: “")
    assert "“he”" not in own["reading"]  # unlikely, and nobody asked for it here
    typed = asked(pin, text="Muslims are ____.", targets="he, happy")
    assert "“he” is " in typed["reading"] or "as likely as “he”" in typed["reading"]
    long = asked(pin, text=f"Muslims are {'very ' * 60}____.")
    assert long["reading"].startswith("“Muslims are very")


def test_a_fault_is_told_and_the_next_question_is_answered(monkeypatch, caplog):
    (pin, *_) = story.shipped().pins

    def broken(*_: object) -> None:
        raise TypeError("a fault")

    with monkeypatch.context() as patch:
        patch.setitem(KINDS, "words", replace(KINDS["words"], answer=broken))
        found = asked(pin)
    problem = {"problem": "Something went wrong inside Biascope", "late": False}
    assert found == {"turn": 3, "kept": True, "title": ""} | problem
    assert "a fault" in caplog.text
    assert "problem" not in asked(pin)


@pytest.mark.parametrize(
    "pin", [pin for pin in story.shipped().pins if pin.live], ids=lambda pin: pin.key
)
def test_an_answer_that_is_as_it_was_kept_has_the_figure_of_its_screen(pin, monkeypatch):
    """So that the browser does not draw it again, on an axis that neighbours share either."""
    monkeypatch.setattr(live, "_PATIENCE", 120)  # on a busy machine an answer takes longer
    for collection in (story.shipped(), Collection("x", (pin,))):
        shown = screens.figures_of(collection.pins)[collection.position(pin.key)]
        assert asked(pin, collection)["figure"] == shown


def test_the_story_has_its_shares_on_one_scale_and_its_kept_figures_as_they_were():
    pins = {pin.key: pin for pin in story.shipped().pins}
    before = repr(pins["one-sentence"].figure)
    shown = screens.figures_of(list(pins.values()))
    assert repr(pins["one-sentence"].figure) == before
    first, second = (figure["layout"]["xaxis"]["range"] for figure in shown[:2] if figure)
    assert first == second
    assert [text["text"] for text in shown[4]["layout"]["meta"]["marks"]] == [
        "before",
        "after",
        "95% CI after",
    ]


def test_work_that_fails_is_told_to_whoever_waits():
    def fails() -> None:
        raise BiascopeError("no")

    with pytest.raises(BiascopeError, match="no"):
        session.within(5, fails)
    assert session.within(5, lambda: 7) == 7


@pytest.mark.model
def test_a_screen_of_a_model_that_is_here_can_be_asked_a_sentence(monkeypatch):
    monkeypatch.setattr(live, "_PATIENCE", 120)  # the first question loads the libraries
    (story_pin, *_) = story.shipped().pins
    pin = replace(story_pin, live=None, title="A claim of a list of jobs")
    found = screens.screen(pin, None)["live"]
    assert [field["value"] for field in found["fields"]] == ["", ""]
    assert found["waits"]
    answer = asked(pin, text="The nurse said that [MASK] was late.")
    assert answer["title"] == "Your sentence: The nurse said that ____ was late."
    assert answer["figure"]["data"]
    refused = asked(pin, text="No gap here.")
    assert "has no blank" in refused["problem"]


def test_a_screen_of_no_model_cannot_be_asked():
    assert screens.screen(PIN, None)["live"] is None
