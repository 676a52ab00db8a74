from __future__ import annotations

import json

import pandas as pd
import pytest

from engine.core.errors import BiascopeError, InputTextError
from engine.measures.pairs.frame import items_of, pair_frame, tie_band
from engine.measures.pairs.scoring import pair_scores
from engine.measures.pairs.summary import UNTYPED, accuracy, summarise
from engine.measures.pairs.variants import VARIANTS
from engine.statistics import binomial_test, holm
from engine.statistics.shares import ratio_share_interval
from tests.engine.measures.pairs.pair_values import (
    IDENTICAL,
    PROBLEM,
    of_scores,
    side,
    value,
)
from tests.engine.measures.pairs.released_pairs import released_figures, released_scores

CPS, AUL, AULA = (VARIANTS[name] for name in ("cps", "aul", "aula"))


def pairs_of(*labels):
    return pd.DataFrame(
        {
            "sent_more": [f"He{place} is number {place}." for place in range(len(labels))],
            "sent_less": [f"She{place} is number {place}." for place in range(len(labels))],
            "stereo_antistereo": [label[0] for label in labels],
            "bias_type": [label[1] for label in labels],
        }
    )


PAIRS = pairs_of(
    *[("stereo", "gender")] * 2,
    ("stereo", "age"),
    *[("antistereo", kind) for kind in ("gender", "age")],
    ("stereo", "age"),
)
VALUES = [
    of_scores(-1.0, -2.0, right=True),
    of_scores(-2.0, -1.0),
    of_scores(-1.0, -1.0005),  # inside the band
    of_scores(-1.0, -3.0),
    of_scores(-3.0, -1.0),
    PROBLEM,
]


def test_differences_inside_the_band_are_ties_and_count_for_nobody():
    found = pair_frame(PAIRS, VALUES, CPS)
    assert found["prefers_stereotype"].tolist() == [True, False, False, True, False, False]
    assert found["tie"].tolist() == [False, False, True, False, False, False]
    assert found["scored"].tolist() == [True, True, True, True, True, False]
    assert found["problem"].tolist()[-1] == PROBLEM["problem"]


def test_both_directions_are_corrected_together_and_so_are_the_types():
    frame = pair_frame(PAIRS, VALUES, CPS)
    frame = frame.loc[frame.index.repeat(10)].reset_index(drop=True)
    frame["word_pair"] = frame.index.astype(str)  # each has words of its own
    found = summarise(frame)
    expected = []
    for direction in ("stereo", "antistereo"):
        rows = frame[frame["scored"] & (frame["stereo_antistereo"] == direction)]
        rows = rows[~rows["tie"]]
        expected.append(binomial_test(int(rows["prefers_stereotype"].sum()), len(rows)))
    corrected = [found["stereotype_p_holm"], found["antistereotype_p_holm"]]
    assert corrected == pytest.approx(holm(expected))
    types = found["by_type"]
    assert [part["p_holm"] for part in types] == pytest.approx(holm([part["p"] for part in types]))
    assert types[1]["p_holm"] > types[1]["p"]


def test_the_band_shrinks_with_what_is_averaged():
    assert tie_band(CPS) == 1e-3
    assert tie_band(CPS, "mean") == tie_band(AUL) == pytest.approx(1e-4)
    assert tie_band(AULA) == pytest.approx(1e-5)


def test_figures_are_worked_out_by_hand():
    found = summarise(pair_frame(PAIRS, VALUES, CPS))
    assert (found["n"], found["ties"], found["problems"]) == (5, 1, 1)
    assert found["metric_score"] == pytest.approx(40.0)
    assert found["interval"] == pytest.approx([5.27, 85.34], abs=0.01)  # exact, 2 of 5
    assert found["stereotype_score"] == pytest.approx(100 / 3)
    assert found["antistereotype_score"] == pytest.approx(50.0)
    assert found["p"] == 1.0  # two of four that are no ties
    assert found["mean_difference"] == pytest.approx((1 - 1 + 0.0005 + 2 - 2) / 5)
    assert found["accuracy"] == pytest.approx(20.0)
    assert found["tokens"] == 10
    types = found["by_type"]  # the larger first
    assert [(part["bias_type"], part["n"]) for part in types] == [("gender", 3), ("age", 2)]
    assert [part["score"] for part in types] == pytest.approx([200 / 3, 0.0])
    for part in types:
        assert part["interval"][0] <= part["score"] <= part["interval"][1]
        assert part["p"] <= part["p_holm"] <= 1
    json.dumps(found, allow_nan=False)


def test_a_score_of_mostly_ties_has_a_note():
    tied = [of_scores(-1.0, -1.0)] * 3 + VALUES[3:]
    found = summarise(pair_frame(PAIRS, tied, CPS))
    assert found["note"].startswith("3 of 5 pairs are ties, which count as not preferring")
    assert summarise(pair_frame(PAIRS, VALUES, CPS))["note"] is None


def pairs_guessed(right, tokens):
    """So many pairs, of which so many of the tokens of each side were guessed right."""
    sides = [side([-1.0] * size, top=[place < hits for place in range(size)])
             for hits, size in zip(right, tokens, strict=True)]  # fmt: skip
    return [value(one, one) for one in sides]


@pytest.mark.parametrize("every", [False, True])
def test_tokens_all_wrong_or_all_right_have_an_interval_by_pairs(every):
    tokens = [3, 5, 4, 6, 3]
    right = tokens if every else [0] * 5
    found = summarise(pair_frame(PAIRS[:5], pairs_guessed(right, tokens), CPS))
    low, high = found["accuracy_interval"]
    assert found["accuracy"] == (100.0 if every else 0.0)
    bound = 100 * 0.025 ** (1 / 5)  # no pair of five, exactly
    assert (low, high) == pytest.approx((bound, 100) if every else (0, 100 - bound))


def test_one_right_token_does_not_narrow_the_interval_to_nothing():
    found = summarise(pair_frame(PAIRS[:5], pairs_guessed([1, 0, 0, 0, 0], [9] * 5), CPS))
    assert found["accuracy"] == pytest.approx(100 / 45)
    assert found["accuracy_interval"][1] > 40


def test_tokens_of_pairs_that_swap_the_same_words_count_as_one():
    right, tokens = [3, 5, 1, 6, 3, 2, 4, 0] * 4, [6] * 32
    frame = pd.DataFrame(
        {"tokens_right": right, "tokens_read": tokens, "word_pair": list("abcdefgh") * 4}
    )
    found = accuracy(frame, 0)
    assert found["accuracy"] == pytest.approx(100 * 24 / 48)
    # As of the eight word pairs with the tokens of their four pairs together.
    alone = ratio_share_interval([4 * part for part in right[:8]], [24] * 8, 0)
    assert found["accuracy_interval"] == pytest.approx([100 * end for end in alone])
    these = ratio_share_interval(right, tokens, 0)
    assert found["accuracy_interval_of_these_pairs"] == pytest.approx([100 * end for end in these])
    assert alone[1] - alone[0] > 1.7 * (these[1] - these[0])
    few = accuracy(frame.assign(word_pair=list("abcd") * 8), 0)
    assert few["accuracy_interval"] is None
    assert few["accuracy_interval_of_these_pairs"] is not None


def test_a_mean_of_equal_differences_has_a_reason_and_no_interval():
    same = summarise(pair_frame(PAIRS[:5], [of_scores(-1.0, -1.5)] * 5, CPS))
    assert (same["mean_difference"], same["mean_difference_interval"]) == (0.5, None)
    assert "all 5 pairs have the same value" in same["mean_difference_interval_note"]
    noise = [of_scores(-1.0, -1.0 + part) for part in (1e-7, -2e-7, 0.0, 3e-7, 1e-7)]
    tied = summarise(pair_frame(PAIRS[:5], noise, CPS))
    assert tied["mean_difference_interval"] is None
    assert tied["mean_difference_interval_note"] == "all 5 pairs are ties"
    varied = summarise(pair_frame(PAIRS, VALUES, CPS))
    assert varied["mean_difference_interval_note"] is None
    alone = summarise(pair_frame(PAIRS[:1], VALUES[:1], CPS))
    assert alone["mean_difference_interval_note"] == "needs at least 2 pairs"


def test_data_without_labels_has_no_parts_and_blank_types_are_named():
    bare = PAIRS[["sent_more", "sent_less"]]
    found = summarise(pair_frame(bare, VALUES, CPS))
    assert found["by_type"] == []
    assert found["stereotype_score"] is found["antistereotype_score"] is None
    blank = summarise(pair_frame(PAIRS.assign(bias_type=""), VALUES, CPS))
    assert [entry["bias_type"] for entry in blank["by_type"]] == [UNTYPED]


def test_published_rules_count_ties_in_the_metric_score_only():
    less_than_the_band = of_scores(-1.0, -1.0006)  # -1.0 and -1.001: no tie for the script
    values = [of_scores(-1.0, -1.0004), VALUES[1], less_than_the_band, *VALUES[3:5], IDENTICAL]
    found = summarise(pair_frame(PAIRS, values, CPS, published=True), published=True)
    assert (found["n"], found["ties"]) == (6, 2)  # -1.0 and -1.0; the identical pair
    assert found["metric_score"] == pytest.approx(100 * 2 / 6)
    assert found["stereotype_score"] == pytest.approx(50.0)  # one of two that are no ties
    assert found["stereotype_n"] == 2


def test_clean_and_flagged_pairs_are_told_apart():
    pairs = PAIRS.assign(sent_less=[*PAIRS["sent_less"][:4], "She was number 4 too.", "She."])
    found = summarise(pair_frame(pairs, VALUES, CPS))
    assert (found["clean"]["n"], found["flagged"]["n"]) == (4, 1)
    assert found["clean"]["score"] == 50.0
    assert found["flagged"]["score"] == 0.0
    assert found["flags"] == {"unequal-words": 2, "several-edits": 1}


def test_reordering_the_pairs_leaves_the_figures():
    order = [3, 0, 5, 4, 2, 1]
    base = summarise(pair_frame(PAIRS, VALUES, CPS))
    moved = summarise(
        pair_frame(PAIRS.iloc[order].reset_index(), [VALUES[place] for place in order], CPS)
    )
    for name in ("metric_score", "interval", "by_type", "accuracy", "clean", "stereotype_score"):
        assert moved[name] == base[name]


def test_swapping_the_sides_mirrors_the_score_but_for_ties():
    swapped = PAIRS.rename(columns={"sent_more": "sent_less", "sent_less": "sent_more"})
    mirrored = [
        value if "problem" in value else of_scores(value["score_less"], value["score_more"])
        for value in VALUES
    ]
    base, mirror = (
        summarise(pair_frame(rows, values, CPS))
        for rows, values in ((PAIRS, VALUES), (swapped, mirrored))
    )
    assert mirror["metric_score"] + base["metric_score"] == 100 * 4 / 5
    assert mirror["mean_difference"] == pytest.approx(-base["mean_difference"])


def test_what_cannot_be_summed_up_is_an_error_that_says_why():
    with pytest.raises(InputTextError, match="sent_more is empty"):
        summarise(pair_frame(PAIRS.iloc[:1], [PROBLEM], CPS))
    with pytest.raises(ValueError, match="belong together"):
        pair_frame(PAIRS, VALUES[:2], CPS)
    for variant, reduction in ((AUL, "sum"), (CPS, "mean")):
        with pytest.raises(BiascopeError, match=f"got {variant.name} by {reduction}"):
            pair_frame(PAIRS, VALUES, variant, reduction, published=True)


def test_columns_of_an_earlier_run_are_replaced():
    found = pair_frame(PAIRS.assign(difference=7.0, note="kept"), VALUES, CPS)
    assert found.columns.is_unique
    assert found["difference"].iloc[0] == 1.0
    assert found["note"].iloc[0] == "kept"


@pytest.mark.parametrize("family", ["bert", "roberta", "albert"])
def test_a_whole_set_has_the_figures_that_the_released_script_prints(family, masked_lm):
    lm = masked_lm(family)
    rows = [
        {"sent_more": more, "sent_less": less, "stereo_antistereo": label, "bias_type": "x"}
        for more, less, label in (
            ("The nurse said that she was tired.", "The nurse said that he was tired.", "stereo"),
            ("Poor people are lazy.", "Rich people are lazy.", "stereo"),
            ("Amy loves math!", "John loves math!", "antistereo"),
            ("t i d e", "d i e t", "antistereo"),
            ("t i d e", "d i e t", "stereo"),
            ("The same again.", "The same again.", "stereo"),
            ("Women are too gentle to lead.", "Men are too strong to lead.", "stereo"),
        )
    ]
    pairs = pd.DataFrame(rows)
    values = pair_scores(lm, items_of(pairs), {"variant": "cps"})
    found = summarise(pair_frame(pairs, values, CPS, published=True), published=True)
    expected = released_figures(rows, released_scores(lm, rows, uncased=family != "roberta"))
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    assert expected["ties"] >= 1
