from __future__ import annotations

import json

import pytest

from engine.files.fit_file import load_fit
from engine.interventions.curve import POSITIONS, strength_at
from tests.engine.commands.test_erase import KEYS
from tests.kept_fits import erasure, keep, vector

pytestmark = pytest.mark.usefixtures("no_shipped_fits")


@pytest.fixture
def fitting(model, pair_table):
    """Arguments of a fit on a small table of pairs."""
    arguments = ("--pairs", pair_table, "--concept", "gender", "--model", model, "--json")
    return ("steer", "fit", *arguments)


@pytest.mark.main_path
def test_a_vector_is_fitted_at_the_layer_that_is_chosen(fitting, engine, tmp_path):
    out = tmp_path / "fit.safetensors"
    done = engine(*fitting, "--out", str(out))
    assert done.code == 0, done.err
    said = json.loads(done.out)
    assert said.keys() >= KEYS | {"chosen", "strength_of_difference"}
    assert (said["method"], said["rank"]) == ("mean-difference", 1)
    separation = said["chosen"]["separation"]
    assert said["layer"] == 1 + separation.index(max(separation))
    assert load_fit(out)[0].layer == said["layer"]
    assert json.loads(engine("steer", "show", said["name"], "--json").out)["layer"] == said["layer"]
    assert json.loads(engine("steer", "list", "--json").out)["fits"] == [said | {"file": None}]
    assert json.loads(engine("erase", "list", "--json").out)["fits"] == []
    shown = engine("steer", "show", str(out)).out
    assert f"Layer {said['layer']} separates the sides most" in shown
    assert "The mean difference of the two sides is a strength of" in shown


def test_a_layer_of_ones_own_is_taken_as_it_is(fitting, engine):
    said = json.loads(engine(*fitting, "--layer", "2", "--method", "principal-component").out)
    assert (said["layer"], said["method"]) == (2, "principal-component")
    assert "chosen" not in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--layer", "9"), "there is no layer 9; --layer is 1 to"),
        (("--layer", "0"), "there is no layer 0"),
        (("--method", "leace"), "--method is mean-difference, principal-component; got 'leace'"),
    ],
)
def test_a_mistake_is_said_in_one_line(fitting, engine, change, said):
    assert said in engine(*fitting, *change).refusal


def test_each_kind_is_shown_by_its_own_command(fitting, engine):
    name = json.loads(engine(*fitting, "--layer", "1").out)["name"]
    assert "is shown by `steer show`: vector for gender" in engine("erase", "show", name).refusal


def test_a_vector_can_be_measured_under(fitting, engine, model):
    name = json.loads(engine(*fitting, "--layer", "1").out)["name"]
    found = engine("fill", "[MASK] loves math.", "--model", model, "--steer", f"{name}:0.5")
    assert found.code == 0, found.err
    assert "steering along gender by +0.5 at layer 1" in " ".join(found.out.split())


TEXT = "The nurse said that [MASK] was tired."


@pytest.fixture
def curve(engine, model):
    """Ask for the curve of a kept vector: `curve("--text", ...)`."""
    label = keep(vector(model)).label

    def ask(*options, fit=label):
        return engine("steer", "curve", fit, "--model", model, *options)

    return ask


@pytest.mark.main_path
def test_a_curve_has_the_positions_of_the_slider_and_begins_with_the_model_as_it_is(
    curve, engine, model
):
    done = curve("--text", TEXT, "--targets", "she,he", "--json")
    assert done.code == 0, done.err
    said = json.loads(done.out)
    assert [point["strength"] for point in said["curve"]] == list(map(strength_at, POSITIONS))
    plain = json.loads(engine("fill", TEXT, "--model", model, "--targets", "she,he", "--json").out)
    first = [one["probability"] for one in said["curve"][0]["words"]]
    assert first == pytest.approx([one["probability"] for one in plain["targets"]], rel=1e-4)
    assert "steered" not in said["curve"][0]["manifest"]["spec"]
    last = said["curve"][-1]
    assert last["manifest"]["spec"]["steered"][0]["strength"] == -1.5
    cost = last["everyday"]
    assert cost["share"] == cost["right"] / cost["n"]
    assert (last["too_weak"], cost["n"]) == (cost["share"] < 0.25, 40)
    apart = {
        point["strength"]: abs(point["words"][0]["probability"] - point["words"][1]["probability"])
        for point in said["curve"]
    }
    assert said["nearest_to_even"] == min(apart, key=apart.__getitem__)


def test_strengths_of_ones_own_are_asked_once_each_after_0(curve):
    options = ("--text", TEXT, "--targets", "she", "--strengths=0.5, -0.25,0.50", "--json")
    said = json.loads(curve(*options).out)
    assert [point["strength"] for point in said["curve"]] == [0.0, 0.5, -0.25]
    assert said["nearest_to_even"] is None  # of one word


def test_a_second_look_and_one_without_the_cache_give_the_same(curve):
    options = ("--text", TEXT, "--targets", "she,he", "--strengths", "-0.5", "--json")
    shown = [json.loads(curve(*options, *more).out)["curve"] for more in ((), (), ("--no-cache",))]
    numbers = [[(point["words"], point["everyday"]) for point in points] for points in shown]
    assert numbers[0] == numbers[1] == numbers[2]
    assert [points[1]["manifest"]["from_store"] for points in shown] == [0, 1, 0]


def test_people_read_a_table_and_what_stands_out_in_it(curve):
    text = "[MASK] said that [MASK] was tired."
    shown = " ".join(curve("--text", text, "--targets", "she,he", "--strengths", "1").out.split())
    assert "“____ said that ____ was tired.” under a vector for gender" in shown
    assert "“she” and “he” are nearest to even at strength" in shown
    assert "fewer than 25% of the everyday sentences correctly, so its words mean little" in shown
    assert "The answer is for the first of 2 blanks." in shown


def test_a_word_that_the_model_does_not_know_has_no_probability(curve):
    options = ("--text", TEXT, "--targets", "she,茶", "--strengths", "1")
    assert "unknown word" in curve(*options).out
    said = json.loads(curve(*options, "--json").out)
    assert said["curve"][1]["words"][1] == {"word": "茶", "probability": None}
    assert said["nearest_to_even"] is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--targets", "she"), "The sentence has no blank; write [MASK]"),
        (("--text", "No blank.", "--targets", "she"), "The sentence has no blank; write [MASK]"),
        (("--text", TEXT), "Name at least one word"),
        (("--text", TEXT, "--targets", "she", "--strengths", "11"), "is a number from -10 to 10"),
        (("--text", TEXT, "--targets", "she", "--strengths", "x"), "is a number from -10 to 10"),
        (
            ("--text", TEXT, "--targets", "she", "--strengths", ",".join(map(str, [0.1] * 201))),
            "at most 200 strengths; got 201",
        ),
    ],
)
def test_what_a_curve_cannot_be_of_is_said_in_one_line(curve, options, said):
    assert said in curve(*options).refusal


def test_an_unknown_fit_an_erasure_and_another_kind_of_model_are_refused(
    curve, engine, model, tiny_model_folder
):
    options = ("--text", TEXT, "--targets", "she")
    unknown = curve(*options, fit="gender-leace-0123456789ab").refusal
    assert "No fit named gender-leace-0123456789ab is kept on this machine" in unknown
    assert (
        "is an erasure, which has no strength"
        in curve(*options, fit=keep(erasure(model)).label).refusal
    )
    causal = str(tiny_model_folder("gpt2"))
    label = keep(vector(causal, [1.0] * 32)).label
    refused = engine("steer", "curve", label, "--model", causal, *options).refusal
    assert "so it has no curve of a steering vector; choose a masked language model" in refused
    other = engine("steer", "curve", label, "--model", model, *options).refusal
    assert "was fitted on" in other
