"""The sentence at the top of the Heads page."""

from __future__ import annotations

import pytest

from components.heads.verdict import estimate, seat_in_words

NAMES = ("Stereotyped as female", "Stereotyped as male", "female", "male")


def seat(effect: float, p: float) -> dict:
    sizes = {"x": 8, "y": 8, "a": 4, "b": 4}
    found = {"effect_size": effect, "p_value": p, "detectable": 1.2, "sizes": sizes}
    return found | {"interval": [effect - 0.5, effect + 0.5]}


def test_a_clear_association_is_said_from_its_own_side():
    said = seat_in_words(NAMES, seat(0.9, 0.001))
    assert "words stereotyped as female lie closer to female words" in said
    assert "words stereotyped as male closer to male words" in said
    assert said.startswith("**In this model")
    assert said.replace("\u00a0", " ").endswith(
        ":small[SEAT d +0.90, 95% CI [+0.40, +1.40], p = .001.]"
    )
    assert seat_in_words(NAMES, seat(0.9, 0.001), "the unmodified model").startswith(
        "**In the unmod"
    )
    turned = seat_in_words(NAMES, seat(-0.9, 0.001))
    assert "words stereotyped as male lie closer to female words" in turned


@pytest.mark.parametrize("p", [0.05, 0.6, None])
def test_an_association_that_is_not_clear_says_what_could_have_been_shown(p):
    said = seat_in_words(NAMES, seat(0.3, p))
    assert "does not show" in said
    assert "With 8 + 8 target words" in said
    assert "d = ±1.20" in said
    assert "lie closer" not in said


def test_the_estimate_is_called_one_and_the_ablation_has_the_last_word():
    gradient = [[0.04, -0.02], [0.01, 0.0]]
    early = estimate(gradient, -1.35, None)
    assert early.startswith("To first order and on this word list, masking head 1-1")
    assert "0.04 of 1.35" in early
    assert "An estimate" in early
    known = estimate(gradient, -1.35, [[-1.37, -1.3], [-1.2, None]])
    assert "the ablation takes off −0.02" in known
    assert "is +0.15, with head 2-1 masked" in known
    assert "no single head" in estimate([[-0.1, 0.0]], 1.0, None)
