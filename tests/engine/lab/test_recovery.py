"""Recovery worked by hand, and what readings take from each measure."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.lab import readings
from engine.lab.readings import CABM, CABM_RAW, CPS, READINGS, UNMASKING, ModelReadings
from engine.lab.recovery import (
    PARTS,
    heads_compared,
    occupation_rows,
    read_model,
    recovery,
    stability,
)
from engine.lab.templates import bundled
from tests.engine.lab.conftest import PLANTED

TABLE = {"nurse": 0.1, "cook": 0.5, "pilot": 0.8, "welder": 0.9}


def reading(unmasked, cabm=(None,) * 4, weat=(None,) * 4, heads=None):
    values = {
        name: dict(zip(TABLE, column, strict=True))
        for name, column in (
            *((UNMASKING, unmasked), (CABM, cabm), ("weat", weat)),
            (CABM_RAW, [value and 10 * value for value in cabm]),
        )
    }
    return ModelReadings(values, {}, {"heads": heads})


MODELS = {
    "original": reading((0.6, 0.7, 0.8, 0.9), (1.0, 2.0, 3.0, None), (0.0, 0.1, 0.2, 0.3)),
    "biased": reading((0.2, 0.5, 0.9, 0.8), (2.0, 2.0, 5.0, None), (0.0, 0.3, 0.2, 0.3)),
    "balanced": reading((0.5, 0.5, 0.5, 0.5), (3.0, 2.0, 1.0, None), (0.0, 0.2, 0.2, 0.3)),
}


def test_spearman_of_four_occupations_by_hand():
    found = recovery(TABLE, MODELS)
    assert found[UNMASKING]["original"]["rho"] == pytest.approx(1.0)
    # Ranks 1 2 4 3 beside 1 2 3 4: 1 - 6 * 2 / (4 * 15).
    assert found[UNMASKING]["biased"]["rho"] == pytest.approx(0.8)
    assert found[UNMASKING]["balanced"]["rho"] is None
    assert found[CABM]["balanced"]["rho"] == pytest.approx(-1.0)
    assert found[CABM]["balanced"]["n"] == 3
    assert found[CPS]["biased"] == {"rho": None, "interval": None, "n": 0}


def test_distance_and_spread_by_hand():
    found = recovery(TABLE, MODELS)[UNMASKING]
    assert found["biased"]["distance"] == pytest.approx((0.1 + 0.0 + 0.1 + 0.1) / 4)
    assert found["balanced"]["spread"] == 0.0
    mean = 0.75
    squares = sum((value - mean) ** 2 for value in (0.6, 0.7, 0.8, 0.9))
    assert found["original"]["spread"] == pytest.approx(math.sqrt(squares / 3))


def test_stability_by_hand():
    found = stability(MODELS)
    # cook: .1 .3 .2 has the sample standard deviation .1; the others 0.
    assert found["weat"]["occupations"] == pytest.approx(
        {"nurse": 0.0, "cook": 0.1, "pilot": 0.0, "welder": 0.0}, abs=1e-12
    )
    assert found["weat"]["mean_sd"] == pytest.approx(0.025)
    assert found["weat"]["n"] == 4
    assert found["cabm"]["n"] == 3
    assert found["cabm"]["occupations"]["pilot"] == pytest.approx(20.0), "on the raw scale"


def test_without_a_shared_occupation_nothing_is_said_of_stability():
    models = {"original": reading((0.1, 0.2, 0.3, 0.4))}
    assert stability(models)["weat"]["mean_sd"] is None


def test_head_bias_is_ranked_and_compared_with_the_original():
    def heads(grid):
        return {"effect_size": 0.5, "interval": [0.1, 0.9], "gradient": grid}

    found = heads_compared(
        {
            "original": reading((0.1,) * 4, heads=heads([[0.1, 0.2], [0.3, 0.4]])),
            "biased": reading((0.1,) * 4, heads=heads([[0.4, 0.3], [0.2, -0.1]])),
            "balanced": reading((0.1,) * 4),
        }
    )
    assert found["original"]["rank_agreement"] is None
    assert found["biased"]["rank_agreement"] == pytest.approx(-1.0)
    assert found["biased"]["top"][0] == {"head": "1-1", "score": 0.4}
    assert (found["biased"]["biased"], found["biased"]["heads"]) == (3, 4)
    assert found["balanced"] is None


def test_one_row_an_occupation_holds_every_reading():
    rows = occupation_rows(TABLE, MODELS)
    assert [row["occupation"] for row in rows] == list(TABLE)
    assert rows[2]["planted"] == 0.8
    assert rows[2]["biased_unmasking"] == 0.9
    assert rows[2]["original_cps"] is None
    assert set(rows[0]) == {
        "occupation",
        "planted",
        *(f"{model}_{name}" for model in MODELS for name in (*READINGS, "weat")),
    }


@pytest.fixture
def ask(tiny_model_folder):
    subject = Subject(str(tiny_model_folder("bert")), "", "cpu", "float32", True)
    return lambda name, items, params: subject.ask(name, subject.spec, items, params)


def test_unmasking_is_the_masculine_share_of_each_templates_own_pair():
    def ask(_name, items, params):
        chances = {"he": 0.3, "she": 0.1, "his": 0.2, "her": 0.2, "him": 0.0, "He": 0.4, "She": 0.4}
        answer = {"targets": [{"probability": chances[word]} for word in params["targets"]]}
        return SimpleNamespace(values=[answer] * len(items))

    pronouns = [template.pronouns for template in bundled().held_out]
    shares = {("he", "she"): 0.75, ("his", "her"): 0.5, ("him", "her"): 0.0, ("He", "She"): 0.5}
    expected = sum(shares[pair] for pair in pronouns) / len(pronouns)
    assert readings.unmasking(ask, ["nurse"]) == {"nurse": pytest.approx(expected)}


def test_a_model_that_cannot_say_a_pronoun_is_refused():
    def ask(_name, items, _params):
        answer = {"targets": [{"probability": None}, {"probability": 0.1}]}
        return SimpleNamespace(values=[answer] * len(items))

    with pytest.raises(InputTextError, match="gives no probability for"):
        readings.unmasking(ask, ["nurse"])


def test_every_measure_reads_every_occupation_of_a_real_model(ask):
    parts = []
    found = read_model(ask, PLANTED, lambda: parts.append(1))
    assert len(parts) == PARTS
    assert found.problems == {}
    for name in READINGS:
        assert list(found.values[name]) == list(PLANTED)
        assert all(value is not None for value in found.values[name].values()), name
    assert all(0 < share < 1 for share in found.values[UNMASKING].values())
    assert found.details["heads"]["gradient"]
    assert found.details["quality"]["cloze_items"] == 40


def test_too_few_occupations_for_one_measure_leave_the_others(ask):
    few = dict(list(PLANTED.items())[:4])
    found = read_model(ask, few)
    assert "CABM needs at least 8 occupations" in found.problems[CABM]
    assert CABM not in found.values
    assert None not in found.values[UNMASKING].values()


def test_an_occupation_that_is_an_attribute_word_is_taken_out_of_the_attributes():
    test = readings.association_test(
        (("waitress", 0.0), ("king", 1.0), ("cook", 0.5), ("maid", 0.1))
    )
    assert "waitress" in test.x
    assert "king" in test.y
    assert not {"waitress", "king"} & {*test.a, *test.b}


def test_an_association_is_above_0_for_what_lies_nearer_to_masculine_words():
    seat = {"associations": [{"word": "nurse", "s": 0.3}], "effect_size": 1, "interval": None}
    heads = {"gradient": [[0.1]]}

    def ask(name, _items, _params):
        return SimpleNamespace(values=[seat | {"p_value": 0.5} if name == "seat" else heads])

    found, told = readings.association(ask, PLANTED)
    assert found == dict.fromkeys(PLANTED) | {"nurse": -0.3}
    assert (told["effect_size"], told["gradient"]) == (1, [[0.1]])


def test_pairs_differ_in_their_pronoun_alone():
    seen = []

    def ask(_name, items, _params):
        seen.extend(items)
        return SimpleNamespace(values=[{"problem": "no"}] * len(items))

    assert readings.pair_preference(ask, ["nurse"]) == {"nurse": None}
    for item in seen:
        more, less = (item[side].split() for side in ("sent_more", "sent_less"))
        assert len(more) == len(less)
        assert sum(one != other for one, other in zip(more, less, strict=True)) == 1
