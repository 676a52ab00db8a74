"""Contestants and columns from text."""

from __future__ import annotations

import shutil

import pytest

from engine.core.errors import BiascopeError, InputTextError
from engine.core.interventions import Interventions, ScaledHead, SelfDebias
from engine.core.spec import HeadRef, ModelSpec
from engine.files.mask_file import HeadMask, save_mask
from engine.models.facts import Facts
from engine.models.sources import identify
from engine.scorecard.plan import MOST_COLUMNS, MOST_CONTESTANTS, plan


@pytest.fixture
def bert(tiny_model_folder):
    return str(tiny_model_folder("bert"))


def saved(path, spec, *heads, layers=2, per_layer=4):
    masked = tuple(HeadRef(*head) for head in heads)
    save_mask(path, HeadMask(spec.checkpoint, spec.revision, "BERT", layers, per_layer, masked))
    return str(path)


def labels(found):
    return [one.label for one in found.contestants]


def test_every_model_is_measured_under_every_mask(bert, tmp_path):
    mask = saved(tmp_path / "top.json", identify(bert), (0, 1))
    found = plan([bert], ["none", mask, "2-1 2-2"], ["cloze", "pppl"])
    assert labels(found) == ["bert", "bert, top", "bert, 2-1, 2-2"]
    assert [len(one.spec.masked_heads) for one in found.contestants] == [0, 1, 2]
    assert [column.name for column in found.columns] == ["cloze", "pppl:bundled"]
    assert all(one.parameters > 1000 and one.family == "BERT" for one in found.contestants)


def test_a_mask_whose_heads_a_model_lacks_refuses_that_contestant_alone(bert, tmp_path):
    mask = saved(tmp_path / "big.json", identify("bundled"), (5, 11), layers=6, per_layer=12)
    found = plan([bert], ["none", mask, "9-1"], ["cloze"])
    assert labels(found) == ["bert", "bert, big", "bert, 9-1"]
    assert [bool(one.problem) for one in found.contestants] == [False, True, True]
    assert "This mask belongs to bundled" in found.contestants[1].problem
    assert "Head 9-1 does not exist" in found.contestants[2].problem


def test_what_is_named_twice_is_measured_once(bert, tmp_path):
    mask = saved(tmp_path / "top.json", identify(bert), (0, 1))
    found = plan([bert], [mask, "1-2"], ["seat", "seat:gender"], [0, 1, 0])
    assert labels(found) == ["bert, top"]
    assert len(found.columns) == 1
    assert found.seeds == (0, 1)
    assert found.left_out == (
        "bert, 1-2 is the same as bert, top and measured once.",
        "Measures that were named twice are measured once.",
    )


def test_models_of_one_name_are_told_apart_by_their_revision(bert, tmp_path):
    other = tmp_path / "bert"
    shutil.copytree(bert, other)
    (other / "note.txt").write_text("another content")
    found = plan([bert, str(other)], ["none"], ["cloze"])
    first, second = labels(found)
    assert first != second
    assert first.startswith("bert (")


@pytest.mark.parametrize(
    ("models", "masks", "measures", "message"),
    [
        ([], ["none"], ["cloze"], "at least one model"),
        (["bundled"], ["none"], [], "at least one measure"),
        (["bundled"], ["none"], ["cloze"] * (MOST_COLUMNS + 1), "at most 50"),
        (["bundled"] * (MOST_CONTESTANTS + 1), ["none"], ["cloze"], "at most 200"),
        (["bundled"] * 20, ["none"] * 11, ["cloze"], "220 contestants"),
        (["bundled"], ["none"], ["palms"], "No measure 'palms'"),
        (["bundled"], ["x-y"], ["cloze"], "layer-head"),
        (["bundled"], ["missing.json"], ["cloze"], "missing.json"),
        (["no such model!"], ["none"], ["cloze"], "no such model"),
    ],
)
def test_what_cannot_be_planned_is_said_at_once(models, masks, measures, message):
    with pytest.raises(BiascopeError, match=message):
        plan(models, masks, measures)


def test_precisions_are_checked():
    with pytest.raises(BiascopeError, match="dtype"):
        plan(["bundled"], ["none"], ["cloze"], dtype="float8")


def test_seeds_are_needed():
    with pytest.raises(InputTextError, match="at least one seed"):
        plan(["bundled"], ["none"], ["cloze"], [])


def test_what_is_done_besides_makes_contestants_beside_those_under_masks(bert):
    asked = Interventions(scaled_heads=(ScaledHead(0, 1, 0.5),), self_debias=SelfDebias("age"))
    found = plan([bert], ["none", "1-2"], ["cloze"], also=lambda spec, facts: asked)
    assert labels(found) == [
        "bert",
        "bert, 1-2",
        "bert, head 1-2 scaled to 0.5, self-debiasing (age)",
        "bert, 1-2, self-debiasing (age)",
    ]

    def refused(spec: ModelSpec, facts: Facts) -> Interventions:
        raise BiascopeError("This erasure was fitted elsewhere.")

    found = plan([bert], ["none"], ["cloze"], also=refused)
    assert labels(found) == ["bert", "bert, changed"]
    assert found.contestants[1].problem == "This erasure was fitted elsewhere."
    with pytest.raises(InputTextError, match="202 contestants"):
        plan([bert], [f"1-{head}" for head in range(1, 102)], ["cloze"], also=refused)
