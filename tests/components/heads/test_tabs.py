"""Texts and exports of the tabs of the Heads page, without the page around them."""

from __future__ import annotations

import shlex

import numpy as np
import pandas as pd
import pytest

from components.frame.widgets.attention_words import Line, largest_word
from components.heads import classifier, distribution, pareto, two_models
from components.heads.attention import Look, attending, attention_command, attention_rows
from components.heads.attention_inputs import FALLBACK, example_sentence, swapped
from components.heads.choice import Choice
from components.heads.pareto import bias_and_cost
from components.heads.runs import curve_sizes
from components.heads.scores import most_negative
from engine.core.spec import HeadRef, ModelSpec
from engine.measures.heads.attention_pair import AttentionPair
from engine.measures.nlu.predictions import MaskCost
from engine.measures.nlu.regression import ScoreCost
from engine.words.association_tests import AssociationTest
from tests.engine.measures.heads.made_maps import maps

PAIRS = (("she", "he"), ("woman", "man"))
TEST = AssociationTest(
    x=("nurse", "dancer"),
    y=("smith", "pilot"),
    a=("she", "woman"),
    b=("he", "man"),
    contexts=(
        "She is here.",
        "She met the pilot.",
        "She told the nurse that she was late.",
        "The nurse said that she was tired.",
    ),
    pairs=PAIRS,
)
SPEC = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(2, 0),))


def look(first: str, second: str = "", at: int = 0) -> Look:
    pair = AttentionPair(maps(first), maps(second or first))
    return Look(SPEC, first, second, True, pair, at, [[0.1, 0.2]])


# --- sentences ----------------------------------------------------------------------------


def test_the_example_holds_one_target_with_the_attribute_it_is_stereotyped_with():
    choice = Choice(TEST, "mine", "token", 1)
    assert example_sentence(choice) == "The nurse said that she was tired."
    as_they_stand = AssociationTest(("a", "b"), ("c", "d"), ("e",), ("f",))
    assert example_sentence(Choice(as_they_stand, "mine", "cls", 1)) == FALLBACK


def test_a_counterpart_swaps_all_attribute_words():
    assert swapped("She met a woman.", PAIRS) == "He met a man."
    assert swapped("The pilot slept.", PAIRS) == ""
    assert swapped("  ", PAIRS) == swapped("She slept.", ()) == ""


def test_attention_is_shown_from_a_target_unless_another_word_was_clicked():
    pair = AttentionPair(maps("[CLS] she is a nurse ."), maps("[CLS] he is a nurse ."))
    assert attending(pair, {"Nurse"}, None) == 4
    assert attending(pair, {"pilot"}, None) == 4  # the last word that both have
    assert attending(pair, {"nurse"}, 1) == 1
    assert attending(pair, {"nurse"}, 99) == 4  # of another text
    signs = maps("[CLS] .")
    assert attending(AttentionPair(signs, signs), set(), None) == 0


def test_the_data_holds_every_pair_of_units_of_a_short_text():
    frame = attention_rows(look("she slept", "he slept"), [HeadRef(0, 1), HeadRef(0, 0)])
    assert len(frame) == 2 * 2 * 4
    row = frame[(frame["text"] == "counter") & (frame["head"] == "1-2")].iloc[1]
    assert (row["from"], row["to"], row["attention"]) == ("he", "slept", 5.0)


def test_the_data_of_a_long_text_holds_what_the_chosen_unit_looks_at():
    words = " ".join(map(str, range(70)))
    frame = attention_rows(look(words, words.replace("69", "x"), at=69), [HeadRef(0, 0)])
    assert set(frame["text"]) == {"sentence"}  # the counterpart has no such unit
    assert set(frame["from_place"]) == {69}
    assert list(frame["to_place"]) == list(range(70))


def test_the_command_reads_the_same_maps(loaded_bundled_arguments):
    read = loaded_bundled_arguments(attention_command(look('it\'s "she"', "it's he")))
    assert read == [("bundled", "3-1", 'it\'s "she"', True), ("bundled", "3-1", "it's he", True)]


@pytest.fixture
def loaded_bundled_arguments(monkeypatch):
    """Run a printed `python -c` and give what it would read, without loading a model."""
    from engine.core.spec import format_heads
    from engine.measures.heads import attention_pair as attention_maps
    from engine.models import loading

    found = []
    monkeypatch.setattr(loading, "load", lambda name: name)
    monkeypatch.setattr(loading, "MaskedLM", lambda name, heads: (name, format_heads(heads)))

    def read(lm, text, words):
        found.append((*lm, text, words))
        return ""

    monkeypatch.setattr(attention_maps, "attention_maps", read)

    def run(line):
        python, option, code = shlex.split(line)
        assert (python, option) == ("python", "-c")
        exec(compile(code, "command", "exec"), {})  # our own text, read back
        return found

    return run


def test_bars_are_scaled_by_words_not_by_special_tokens():
    units = maps("[CLS] she slept .").units
    lines = [Line("sentence", units, [0.9, 0.2, 0.3, 0.8], 2, True)]
    assert largest_word(lines) == 0.3
    assert largest_word([Line("sentence", units[:1], [0.9], 0, True)]) == 0.0


# --- sets of heads ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heads", "sizes"),
    [(1, (1,)), (8, (1, 3)), (72, (1, 3, 5, 10, 20, 40)), (144, (1, 3, 5, 10, 20, 40, 80))],
)
def test_sizes_grow_to_about_half_of_all_heads(heads, sizes):
    assert curve_sizes(heads) == sizes


def test_bias_and_cost_are_those_of_the_same_set():
    keys = {"kind": ["top", "random", "random"], "k": 1, "heads": ["1-1", "1-2", "1-2"]}
    seeds = pd.array([None, 0, 1], dtype="Int64")
    bias = pd.DataFrame({**keys, "seed": seeds, "value": [0.5, 0.9, np.nan], "low": 0.1, "high": 1})
    cost = pd.DataFrame({**keys, "seed": seeds, "value": [15.0, 16.0, 17.0], "low": 1, "high": 20})
    both = bias_and_cost(bias.iloc[::-1], cost, "pppl")
    assert sorted(zip(both["bias"], both["pppl"], strict=True)) == [(0.5, 15.0), (0.9, 16.0)]
    ends = both[["bias_low", "bias_high", "pppl_low", "pppl_high"]]
    assert ends.drop_duplicates().to_numpy().tolist() == [[0.1, 1, 1, 20]]
    assert bias_and_cost(bias.head(1), cost.tail(1), "pppl").empty


def test_equal_sets_on_the_frontier_are_counted_once_and_named_together():
    frame = pd.DataFrame(
        [
            ("none", 0, "", 15.4, 1.2, True),
            ("current", 1, "1-1", 16.0, 0.9, True),
            ("top", 1, "1-1", 16.0, 0.9, True),
            ("random", 1, "1-2", 16.4, 1.3, False),
        ],
        columns=["kind", "k", "heads", "pppl", "bias", "frontier"],
    )
    assert pareto.frontier_text(frame, "pppl") == (
        "3 sets. On the frontier: all heads on, the heads switched off now (= top 1)."
    )


# --- single heads -------------------------------------------------------------------------


def test_agreement_is_shown_with_its_intervals():
    found = {
        "rho": 0.5, "interval": [0.1, 0.8], "n": 72,
        "same_side": 0.9, "same_side_interval": [0.8, 0.95],
    }  # fmt: skip
    text = distribution.agreement_text(found).replace("\u00a0", " ")
    assert "(Spearman ρ) **+0.50** over 72 heads (95% CI [+0.10, +0.80])" in text
    assert "Same sign for **90%** of heads (95% CI [80, 95])" in text
    unsettled = distribution.agreement_text(found | {"interval": None})
    assert "over 72 heads (no interval: too few heads, or nearly all have one value)" in unsettled
    assert "Too few heads" in distribution.agreement_text({"rho": None})


def test_the_counter_command_is_that_of_the_test():
    choice = Choice(TEST, "race", "mean", 10, seed=4, source=("--words", "race"))
    spec = ModelSpec("bundled", "x", masked_heads=(HeadRef(0, 0),))
    assert choice.counter_command(4, same_words=True).for_model(spec).line() == (
        "python -m engine counter --words race --pooling mean --max-contexts 10 --seed 4 "
        "--same-words --mask 1-1"
    )


def test_models_with_the_same_name_are_distinguished_by_their_folders():
    first, second = ModelSpec("/a/bert", "x"), ModelSpec("/b/bert", "y")
    assert two_models.names_of(first, second) == ("/a/bert", "/b/bert")
    assert two_models.names_of(SPEC, second) == ("biascope-mini", "bert")
    again = ModelSpec("/a/bert", "z")
    assert two_models.names_of(first, again) == ("bert@x", "bert@z")


def test_only_heads_below_zero_are_named_as_the_most_negative():
    assert most_negative([[0.1, -0.2], [0.0, -0.3]]) == ((0, 1), (1, 1))


# --- understanding ------------------------------------------------------------------------


def side(accuracy: float, right: list[bool]) -> dict:
    return {
        **{"n": len(right), "skipped": 0, "right": right, "accuracy": accuracy},
        **{"interval": [0.1, 0.9], "f1": 0.5, "f1_interval": [0.2, 0.8]},
        **{"matthews": -0.25, "matthews_interval": [-0.5, 0.5]},
    }


def test_the_cost_of_a_mask_is_shown_in_points_and_answers():
    before, after = side(1.0, [True] * 4), side(0.5, [True, True, False, False])
    cost = MaskCost(before, after, {}, [])
    table = classifier.understanding_table(cost)
    assert list(table.columns) == ["measure", "all heads on (n = 4)", "heads switched off (n = 4)"]
    assert table.iloc[2, 2].replace("\u00a0", " ") == "−0.250 (95% CI [−0.500, +0.500])"
    assert len(classifier.understanding_rows(cost)) == 6
    assert list(classifier.understanding_rows(cost)["model"].unique()) == ["untouched", "masked"]
    alone = classifier.understanding_table(MaskCost(before, None, {}, []))
    assert list(alone.columns) == ["measure", "all heads on (n = 4)"]


def test_a_head_that_gives_numbers_is_shown_by_its_correlations():
    def scored(pearson, interval):
        values = {"pearson": pearson, "pearson_interval": interval}
        values |= {"spearman": 0.5, "spearman_interval": (0.25, 0.75)}
        return {"n": 44, "skipped": 1, "scores": [1.0], **values}

    change = {"pearson": -0.25, "pearson_interval": (-0.5, -0.125)}
    cost = ScoreCost(scored(0.75, (0.5, 0.875)), scored(0.5, (0.25, 0.75)), change, {}, [])
    table = classifier.understanding_table(cost)
    assert table["measure"].tolist() == ["Pearson correlation", "Spearman correlation"]
    assert table.iloc[0, 1].replace("\u00a0", " ") == "+0.750 (95% CI [+0.500, +0.875])"
    rows = classifier.understanding_rows(cost)
    assert len(rows) == 4
    assert rows["mcnemar_p"].isna().all()
    lost = ScoreCost(scored(None, None), None, None, {}, [])
    assert "undefined" in classifier.understanding_table(lost).iloc[0, 1]
    assert classifier.understanding_rows(lost)["low"].isna().any()
