from __future__ import annotations

import json

import pytest

from engine.files.fit_file import load_fit
from tests.engine.commands.test_erase import KEYS

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
