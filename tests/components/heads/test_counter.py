"""The counter-stereotype tab: what a test found in words, and the numbers behind it."""

from __future__ import annotations

import pytest

from components.heads import counter
from components.heads.counter_text import group_text


def group(**given):
    base = {
        "heads": 3,
        "n": 68,
        "t": 2.0,
        "freedom": 33,
        "p": 0.02,
        "dz": 0.3,
        "mean_difference": 0.01,
    }
    return {**base, "p_holm": 0.04, "detectable": 0.0101, "interval": [0.0, 0.02], **given}


def test_a_group_has_a_plain_sentence_before_its_statistics():
    text = group_text("biased heads", group())
    assert text.startswith(
        "**Biased heads** (3): more attention to the person word in the stereotype. "
    )
    assert "t(33) = +2.00, one-tailed p = .020" in text
    assert "(95% CI \\[0.0000, +0.0200\\])" in text.replace("\u00a0", " ")
    assert "after Holm p = .040" in text


def test_a_test_without_a_clear_result_says_what_it_could_have_shown():
    text = group_text("biased heads", group(p=0.04, p_holm=0.08))
    assert "no clear increase" in text
    assert "With 68 sentences, an increase of at least 0.0101 (dz 0.30)" in text
    assert "smaller ones are not ruled out" in text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"p": 0.4, "p_holm": 0.4, "n": 2, "detectable": None}, "2 sentences are too few"),
        ({"n": 1, "t": None, "p": None, "p_holm": None}, "no test with 1 sentence; it needs at"),
        ({"heads": 0}, "**Other heads, 2 switched off**: none."),
        (
            {"interval": None, "interval_note": "all 68 are equal"},
            "(no interval: all 68 are equal)",
        ),
        (
            {"t": None, "interval_note": "needs at least 6 person words and targets"},
            "no test; it needs at least 6 person words and targets.",
        ),
        ({"t": None, "dz": None}, "undefined, because all 68 differences are equal"),
    ],
    ids=["two sentences", "one sentence", "no heads", "no interval", "few words", "no variation"],
)
def test_a_group_that_cannot_be_tested_says_why(given, said):
    assert said in group_text("other heads, 2 switched off", group(**given))


def test_every_head_has_its_test_and_its_score():
    test = {"mean_difference": 0.1, "t": None, "dz": None, "p": None, "p_holm": None, "n": 5}
    frame = counter.by_head([[0.2, -0.1]], {"by_head": [[test, {**test, "t": 1.0}]]})
    assert list(frame["name"]) == ["1-1", "1-2"]
    assert list(frame["biased"]) == [True, False]
    assert frame["t"].isna().tolist() == [True, False]
