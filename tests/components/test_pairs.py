"""Parts of the Pairs page that need no screen: filters, sentences, the command, the veil."""

from __future__ import annotations

import shlex

import pandas as pd
import pytest

from components import pairs_controls, pairs_opened, pairs_scoring, pairs_table, pairs_tabs
from components.pairs_controls import Choice
from components.pairs_veil import blurred
from engine.datasets.pair_columns import mapping_of
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
        ("", [], pairs_table.ALL, [0, 1, 2, 3]),
        ("WOMAN", [], pairs_table.ALL, [0]),
        ("(some)", [], pairs_table.ALL, [1]),
        ("boy", [], pairs_table.ALL, [3]),
        ("", ["gender"], pairs_table.ALL, [0, 2]),
        ("", [], pairs_table.TOWARD, [0]),
        ("", [], pairs_table.AWAY, [1]),
        ("", [], pairs_table.TIES, [2]),
        ("", [], pairs_table.ONE_WORD, [0]),
        ("", [], pairs_table.FLAGGED, [3]),
        ("", [], pairs_table.FLIPPED, [1]),
        ("ran", ["gender"], pairs_table.TIES, [2]),
    ],
)
def test_filters_meet(word, kinds, only, rows):
    mask = pairs_table.matching(FRAME, word, kinds, only)
    assert FRAME.index[mask].tolist() == rows


def test_one_sentences_end_and_the_others_beginning_are_no_match():
    assert not pairs_table.matching(FRAME, "ran.The", [], pairs_table.ALL).any()


def test_a_veiled_sentence_keeps_its_shape_and_no_letter():
    assert blurred("Él ran, 3 × _fast_!") == "•• •••, • × ••••••!"


def test_the_largest_parts_are_named_whichever_way_they_point():
    paid = pd.DataFrame({"text": ["a", "b *c*", "d"], "difference": [0.5, -2.0, 1.0]})
    assert pairs_opened.largest(paid) == r"Most comes from “b \*c\*” (−2.00) and “d” (+1.00)."
    assert pairs_opened.largest(paid.iloc[:0]) == ""


def test_means_are_told_with_more_digits():
    paid = pd.DataFrame({"text": ["a"], "difference": [0.00123]})
    assert pairs_opened.largest(paid, 4) == "Most comes from “a” (+0.0012)."


def test_two_waterfalls_share_an_axis_that_holds_every_step():
    paid = [pd.DataFrame({"difference": steps}) for steps in ([1.0, -3.0], [4.0])]
    low, high = pairs_opened.span(paid)
    assert low < -2
    assert high > 4
    assert pairs_opened.span([pd.DataFrame({"difference": [0.0]})]) == (-0.05, 0.05)


def test_the_health_of_a_pairs_tokens_is_said_in_sentences():
    health = TokenHealth(read=12, right=7, broken=(("overweight", 2),), unknown=("☂",))
    assert pairs_opened.told(health) == [
        "First choice right for 7 of 12 tokens.",
        "“overweight” is 2 pieces.",
        "Unknown to the model: “☂”.",
    ]
    assert pairs_opened.told(health, blurred)[1] == "“••••••••••” is 2 pieces."
    assert pairs_opened.told(TokenHealth(0, 0, (), ())) == []


def choice(**values) -> Choice:
    given = {
        "name": "own", "title": "own", "pairs": FRAME, "path": "own.csv", "mapping": (),
        "public": False, "variant": "cps", "mode": "own", "clean_only": False,
    }  # fmt: skip
    return Choice(**{**given, **values})


def test_the_command_names_what_was_chosen():
    assert choice().command("") == "python -m engine pairs own.csv --measure cps --out scores.csv"
    command = choice(path="my file.csv", mode="published", clean_only=True).command("--mask 1-1")
    assert shlex.split(command)[4:] == [
        "my file.csv", "--measure", "cps", "--published", "--clean", "--out", "scores.csv",
        "--mask", "1-1",
    ]  # fmt: skip
    assert "--mean" in choice(mode="mean").command("")


def test_columns_chosen_by_hand_are_read_back_from_the_command():
    mapping = (("sent_less", 'b "quoted"'), ("sent_more", "a, b=c"))
    words = shlex.split(choice(mapping=mapping).command(""))
    assert mapping_of(words[words.index("--columns") + 1]) == dict(mapping)


def test_a_model_to_compare_with_is_named_with_its_masks():
    spec = ModelSpec("my model", "sha256:0", masked_heads=(HeadRef(0, 1), HeadRef(2, 3)))
    options = shlex.split(pairs_controls.compare_options(spec))
    assert options == ["--compare", "my model", "--compare-mask", "1-2,3-4"]


def row(name: str, low: float, high: float) -> dict:
    return {"variant": name, "interval": [low, high]}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row("cps", 55, 60)], "Only one variant"),
        ([row("cps", 55, 60), row("aul", 51, 60)], "every variant leans toward"),
        ([row("cps", 40, 45), row("aul", 41, 49)], "every variant leans away"),
        ([row("cps", 45, 55), row("aul", 41, 59)], "No variant can be told apart"),
        ([row("cps", 55, 60), row("aul", 40, 45)], "under cps; away from it under aul."),
        ([row("cps", 55, 60), row("aul", 45, 55)], "toward the stereotype under cps; the rest"),
    ],
)
def test_the_conclusion_says_whether_variants_agree(rows, said):
    assert said in pairs_tabs.conclusion(rows)


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
    assert len({pairs_scoring._digest(frame) for frame in frames}) == 4
    assert pairs_scoring._digest(frames[0].copy()) == pairs_scoring._digest(frames[0])
