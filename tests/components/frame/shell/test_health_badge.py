"""The badge of the health check says what was checked, and is grey where nothing was."""

from __future__ import annotations

from typing import Any

import pytest

from components.frame import session
from engine.core import families
from engine.core.interventions import Interventions, SteeringVector
from engine.core.spec import HeadRef, ModelSpec
from tests.components.drawn import drawn

SPEC = ModelSpec("bundled", "sha256:0")
MASKED = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(0, 0),))
STEERED = ModelSpec(
    "bundled",
    "sha256:0",
    interventions=Interventions(
        steered=(SteeringVector("gender", "mean-difference", 2, "a" * 64, 2.0),)
    ),
)
GOOD = {
    "status": "green",
    "reasons": [],
    "cloze_accuracy": 0.5,
    "cloze_interval": [0.4, 0.6],
    "cloze_items": 40,
    "pppl": 18.3,
}
WEAK = GOOD | {"status": "amber", "reasons": ["It answers few plain cloze sentences."]}
REFUSED = {"status": "red", "reasons": ["Its weights are random."]}


def script() -> None:
    import streamlit as st

    from components.frame.shell import badges as health_badge

    health_badge.draw_health(st.session_state["spec"], st.session_state["kind"])


@pytest.fixture
def badge(monkeypatch):
    """The text and the help of the badge, given what is known of both models."""

    def read(
        spec: ModelSpec,
        unmodified: dict[str, Any] | None,
        masked: dict[str, Any] | None = None,
        kind: str = families.MASKED,
    ) -> tuple[str, str]:
        monkeypatch.setattr(session.health, "result", lambda _: unmodified)
        monkeypatch.setattr(session.health, "exact_result", lambda _: masked)
        (shown,) = drawn(script, {"spec": spec, "kind": kind}).markdown
        return shown.value, shown.proto.help.replace("\\", "")

    return read


def test_it_is_grey_until_the_model_is_checked(badge):
    text, help_text = badge(SPEC, None)
    assert text == ":gray-badge[checking …]"
    assert "says nothing about bias" in help_text


def test_a_model_that_passes_shows_the_values_it_passed_with(badge):
    text, help_text = badge(SPEC, GOOD)
    assert text == ":green-badge[passes basic checks]"
    assert "50% of 40 plain cloze sentences (95% CI [40, 60])" in help_text
    assert "pseudo-perplexity of plain sentences 18.3" in help_text


def test_a_causal_model_shows_how_it_continues_and_its_perplexity(badge):
    causal = {**GOOD, "pppl": None, "perplexity": 87.2}
    _, help_text = badge(SPEC, causal)
    assert "Continued correctly first time: 50% of 40 plain cloze sentences" in help_text
    assert "; perplexity of plain sentences 87.2" in help_text
    assert "pseudo" not in help_text


def test_a_weak_model_and_a_refused_one_show_their_reasons(badge):
    text, help_text = badge(SPEC, WEAK)
    assert text == ":yellow-badge[weak]"
    assert WEAK["reasons"][0] in help_text
    text, help_text = badge(SPEC, REFUSED)
    assert text == ":red-badge[refused]"
    assert REFUSED["reasons"][0] in help_text


def test_with_heads_masked_it_is_grey_again_until_they_are_checked(badge):
    text, help_text = badge(MASKED, GOOD)
    assert text == ":gray-badge[not checked with heads off]"
    assert "with these heads switched off is on the Heads page, under Before and after" in help_text
    assert "With all heads on: Guessed correctly first time: 50%" in help_text


def test_with_heads_masked_the_masked_model_decides(badge):
    text, help_text = badge(MASKED, GOOD, WEAK)
    assert text == ":yellow-badge[weak]"
    assert "With 1 head switched off: It answers few" in help_text
    assert "With all heads on: Guessed" in help_text


def test_a_strength_that_spoils_the_model_is_named_as_the_reason(badge):
    text, help_text = badge(STEERED, GOOD)
    assert text == ":gray-badge[checking …]"
    text, help_text = badge(STEERED, GOOD, WEAK)
    assert text == ":yellow-badge[weak]"
    assert "With steering along gender by +2 at layer 2: It answers few" in help_text
    assert "In the original model: Guessed correctly" in help_text


def test_a_refused_model_stays_refused_whatever_is_masked(badge):
    assert badge(MASKED, REFUSED)[0] == ":red-badge[refused]"


def test_an_encoder_is_checked_once_whatever_is_masked(badge):
    found = {"status": "green", "reasons": ["An encoder without a language-model head."]}
    text, help_text = badge(MASKED, found, kind=families.ENCODER)
    assert text == ":green-badge[passes basic checks]"
    assert "its files are complete" in help_text
    assert "cloze" not in help_text


def compared() -> None:
    import streamlit as st

    from components.frame.shell import badges

    badges.draw_compared_health("my_copy", st.session_state["spec"])


@pytest.mark.parametrize(
    ("health", "said"),
    [
        (None, []),  # the page waits for nothing
        (GOOD, []),
        (WEAK, [(":yellow-badge[compared model is weak]", WEAK["reasons"][0])]),
        (REFUSED, [(":red-badge[compared model is refused]", REFUSED["reasons"][0])]),
    ],
)
def test_a_model_compared_with_has_a_badge_where_it_fails_the_check(monkeypatch, health, said):
    monkeypatch.setattr(session.health, "result", lambda _: health)
    shown = drawn(compared, {"spec": SPEC}).markdown
    assert [entry.value for entry in shown] == [badge for badge, _ in said]
    for entry, (_, reason) in zip(shown, said, strict=True):
        assert entry.proto.help.replace("\\", "").startswith(f"my_copy: {reason}")
