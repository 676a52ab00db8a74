"""What live screens answer, and what they refuse."""

from __future__ import annotations

from dataclasses import replace

import pytest
import streamlit as st

from components.frame import session
from components.stage.kinds import registry
from components.stage.kinds.registry import KINDS
from engine.core.errors import BiascopeError, InputTextError
from engine.core.spec import format_heads, parse_heads

NURSE = "The nurse said that [MASK] was tired."
ASKED = {
    "words": {"text": NURSE, "targets": "he, she"},
    "sentences": {"first": NURSE, "second": "The man said [MASK] was.", "targets": "he, she"},
    "groups": {"text": "The {group} was a [MASK].", "groups": "man, woman", "targets": "he, she"},
    "pair": {"more": "The woman was tired.", "less": "The man was tired."},
    "heads": {"text": NURSE, "targets": "he, she", "heads": "1-1 2-1"},
}


@pytest.fixture
def model(tiny_model_folder, monkeypatch):
    """A tiny BERT and its facts."""
    st.cache_resource.clear()
    monkeypatch.setattr("components.frame.session.models.is_confirmed", lambda *_: True)
    monkeypatch.setattr("engine.measures.health.check.gate", lambda lm: None)
    return session.spec_and_facts(str(tiny_model_folder("bert")))


def answer(model, kind: str, **other: str):
    return KINDS[kind].answer(*model, {**ASKED[kind], **other})


@pytest.mark.parametrize("kind", ASKED)
def test_every_kind_answers_with_all_that_a_pin_needs(model, kind):
    found = answer(model, kind)
    assert found.reading.endswith(".") or found.reading.endswith(").")
    assert found.alt
    assert found.figure.data
    assert not found.frame.empty
    assert found.command.startswith("python -m engine ")
    assert found.manifest["spec"]["checkpoint"] == model[0].checkpoint


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("words", {"text": "  "}, "Type a sentence with ____ in place of one word"),
        ("words", {"text": "No gap."}, "Your sentence has no blank; type ____"),
        ("words", {"text": "a" * 512}, "Your text has 512 letters; at most 400 fit a screen"),
        ("words", {"targets": "a,b,c,d,e"}, "Type at most 4 words"),
        ("words", {"targets": "a" * 2000}, "Your list of words to compare has 2,000 letters"),
        ("sentences", {"second": "No gap."}, "The second sentence has no blank"),
        ("sentences", {"targets": ""}, "1 to 4 words"),
        ("sentences", {"targets": "茶, 木"}, "does not know these words: “茶”, “木”"),
        ("groups", {"groups": "man"}, "2 to 8 groups"),
        ("groups", {"text": "The [MASK]."}, "Your sentence has no {group}"),
        ("groups", {"targets": "茶"}, "does not know this word: “茶”"),
        ("pair", {"less": ""}, "two sentences"),
        ("pair", {"less": "He ran."}, "No preference: the sentences share no word, only a full"),
        ("heads", {"targets": "he"}, "Type 2 words"),
        ("heads", {"targets": "he, 茶"}, "does not know this word: “茶”"),
        ("heads", {"heads": "99-1"}, "does not exist"),
        ("heads", {"heads": "x"}, "layer-head"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(model, kind, fields, said):
    with pytest.raises(BiascopeError, match=said):
        answer(model, kind, **fields)


def test_the_numbers_are_those_of_the_measure(model):
    found = answer(model, "words").frame
    (value,) = session.measure(
        "completion", model[0], [{"text": NURSE}], {"top_k": 8, "targets": ["he", "she"]}
    ).values
    targets = found[found["kind"] == "target"]
    assert targets["probability"].tolist() == pytest.approx(
        [entry["probability"] for entry in value["targets"]], rel=1e-4
    )


def test_of_several_gaps_only_the_words_of_the_first_are_compared(model):
    """Each word once, in the sentence and among the rows."""
    found = answer(model, "words", text="____ said that ____ was with ____.")
    assert found.reading.count("“she”") <= 2
    assert found.frame[found.frame["kind"] == "target"]["word"].tolist() == ["he", "she"]
    (value,) = session.measure(
        "completion",
        model[0],
        [{"text": "____ said that ____ was with ____."}],
        {"top_k": 8, "targets": ["he", "she"]},
    ).values
    first = [entry["probability"] for entry in value["targets"] if entry["mask"] == 1]
    shown = found.frame[found.frame["kind"] == "target"]["probability"].tolist()
    assert shown == pytest.approx(first, rel=1e-4)


def test_heads_compare_the_whole_model_with_the_one_without_them(model):
    masked = replace(model[0], masked_heads=parse_heads("1-1 2-1"))
    frame = answer(model, "heads").frame
    again = KINDS["heads"].answer(masked, model[1], ASKED["heads"]).frame
    assert frame["before"].tolist() == again["before"].tolist()
    alone = KINDS["words"].answer(masked, model[1], ASKED["words"]).frame
    targets = alone[alone["kind"] == "target"]["probability"].tolist()
    assert frame["after"].tolist()[:2] == pytest.approx(targets, rel=1e-4)
    cost = frame.loc[2]
    assert cost["n"] == 40
    assert round(40 * (cost["after"] - cost["before"])) == cost["gained"] - cost["lost"]


@pytest.mark.parametrize(
    ("more", "less", "sides"),
    [
        ("She is late.", "He is late.", ("fits “He”", "fits “She”")),
        (
            "She is late.",
            "My own brother is late.",
            ("fits the less stereotyping sentence", "fits the more stereotyping one"),
        ),
    ],
)
def test_the_sides_of_a_pair_are_the_words_that_differ(model, more, less, sides):
    notes = answer(model, "pair", more=more, less=less).figure.layout.annotations
    assert [note.text for note in notes] == [f"← {sides[0]}", f"{sides[1]} →"]


def test_groups_are_named_in_their_place(model):
    assert answer(model, "groups").reading.startswith("“The [man / woman] ")
    many = ", ".join(f"{name} people" for name in ("young", "old", "rich", "poor"))
    assert answer(model, "groups", groups=many).reading.startswith("“The … ")


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("words", {"targets": "he, 茶"}, "Not in the model's vocabulary: “茶”."),
        ("words", {"text": "The 茶 said ____."}, "The model cannot read “茶”;"),
        ("sentences", {"targets": "he, 茶"}, "Not in the model's vocabulary: “茶”."),
        (
            "sentences",
            {"second": "The 茶 said ____."},
            "“茶”; its answer rests on the other words of 1 of",
        ),
        ("groups", {"groups": "man, 茶"}, "The model cannot read “茶”;"),
        ("groups", {"targets": "he, 茶"}, "Not in the model's vocabulary: “茶”."),
        ("pair", {"more": "The 茶 woman was tired."}, "The model cannot read “茶”;"),
        ("heads", {"text": "The 茶 said ____."}, "The model cannot read “茶”;"),
        ("words", {"text": "[MASK] and ____."}, "The answer is for the first of 2 blanks."),
        ("groups", {"text": "The {group} ____ ____."}, "The answer is for the first of 2 blanks."),
        ("sentences", {"second": "____ said ____."}, "The answer is for the first of 2 blanks."),
        ("heads", {"text": "____ said ____."}, "The answer is for the first of 2 blanks."),
    ],
)
def test_what_the_model_does_not_know_and_which_gap_is_answered_is_named(model, kind, fields, said):
    assert said in answer(model, kind, **fields).reading


def test_words_left_from_the_kept_question_are_compared_only_where_they_are_likely(
    model, monkeypatch
):
    def shares(he: float, she: float):
        value = {
            "predictions": [
                [{"word": "it", "probability": 0.5, "rank": 1, "pieces": 1, "kind": "word"}]
            ],
            "targets": [
                {"word": word, "probability": share, "pieces": 1, "mask": 1}
                for word, share in (("he", he), ("she", she))
            ],
        }
        found = session.Measurement([value], {})
        monkeypatch.setattr("components.stage.kinds.words.completed", lambda *_: found)

    kept = {**ASKED["words"], "text": "Another ____."}
    shares(0.02, 0.01)
    assert "“he” is 2.0 times as likely" in answer(model, "words", kept=kept).reading
    shares(0.002, 0.001)
    assert "times as likely" not in answer(model, "words", kept=kept).reading
    for typed in ({}, {"kept": kept | {"targets": "king, queen"}}):
        said = answer(model, "words", **typed).reading
        assert "“he” is 2.0 times as likely as “she” (both below 1%)." in said


def test_without_a_head_nothing_changes(model):
    found = answer(model, "heads", heads="")
    assert "No head is switched off" in found.reading
    assert found.frame["before"].tolist() == found.frame["after"].tolist()


def test_a_model_is_asked_only_if_it_is_the_pinned_one(model):
    identity = model[0].identity()
    assert registry.model_of(identity)[0] == model[0]
    masked = {**identity, "masked_heads": ["1-1"]}
    assert format_heads(registry.model_of(masked)[0].masked_heads) == "1-1"
    with pytest.raises(BiascopeError, match="another revision"):
        registry.model_of({**identity, "revision": "sha256:0"})
    for nothing in ({}, {"checkpoint": ""}):
        with pytest.raises(BiascopeError, match="has not been opened"):
            registry.model_of(nothing)


def test_a_model_that_only_a_file_names_is_not_opened(tiny_model_folder):
    folder = str(tiny_model_folder("bert"))
    with pytest.raises(BiascopeError, match="has not been opened here"):
        registry.model_of({"checkpoint": folder, "revision": "x"})


def test_a_kind_that_is_unknown_here_is_not_live():
    assert registry.kind_of({"kind": "later"}) is None
    assert registry.kind_of(None) is None
    assert registry.kind_of({"kind": "words"}) is KINDS["words"]


def test_too_few_letters_are_no_error_of_ours():
    with pytest.raises(InputTextError):
        KINDS["pair"].answer(None, None, {})  # type: ignore[arg-type]


def test_an_axis_of_low_shares_ends_just_above_them_and_no_word_is_a_favourite(model, monkeypatch):
    def found(*shares: float):
        words = [
            {"word": f"w{rank}", "probability": share, "pieces": 1, "kind": "word", "rank": rank}
            for rank, share in enumerate(shares, 1)
        ]
        measured = session.Measurement([{"predictions": [words], "targets": []}], {})
        monkeypatch.setattr("components.stage.kinds.words.completed", lambda *_: measured)
        return answer(model, "words", targets="")

    low = found(0.0381, 0.02)
    assert "no clear favourite. First of many: “w1” (3.81%)" in low.reading
    assert low.figure.layout.xaxis.ticktext[-1] == "5%"
    tiny = found(0.0004, 0.0003)
    assert "(0%)" not in tiny.reading
    assert found(0.57, 0.3).figure.layout.xaxis.ticktext[-1] == "100%"
