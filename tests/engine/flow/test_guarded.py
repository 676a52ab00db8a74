"""Pairs in two precisions: the bound, who is scored again, and that no preference changes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.flow import guarded
from engine.flow.asking import Measurement
from engine.flow.guarded import COARSE, FINE, SAMPLE
from engine.measures.pairs.frame import pair_frame
from engine.measures.pairs.guarded_scores import guarded_ask, guarded_pairs
from engine.measures.pairs.scoring import pair_scores
from engine.measures.pairs.variants import variant_of
from engine.models.loading import MaskedLM, load

BAND = 0.001


def ask(values, asked=None):
    """Values by item; notes what was asked for."""

    def answer(items):
        if asked is not None:
            asked.append(list(items))
        manifest = {"spec": {"dtype": "given"}, "seconds": 1.0}
        return Measurement([values[item] for item in items], manifest)

    return answer


def differences(_rows, values):
    return list(values)


def scored(exact, rough, asked=None):
    items = list(range(len(exact)))
    return guarded.score_guarded(items, ask(exact, asked), ask(rough), differences, BAND)


def test_the_bound_is_a_multiple_of_the_error_and_only_what_lies_within_it_is_scored_again():
    exact = [(-1) ** row * (row + 1) / 10 for row in range(200)]
    rough = [value + (-1) ** row * 0.1 for row, value in enumerate(exact)]
    asked = []
    found = scored(exact, rough, asked)
    assert found.guard.bound == pytest.approx(0.45)
    assert found.guard.rms == pytest.approx(0.1)
    assert found.guard.sample == SAMPLE
    within = {row for row, value in enumerate(rough) if abs(value) <= 0.45 + BAND}
    drawn = set(asked[0])
    assert set(asked[1]) == within - drawn
    assert found.guard.again == len(within - drawn)
    for row, (value, precision) in enumerate(zip(found.values, found.precisions, strict=True)):
        again = row in within | drawn
        assert precision == (FINE if again else COARSE)
        assert value == (exact if again else rough)[row]
    report = found.manifest["precision"]
    assert report["float32"] == len(within | drawn)
    assert report["share"] == pytest.approx(len(within | drawn) / 200)
    assert found.manifest["spec"] == {"dtype": FINE}
    assert found.manifest["seconds"] == 3.0


def test_one_large_error_of_the_sample_decides_the_bound():
    exact = [5.0] * 64 + [2.0]
    rough = [value + 0.01 for value in exact]
    rough[0] += 0.99  # all but one of the 65 are drawn; the seed draws this one
    found = scored(exact, rough)
    assert found.guard.largest == pytest.approx(1.0)
    assert found.guard.bound == pytest.approx(1.5)


def test_an_error_beyond_the_bound_widens_it():
    exact = [10.0] * 99 + [-3.0]
    rough = [10.0] * 99 + [0.0]
    rough[1] = 4.0
    found = scored(exact, rough)
    assert found.precisions[99] == FINE
    assert found.values[99] == -3.0
    assert found.guard.bound >= found.guard.largest >= 3.0
    assert found.values[1] == 10.0  # within 1.5 times the largest error now


def test_what_bfloat16_cannot_score_is_asked_in_float32():
    exact = [1.0] * 100
    rough = [1.0] * 98 + [None, float("nan")]
    found = scored(exact, rough)
    assert found.precisions[98:] == [FINE, FINE]
    assert found.values == exact


def test_few_items_and_a_machine_without_bfloat16_stay_in_float32():
    found = scored([1.0] * SAMPLE, [0.0] * SAMPLE)
    assert set(found.precisions) == {FINE}
    assert "no more than 64" in guarded.precision_in_words(found.manifest["precision"])
    found = guarded.all_fine([0, 1], ask([1.0, 2.0]), BAND, "there is none")
    assert (
        guarded.precision_in_words(found.guard.report())
        == "All 2 pairs are float32: there is none."
    )
    assert found.guard.report()["share"] == 1.0


def test_the_sample_covers_all_lengths_and_follows_the_seed():
    items = ["w" * size for size in random.Random(0).sample(range(1, 2000), 640)]
    rows = guarded.sample(items, 0, range(len(items)))
    assert rows == guarded.sample(items, 0, range(len(items)))
    assert rows != guarded.sample(items, 1, range(len(items)))
    ranks = {row: rank for rank, row in enumerate(sorted(range(640), key=lambda r: len(items[r])))}
    assert [ranks[row] // 10 for row in rows] == list(range(64))


@given(st.integers(0, 10_000))
def test_no_preference_changes_under_noise_of_any_draw(seed):
    draw = random.Random(seed)
    exact = [draw.gauss(0, 2) for _ in range(300)]
    rough = [value + draw.gauss(0, 0.1) for value in exact]
    found = scored(exact, rough)
    assert [(value > BAND, value < -BAND) for value in found.values] == [
        (value > BAND, value < -BAND) for value in exact
    ]


@pytest.fixture(scope="module")
def two_precisions(tiny_model_folder):
    lms = [MaskedLM(load(str(tiny_model_folder("bert")), "cpu", name)) for name in (FINE, COARSE)]

    def of(lm):
        def asked(_name, items, params):
            values = pair_scores(lm, items, params)
            return Measurement(values, {"spec": lm.spec.identity(), "seconds": 0.0})

        return asked

    return [of(lm) for lm in lms]


@pytest.fixture(scope="module")
def pairs():
    import pandas as pd

    words = "nurse engineer she he tired black poor rich people lazy".split()
    draw = random.Random(3)
    rows = []
    for _ in range(100):
        shared = [draw.choice(words) for _ in range(draw.randrange(2, 9))]
        place = draw.randrange(len(shared))
        more, less = (
            " ".join([*shared[:place], word, *shared[place:]]) for word in draw.sample(words, 2)
        )
        rows.append({"sent_more": more, "sent_less": less})
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("variant", "rules"),
    [
        ("cps", {}),
        ("cps", {"published": True}),
        ("pll", {"reduction": "mean"}),
        ("sss", {}),
        ("aula", {}),
    ],
)
def test_preferences_of_a_random_model_are_those_of_float32(variant, rules, pairs, two_precisions):
    fine, coarse = two_precisions
    found = guarded_pairs(pairs, variant_of(variant), fine, coarse, **rules)
    values = fine("pairs", pairs.to_dict("records"), {"variant": variant}).values
    exact, ours = (
        pair_frame(pairs, given, variant_of(variant), **rules) for given in (values, found.values)
    )
    assert found.guard.bound > 0
    assert (exact["prefers_stereotype"] == ours["prefers_stereotype"]).all()
    assert (exact["tie"] == ours["tie"]).all()
    of_fine = [row for row, name in enumerate(found.precisions) if name == FINE]
    assert [found.values[row] for row in of_fine] == [values[row] for row in of_fine]


def test_an_ask_guards_pairs_and_nothing_else(pairs, two_precisions):
    fine, coarse = two_precisions
    asked = guarded_ask(fine, coarse)
    found = asked("pairs", pairs.to_dict("records"), {"variant": "aul"})
    assert found.manifest["precision"]["n"] == len(pairs)
    assert found.manifest["precision"]["sample"] == SAMPLE
    other = guarded_ask(lambda name, *_: Measurement([name], {}), coarse)
    assert other("seat", [{}], {}).values == ["seat"]
    plain = guarded_ask(fine, "none here")("pairs", pairs.to_dict("records"), {"variant": "aul"})
    assert plain.manifest["precision"]["reason"] == "none here"
