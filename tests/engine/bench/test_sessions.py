"""The bench of many sessions: every session gets its own value, and a wrong one is noticed."""

from __future__ import annotations

import pytest

from engine.bench import sessions as bench
from engine.bench.sessions import same, sessions
from engine.core.errors import BiascopeError
from engine.models.loading import load


@pytest.fixture(scope="module")
def model(tiny_model_folder):
    return load(str(tiny_model_folder("bert")), "cpu")


def test_all_sessions_answer_in_both_ways(model):
    found = sessions(model, 6, 2)
    assert found.alone.runs == found.together.runs == 12
    assert found.ratio.low <= found.ratio.median <= found.ratio.high
    assert found.throughput.median > 0
    if found.peak_together_gb is not None:
        assert found.peak_together_gb >= found.peak_alone_gb > 0


def test_sessions_have_masks_of_their_own(model):
    masks = {bench._asked(model, place).lm.masked_heads for place in range(8)}
    assert len(masks) == 8


def test_a_value_of_another_session_is_noticed(model):
    asked = [bench._asked(model, place) for place in range(2)]
    _, values = bench._alone(asked)
    assert not same(*values)
    with pytest.raises(BiascopeError, match="Session 0 was given another value"):
        bench._together(asked, values[::-1])


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [
        ({"a": [1.0]}, {"a": [1.0 + 1e-9]}, True),
        ({"a": [1.0]}, {"a": [1.1]}, False),
        ({"a": 1.0}, {"b": 1.0}, False),
        ([1.0], [1.0, 2.0], False),
        ("x", "x", True),
    ],
)
def test_values_are_equal_but_for_the_last_digits(first, second, equal):
    assert same(first, second) == equal
