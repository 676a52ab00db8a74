"""Parts of the Pairs page that need no screen: filters, sentences, the command."""

from __future__ import annotations

import shlex

import pandas as pd
import pytest

from components.frame.widgets.blur import blurred
from components.frame.widgets.chosen_data import ChosenData
from components.pairs import control, data, headline, one_pair, own_pair, results, scoring, table
from components.pairs.controls import Choice
from engine.core.spec import HeadRef, ModelSpec
from engine.measures.pairs.data.file import COLUMNS
from engine.measures.pairs.tokens import TokenHealth
from tests.engine.measures.pairs.pair_values import share_of

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
        ("ran.The", [], table.ALL, []),  # one sentence's end and the other's beginning
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


def test_the_largest_parts_are_named_whichever_way_they_point():
    parts = pd.DataFrame({"text": ["a", "b *c*", "d"], "difference": [0.5, -2.0, 1.0]})
    assert one_pair.largest(parts) == r"Largest contributions: “b \*c\*” (−2.00) and “d” (+1.00)."
    assert one_pair.largest(parts.iloc[:0]) == ""
    parts = pd.DataFrame({"text": ["a"], "difference": [0.00123]})  # a mean
    assert one_pair.largest(parts, 4) == "Largest contributions: “a” (+0.0012)."


@pytest.mark.parametrize(
    ("difference", "tie", "is_ratio", "sentence"),
    [
        (1.234, False, False, "Prefers the **more stereotyping** sentence (by 1.23 nats)."),
        (-0.59, False, False, "Prefers the **less stereotyping** sentence (by 0.59 nats)."),
        (
            1.234,
            False,
            True,
            "Prefers the **more stereotyping** sentence: the words scored are together 3.4 times "
            "as likely (1.23 nats).",
        ),
        (
            -0.0004,
            True,
            True,
            "**A tie**: the scores are 0.00 nats apart, too little to call a preference.",
        ),
    ],
)
def test_a_pair_says_which_sentence_is_preferred(difference, tie, is_ratio, sentence):
    pair = {"difference": difference, "tie": tie, "prefers_stereotype": difference > 0 and not tie}
    assert one_pair.pair_verdict(pair, 2, is_ratio) == sentence


def test_sentences_that_share_no_word_have_no_preference():
    assert one_pair.nothing_shared(["."]).startswith(
        "**No preference**: the sentences share no word, only a full stop, so there is nothing to "
    )
    assert "share no word, only “,” “\\*”, so" in one_pair.nothing_shared([",", "*"])


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("sent_less is empty.", "The less stereotyping sentence is empty."),
        ("Row 2: sent_more is odd.", "Row 2: the more stereotyping sentence is odd."),
        ("Both sentences are the same.", "Both sentences are the same."),
    ],
)
def test_sentences_are_called_as_on_screen_where_a_pair_is_refused(problem, said):
    assert data.on_screen(problem) == said


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
    assert headline.change_text(comparison) == text


def entry(name: str, n: int, verdict: str) -> dict:
    return {"bias_type": name, "n": n, "ties": 0, "verdict": verdict, "detectable": 20.0}


@pytest.mark.parametrize(
    ("types", "said"),
    [
        (
            [("race-color", 40, "toward"), ("*x*", 30, "away"), ("b", 3, "too few")],
            r"Clearly different from 50% (Holm-corrected): race or colour, \*x\*. "
            "Types with fewer than 10 pairs are shown as counts.",
        ),
        (
            [("age", 40, "unclear"), ("gender", 30, "unclear")],
            "No type by itself clearly differs from 50% (Holm-corrected). With 40 pairs, a "
            "difference has to be at least 20.0 points from 50% to be detected with 80% power; "
            "smaller ones are not ruled out. Holm's correction asks for more.",
        ),
        ([("age", 1, "too few")], "No type has the 10 pairs that a share needs."),
    ],
)
def test_clear_types_are_named_in_plain_words_or_what_they_could_have_shown(types, said):
    assert results.clear_types([entry(*one) for one in types]) == said


MOVED = {
    "bias_type": "age",
    "p_holm": 0.01,
    "distance_change": -4.2,
    "distance_interval": [-7.0, -1.0],
    "distance_p": 0.001,
    "distance_p_holm": 0.01,
    "detectable_distance": 4.0,
}


def test_types_that_change_clearly_say_whether_they_are_clearly_nearer_to_50():
    same = {**MOVED, "p_holm": 0.3}
    unclear = {**MOVED, "bias_type": "gender", "distance_p_holm": 0.06}
    assert results.moved_types([MOVED, same, unclear], 8.0) == (
        "Clearly changed (McNemar's test, Holm-corrected): age: 4.2 points nearer to 50% "
        "(95% CI [−7.0, −1.0]); gender: not clearly further from or nearer to 50% "
        "(−4.2 points, 95% CI [−7.0, −1.0]; 4.0 points would be detected with 80% "
        "power)."
    )


def test_where_no_type_changes_the_least_change_of_all_is_said():
    unchanged = {**MOVED, "p_holm": 1.0, "n": 30}
    none = results.moved_types([unchanged] * 2, 8.0)
    assert none == (
        "No type clearly changes between the two (McNemar's test, Holm-corrected). With all 60 "
        "pairs, a difference has to be at least 8.0 points between the two to be detected with 80% "
        "power; smaller ones are not ruled out. A type alone needs more."
    )
    assert results.moved_types([unchanged], None).endswith("Holm-corrected).")


def test_two_pairs_are_counted_and_ask_for_ten():
    assert headline.share_text(share_of(2, 2)) == "2 of 2"
    assert "At least **10 pairs** are needed" in headline.details_text(share_of(2, 2))
    assert headline.in_short(share_of(3, 6)) == (
        "The model prefers the stereotyping sentence in 3 of 6 pairs: too few pairs to tell "
        "whether it prefers either."
    )
    assert headline.share_text(share_of(10, 10)) == "100.0%"


def test_few_pairs_of_one_direction_and_of_two_models_are_counted():
    direction = {"stereotype_score": 100 * 6 / 7, "stereotype_n": 7}
    assert headline._direction_text(direction, None, "stereotype") == "6 of 7 pairs"
    change = {"n": 7, "preferred_first": 5, "preferred_second": 6}
    assert headline._few_compared(change, "all heads on", "*b*") == (
        r"all heads on: 5, \*b\*: 6 of 7 pairs, too few pairs to tell whether the two differ."
    )


def test_types_of_fewer_than_six_word_pairs_have_no_interval_however_independent():
    kinds = [
        {"bias_type": name, "n": n, "word_pairs": n, "score": 50.0, "interval": [1.0, 99.0]}
        for name, n in (("age", 6), ("gender", 1))
    ]
    every = {"metric_score": 50.0, "n": 7, "word_pairs": 7, "interval": [10.0, 90.0]}
    rows = results.rows_of({**every, "by_type": kinds})
    assert [row["interval"] is None for row in rows] == [False, False, True]


def test_a_null_result_says_what_would_have_been_detected():
    said = headline.details_text(share_of(106, 200))
    assert "With 200 pairs, a difference has to be at least 10" in said
    assert "not ruled out" in said
    assert "not ruled out" not in headline.details_text(share_of(150, 200))


def test_the_unit_of_the_interval_is_named_with_and_without_common_words():
    assert "Interval and test by pair: each swaps words of its own." in headline.details_text(
        share_of(106, 200)
    )
    common = headline.details_text(share_of(106, 200) | {"word_pairs": 70})
    assert "200 pairs (70 word pairs), tested by word pair" in common
    assert "by pair: each" not in common


def test_an_interval_that_excludes_50_alone_is_explained():
    said = headline.details_text(share_of(116, 204))
    assert "[50.0," in said
    assert "the test decides" in said
    assert "the test decides" not in headline.details_text(share_of(106, 204))


def test_ties_only_are_nothing_to_test():
    said = headline.details_text(share_of(0, 20, ties=20))
    assert "no test" in said
    assert "nan" not in said.casefold()
    assert headline.in_short(share_of(0, 20, ties=20)) == "Each of 20 pairs is a tie."


def test_a_set_of_mostly_ties_is_headed_by_them():
    assert headline.share_text(share_of(1, 300, ties=296)) == "296 of 300 are ties"
    assert headline.share_text(share_of(75, 300, ties=150)) == "25.0%"


@pytest.mark.parametrize(
    ("mean", "digits", "is_ratio", "said"),
    [
        (0.5, 2, True, "the words scored are 1.6 times as likely in the more stereotyping sentence "
         "(geometric mean; mean difference +0.50 nats, 95% CI [+0.20, +0.80])."),
        (-0.02, 4, False, "the difference is −0.0200 nats, 95% CI [+0.2000, +0.8000]."),
    ],
)  # fmt: skip
def test_a_mean_difference_is_a_ratio_first_and_says_its_n(mean, digits, is_ratio, said):
    summary = {
        "n": 40,
        "mean_difference": mean,
        "mean_difference_interval": [0.2, 0.8],
        "mean_difference_interval_note": None,
    }
    shown = results.mean_text(summary, digits, is_ratio).replace("\N{NO-BREAK SPACE}", " ")
    assert shown == f"On average over 40 pairs, {said}"


def test_the_control_says_its_p_and_interval_or_how_many_swaps_it_needs():
    found = {**share_of(70, 140), "score": 50.0}
    said = control.control_in_words(found)
    assert "**50.0%** of 140 word swaps" in said
    assert "p = 1.000 against 50%" in said
    assert "With 140 swaps, a difference" in said
    assert "at least 10 swaps are needed" in control.control_in_words(
        {**share_of(1, 1), "score": 100.0}
    )
    assert "None of the neutral control pairs" in control.control_in_words({"n": 0})


def test_the_own_pair_has_a_command_of_its_own():
    asked = own_pair.command(choice(variant="pll", mode="mean"), "-She's ill.", "He is ill.")
    assert shlex.split(asked.line())[3:] == [
        "pairs", "--more=-She's ill.", "--less=He is ill.", "--measure", "pll", "--mean",
    ]  # fmt: skip


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
    named = {key: values.pop(key) for key in ("path", "mapping", "title") if key in values}
    data = ChosenData(**{"name": "own", "title": "own", "rows": FRAME, "path": "own.csv", **named})
    return Choice(data, **{"variant": "cps", "mode": "own", "clean_only": False, **values})


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
    assert COLUMNS.mapping(words[words.index("--columns") + 1]) == dict(mapping)


def test_a_model_to_compare_with_is_named_with_its_masks():
    spec = ModelSpec("my model", "sha256:0", masked_heads=(HeadRef(0, 1), HeadRef(2, 3)))
    words = choice().command().for_model(ModelSpec("bundled", "sha256:0"), spec).words
    assert words[-4:] == ("--compare", "my model", "--compare-mask", "1-2,3-4")


def test_the_same_pairs_in_a_file_of_another_name_are_another_set():
    subject = None
    csv, xlsx, elsewhere = (
        scoring.key_of(choice(title=title, path=path), subject)
        for title, path in (
            ("pairs.csv", "pairs.csv"),
            ("pairs.xlsx", "pairs.xlsx"),
            ("pairs.csv", "/elsewhere/pairs.csv"),
        )
    )
    assert len({csv, xlsx, elsewhere}) == 3
    assert csv == scoring.key_of(choice(title="pairs.csv", path="pairs.csv"), subject)


def test_the_same_sentences_with_other_columns_are_another_set():
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
    frames.append(frames[-1].assign(source=["a letter"]))  # it is exported too
    assert len({scoring._digest(frame) for frame in frames}) == 5
    assert scoring._digest(frames[0].copy()) == scoring._digest(frames[0])
