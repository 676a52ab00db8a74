"""The slider of a head: whose it is, and what it does everywhere."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from components.frame.session import state as session_state
from components.frame.shell.subject import GATE, HEADS
from components.heads import scaling
from engine.core.interventions import Interventions, ScaledHead
from engine.core.spec import HeadRef, ModelSpec

A, B = HeadRef(0, 0), HeadRef(1, 2)
SPEC = ModelSpec("owner/model", "c0ffee")
FACTS = SimpleNamespace(layers=2, heads=4)


def scaled(*heads):
    return replace(SPEC, interventions=Interventions(scaled_heads=heads))


def slider_of(spec):
    return scaling._head(SimpleNamespace(spec=spec, facts=FACTS))


@pytest.mark.parametrize(
    ("spec", "scale"),
    [
        (SPEC, 1.0),
        (replace(SPEC, masked_heads=(A,)), 0.0),
        (scaled(ScaledHead(*A, 0.5)), 0.5),
        (scaled(ScaledHead(*B, 0.5)), 1.0),
    ],
)
def test_a_slider_stands_where_the_head_is(spec, scale):
    assert scaling.scale_of(spec, A) == scale


def test_the_head_that_was_clicked_last_has_the_slider(memory):
    scaling.click(SPEC, (A,))
    scaling.click(replace(SPEC, masked_heads=(A,)), (A, B))
    assert memory[HEADS] == "1-1, 2-3"
    assert slider_of(replace(SPEC, masked_heads=(A, B))) == B


def test_a_rectangle_of_heads_is_no_single_one(memory):
    scaling.click(SPEC, (A, B))
    assert session_state.CLICKED_HEAD not in memory
    assert slider_of(replace(SPEC, masked_heads=(A, B))) is None


def test_a_link_with_one_head_shows_its_slider(memory):
    assert slider_of(scaled(ScaledHead(*B, 0.5))) == B
    assert slider_of(SPEC) is None


def test_a_head_that_another_model_lacks_has_no_slider(memory):
    memory[session_state.CLICKED_HEAD] = HeadRef(7, 0)
    assert slider_of(replace(SPEC, masked_heads=(A,))) == A


@pytest.mark.parametrize(
    ("value", "heads", "gate"),
    [(0.0, "1-1, 2-3", ""), (0.5, "2-3", "1-1:0.5"), (1.0, "2-3", ""), (2.0, "2-3", "1-1:2")],
)
def test_a_moved_slider_masks_scales_or_leaves_the_head(memory, value, heads, gate):
    memory.update({HEADS: "1-1, 2-3", GATE: "", "scale": value})
    scaling._scale(A, "scale")
    assert (memory[HEADS], memory[GATE]) == (heads, gate)


def test_other_heads_keep_their_scale(memory):
    memory.update({HEADS: "", GATE: "1-1:0.5, 2-3:2", "scale": 1.5})
    scaling._scale(A, "scale")
    assert memory[GATE] == "1-1:1.5, 2-3:2"
