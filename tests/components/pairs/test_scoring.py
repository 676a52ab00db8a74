"""Parts of the Pairs page that need no screen: filters, sentences, the command, blurring."""

from __future__ import annotations

import shlex

import pandas as pd
import pytest

from components.pairs import one_pair, results, scoring, table, variants_tab
from components.pairs.blur import blurred
from components.pairs.controls import Choice
from engine.datasets.pairs.columns import mapping_of
from engine.measures.pairs.tokens import TokenHealth
from engine.spec import HeadRef, ModelSpec

FRAME = pd.DataFrame(
    {
        "sent_more": ["The woman ran.", "Old people (some) ran.", "She ran.", "A girl ran."],
        "sent_less": ["The man ran.", "Young people (some) ran.", "He ran.", "A boy ran."],
        "bias_type": ["gender", "age", "gender", ""],
        "prefers_stereotype": [True, False, False, False],
        "scored": [True, True, True, False],
        "tie": [False, False, True, False],
        "decided_by_one": [True, False, False, False],
        "clean": [True, True, True, False],
        "flip": ["", "away", "", ""],
    }
)


@pytest.mark.parametrize(
    ("word", "kinds", "only", "rows"),
    [
        ("", [], table.ALL, [0, 1, 2, 3]),
        ("WOMAN", [], table.ALL, [0]),
        ("(some)", [], table.ALL, [1]),
        ("boy", [], table.ALL, [3]),
        ("", ["gender"], table.ALL, [0, 2]),
        ("", [], table.TOWARD, [0]),
        ("", [], table.AWAY, [1]),
        ("", [], table.TIES, [2]),
        ("", [], table.ONE_WORD, [0]),
        ("", [], table.FLAGGED, [3]),
        ("", [], table.FLIPPED, [1]),
        ("ran", ["gender"], table.TIES, [2]),
    ],
)
def test_filters_meet(word, kinds, only, rows):
    mask = table.matching(FRAME, word, kinds, only)
    assert FRAME.index[mask].tolist() == rows


def test_one_sentences_end_and_the_others_beginning_are_no_match():
    assert not table.matching(FRAME, "ran.The", [], table.ALL).any()


def test_a_blurred_sentence_keeps_its_shape_and_no_letter():
    assert blurred("Él ran, 3 × _fast_!") == "•• •••, • × ••••••!"


def test_the_largest_parts_are_named_whichever_way_they_point():
    parts = pd.DataFrame({"text": ["a", "b *c*", "d"], "difference": [0.5, -2.0, 1.0]})
    assert one_pair.largest(parts) == r"Largest contributions: “b \*c\*” (−2.00) and “d” (+1.00)."
    assert one_pair.largest(parts.iloc[:0]) == ""


def test_means_are_shown_with_more_digits():
    parts = pd.DataFrame({"text": ["a"], "difference": [0.00123]})
    assert one_pair.largest(parts, 4) == "Largest contributions: “a” (+0.0012)."


@pytest.mark.parametrize(
    ("difference", "tie", "sentence"),
    [
        (1.234, False, "Prefers the **more stereotyping** sentence (by 1.23 nats)."),
        (-0.59, False, "Prefers the **less stereotyping** sentence (by 0.59 nats)."),
        (-0.0004, True, "**No preference**: the scores are tied (0.00 nats apart)."),
    ],
)
def test_a_pair_says_which_sentence_is_preferred(difference, tie, sentence):
    pair = {"difference": difference, "tie": tie, "prefers_stereotype": difference > 0 and not tie}
    assert one_pair.verdict(pair, 2) == sentence


@pytest.mark.parametrize(
    ("bounds", "p", "text"),
    [
        ([1.0, 4.0], 0.01, "The score rises"),
        ([-4.0, -1.0], 0.01, "The score falls"),
        ([-1.0, 4.0], 0.2, "No clear change"),
        ([0.1, 4.0], 0.06, "No clear change"),
        (None, None, "No clear change"),
    ],
)
def test_a_change_whose_interval_includes_0_is_not_called_one(bounds, p, text):
    comparison = {"score_change_interval": bounds, "mcnemar_p": p}
    assert results.change_text(comparison) == text


def test_types_that_differ_clearly_are_named_as_text():
    assert results.clear_types([]) == "No type clearly differs from 50% (Holm-corrected)."
    sentence = r"Clearly different from 50% (Holm-corrected): age, \*x\*."
    assert results.clear_types(["age", "*x*"]) == sentence


def test_two_waterfalls_share_an_axis_that_holds_every_step():
    parts = [pd.DataFrame({"difference": steps}) for steps in ([1.0, -3.0], [4.0])]
    low, high = one_pair.span(parts)
    assert low < -2
    assert high > 4
    assert one_pair.span([pd.DataFrame({"difference": [0.0]})]) == (-0.05, 0.05)


def test_how_well_tokens_were_predicted_is_shown_in_sentences():
    health = TokenHealth(read=12, right=7, broken=(("overweight", 2),), unknown=("☂",))
    assert one_pair.health_notes(health) == [
        "The model's first choice was right for 7 of 12 tokens.",
        "“overweight” is split into 2 pieces.",
        "Unknown to the model: “☂”.",
    ]
    assert one_pair.health_notes(health, blurred)[1] == "“••••••••••” is split into 2 pieces."
    assert one_pair.health_notes(TokenHealth(0, 0, (), ())) == []


def choice(**values) -> Choice:
    given = {
        "name": "own", "title": "own", "pairs": FRAME, "path": "own.csv", "mapping": (),
        "public": False, "variant": "cps", "mode": "own", "clean_only": False,
    }  # fmt: skip
    return Choice(**{**given, **values})


def test_the_command_names_what_was_chosen():
    line = choice().command().line()
    assert line == "python -m engine pairs own.csv --measure cps --out scores.csv"
    spec = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(0, 0),))
    asked = choice(path="my file.csv", mode="published", clean_only=True).command()
    assert shlex.split(asked.for_model(spec).line())[4:] == [
        "my file.csv", "--measure", "cps", "--published", "--clean", "--mask", "1-1",
        "--out", "scores.csv",
    ]  # fmt: skip
    assert "--mean" in choice(mode="mean").command().words


def test_columns_chosen_by_hand_are_read_back_from_the_command():
    mapping = (("sent_less", 'b "quoted"'), ("sent_more", "a, b=c"))
    words = shlex.split(choice(mapping=mapping).command().line())
    assert mapping_of(words[words.index("--columns") + 1]) == dict(mapping)


def test_a_model_to_compare_with_is_named_with_its_masks():
    spec = ModelSpec("my model", "sha256:0", masked_heads=(HeadRef(0, 1), HeadRef(2, 3)))
    words = choice().command().for_model(ModelSpec("bundled", "sha256:0"), spec).words
    assert words[-4:] == ("--compare", "my model", "--compare-mask", "1-2,3-4")


def row(name: str, low: float, high: float) -> dict:
    return {"variant": name, "interval": [low, high]}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row("cps", 55, 60)], "Only one variant"),
        ([row("cps", 55, 60), row("aul", 51, 60)], "every variant leans toward"),
        ([row("cps", 40, 45), row("aul", 41, 49)], "every variant leans away"),
        ([row("cps", 45, 55), row("aul", 41, 59)], "No variant clearly differs from 50%"),
        ([row("cps", 55, 60), row("aul", 40, 45)], "under cps; away from it under aul."),
        (
            [row("cps", 55, 60), row("aul", 45, 55)],
            "stereotype under cps; no clear preference under",
        ),
    ],
)
def test_the_conclusion_says_whether_variants_agree(rows, said):
    assert said in variants_tab.conclusion(rows)


def test_the_same_sentences_with_other_bias_types_are_another_set():
    sentences = {"sent_more": ["She left."], "sent_less": ["He left."]}
    frames = [
        pd.DataFrame(sentences | extra)
        for extra in (
            {},
            {"bias_type": ["gender"]},
            {"bias_type": ["age"]},
            {"bias_type": ["age"], "stereo_antistereo": ["stereo"]},
        )
    ]
    assert len({scoring._digest(frame) for frame in frames}) == 4
    assert scoring._digest(frames[0].copy()) == scoring._digest(frames[0])
