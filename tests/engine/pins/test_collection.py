"""A collection of pins, and its file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BiascopeError, InputTextError
from engine.pins import Collection, Question
from engine.pins.collection import MOST_PINS, text_of
from engine.pins.reading import read_collection
from tests.engine.pins.test_pin import a_pin


def three() -> Collection:
    return Collection("Story", tuple(a_pin(title=title) for title in "abc"))


def titles(collection: Collection) -> str:
    return "".join(pin.title for pin in collection.pins)


@pytest.mark.parametrize(
    ("position", "by", "after"),
    [(0, 1, "bac"), (2, -1, "acb"), (0, -1, "abc"), (2, 9, "abc"), (0, 2, "bca"), (2, -9, "cab")],
)
def test_a_pin_is_moved_along(position, by, after):
    collection = three()
    assert titles(collection.moved(collection.pins[position].key, by)) == after


def test_pins_are_added_removed_and_edited():
    collection = three()
    collection = collection.added(a_pin(title="d")).removed(collection.pins[1].key)
    collection = collection.edited(collection.pins[0].key, lambda pin: pin.named("A"))
    assert titles(collection) == "Acd"


def test_a_pin_that_another_window_removed_is_said():
    with pytest.raises(BiascopeError, match="removed in another window"):
        three().removed("nothing")


def test_a_full_collection_takes_no_more():
    pin = a_pin()
    full = Collection("Story", (pin,) * MOST_PINS)
    with pytest.raises(BiascopeError, match="holds 200 screens"):
        full.added(pin)


def test_what_is_written_is_read_again():
    collection = Collection("Story", (a_pin(live={"kind": "fill"}, address="probe?text=a"),))
    collection = collection.edited(
        collection.pins[0].key,
        lambda pin: pin.noted("Two\nlines, “quoted” <b>").named("<script>alert(1)</script>"),
    )
    again = read_collection(text_of(collection), "story.json")
    assert again == collection
    assert not again.pins[0].changed


def changed(**fields: object) -> str:
    text = json.loads(text_of(three()))
    return json.dumps(text | fields)


def first_changed(**fields: object) -> str:
    text = json.loads(text_of(three()))
    text["pins"][0] |= fields
    return json.dumps(text)


def nested(name: str, depth: int) -> str:
    """A file whose first pin has lists in each other."""
    text = first_changed(**{name: {"data": ["here"]}})
    return text.replace('"here"', "[" * depth + "]" * depth)


@pytest.mark.parametrize(
    "fields",
    [
        {"reading": "word " * 3_000, "alt": "word " * 3_000, "title": "word " * 100},
        {"command": "python -m engine sweep --models " + "folder," * 2_000},
        {"address": "probe?text=" + "a%20b" * 2_000},
        {"address": "probe?text=" + "a%20b" * 20_000},
        {"columns": ["a"] * 300, "rows": [[2**70] * 300]},
        {"figure": {"data": [{"type": "bar", "name": "<<a>a href='x'>"}], "layout": {}}},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_pin_of_any_size_is_read_as_it_was_pinned(fields):
    collection = Collection("Story", (a_pin(**fields),))
    again = read_collection(text_of(collection), "story.json")
    assert again == collection
    assert not again.pins[0].changed


def test_a_changed_number_is_kept_and_marked():
    text = text_of(three()).replace("0.125", "0.875", 1)
    again = read_collection(text, "story.json")
    assert [pin.changed for pin in again.pins] == [True, False, False]
    assert again.pins[0].rows.rows[1] == ("he", 0.875)
    assert (
        read_collection(text_of(again), "story.json").pins[0].changed
    )  # also after it is written again


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("{", "not JSON"),
        ("[]", "holds a JSON list"),
        ("{}", "is no collection of screens"),
        (changed(schema="biascope.pins/2"), r"newer Biascope \(format 2\)"),
        (changed(schema="biascope.arena/1"), "is no collection of screens"),
        (changed(pins=None), "lacks its list of screens"),
        (changed(pins=[1]), "Screen 1 of x.json is damaged"),
        (changed(pins=[{}] * 201), "holds 201 screens"),
        (first_changed(rows={"columns": ["a"], "rows": [[1, 2]]}), "damaged table"),
        (first_changed(rows={"columns": ["a"], "rows": [[1]] * 2001}), "too large"),
        (first_changed(rows={"columns": ["a"] * 201, "rows": []}), "too large"),
        (changed(schema="biascope.pins/²"), "is no collection of screens"),
        (changed(schema="biascope.pins/" + "9" * 5_000), "is no collection of screens"),
        (nested("manifest", 900), "nested more than 40 deep"),
        (nested("figure", 900), "nested more than 40 deep"),
        (nested("other", 900), "nested more than 40 deep"),
    ],
)
def test_what_is_no_collection_is_refused_in_a_sentence(text, message):
    with pytest.raises(InputTextError, match=message):
        read_collection(text, "x.json")


def test_what_cannot_be_shown_safely_is_left_out():
    text = first_changed(
        address="https://example.org",
        figure={"data": [{"type": "image", "source": "https://example.org/x.png"}]},
        key="../../x",
    )
    pin = read_collection(text, "x.json").pins[0]
    assert (pin.address, pin.figure) == ("", None)
    assert "/" not in pin.key
    assert pin.changed


@pytest.mark.parametrize(
    "spec",
    [
        *("x", 3, ["x"], {"checkpoint": 3}, {"revision": None}, {"dtype": ["float32"]}),
        *({"masked_heads": 3}, {"masked_heads": [3]}, {"masked_heads": "1-1"}),
        *({"scaled_heads": ["1-1"]}, {"erased": [{"concept": "gender"}]}, {"self_debias": 3}),
        {"steered": [{"concept": "../x", "method": "m", "digest": "a" * 64, "layer": 1}]},
    ],
)
def test_a_model_that_is_not_named_as_models_are_is_left_out(spec):
    (pin, *_) = read_collection(first_changed(manifest={"spec": spec, "items": 1}), "x.json").pins
    assert pin.manifest == {"items": 1}
    assert pin.changed


DEBIAS = {"because_of": "gender", "decay": 50.0}


def test_a_model_may_lack_parts_of_its_name():
    manifest = {"spec": {"checkpoint": "bundled", "masked_heads": ["1-1"]}, "items": 1}
    assert read_collection(first_changed(manifest=manifest), "x.json").pins[0].manifest == manifest
    manifest["spec"] |= {"scaled_heads": ["2-1:0.5"], "self_debias": DEBIAS}
    assert read_collection(first_changed(manifest=manifest), "x.json").pins[0].manifest == manifest
    assert read_collection(first_changed(manifest={"spec": None}), "x.json").pins[0].manifest == {
        "spec": None
    }


def test_a_table_that_no_browser_shows_is_made_one():
    text = first_changed(rows={"columns": ["a", "a"], "rows": [[2**64, -(2**70)]], "n": 10**200})
    rows = read_collection(text, "x.json").pins[0].rows
    assert rows.columns == ("a", "a (2)")
    assert rows.rows == ((str(2**64), str(-(2**70))),)
    assert rows.n == 1


def test_a_key_used_twice_is_told_apart():
    text = json.loads(text_of(three()))
    text["pins"].append(text["pins"][0])
    assert len({pin.key for pin in read_collection(json.dumps(text), "x.json").pins}) == 4


@given(st.dictionaries(st.sampled_from(
    ["key", "title", "reading", "alt", "figure", "rows", "command", "manifest", "address", "live",
     "pinned", "digest", "note", "questions"]),
    st.none() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
    | st.lists(st.integers(), max_size=3)
    | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
))  # fmt: skip
def test_any_field_may_be_anything(fields):
    pin = read_collection(
        json.dumps({"schema": "biascope.pins/1", "pins": [fields]}), "x.json"
    ).pins[0]
    assert pin.title
    assert isinstance(pin.questions, tuple)
    assert read_collection(text_of(Collection("x", (pin,))), "x.json").pins[0] == pin


def test_questions_are_read():
    text = first_changed(questions=[{"question": "Why?", "answer": "So."}, 3])
    assert read_collection(text, "x.json").pins[0].questions == (Question("Why?", "So."),)
