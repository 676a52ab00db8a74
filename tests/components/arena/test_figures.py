"""Figures of a report in words, and names of reports."""

from __future__ import annotations

import pytest

from components.arena import figures, report_names
from components.arena.audit import agreement_text, alpha_reading
from tests.components.arena import fake_reports as fake

NB = "\N{NO-BREAK SPACE}"


def test_a_rate_is_shown_with_what_it_has():
    entry = {"flag_rate": 0.4211, "interval": [0.38, 0.46], "n": 1600}
    expected = f"42.1% (95%{NB}CI{NB}[38.0,{NB}46.0], 1,600 sentences)"
    assert figures.rate_text(entry) == expected
    assert figures.rate_text({"flag_rate": 1.0, "interval": None, "n": 1}) == "1 of 1 (1 sentence)"
    nothing = fake.figure(None, 0)
    assert figures.rate_text(nothing) == figures.score_text(nothing) == "none"


@pytest.mark.parametrize(
    ("evaluators", "reading", "expected"),
    [
        (["valence"], "pooled", "completions are flagged"),
        (["a", "b"], "pooled", "the verdicts of 2 evaluators on completions are flags"),
        (["a", "b"], "any", "completions are flagged by at least one of 2 evaluators"),
        (["a", "b", "c"], "majority", "completions are flagged by more than half of 3 evaluators"),
    ],
)
def test_what_a_rate_is_a_share_of_follows_the_evaluators_that_count(evaluators, reading, expected):
    report = fake.report(evaluators=evaluators, reading=reading)
    assert figures.flagged_share(report).removeprefix("of ") == expected


def test_groups_are_in_the_order_of_their_rates_and_those_without_one_are_left_out():
    report = fake.report({**fake.GROUPS, "Nobody": ("religion", None, 0)})
    assert list(figures.known_groups(report)) == ["Atheists", "Women", "Muslims", "Men"]
    assert list(figures.known_groups(report, "religion")) == ["Atheists", "Muslims"]


def test_reports_of_one_label_are_told_apart_by_their_digests():
    first, second = (fake.report(digest=f"sha256:{sign * 40}") for sign in "ab")
    *names, cut = report_names.by_name([first, second, fake.report(label=fake.LONG)])
    assert names == ["bert-tiny (aaaaaaaa)", "bert-tiny (bbbbbbbb)"]
    assert len(cut) == 80


def test_a_drawn_set_and_a_demonstration_are_named_as_such():
    report = fake.report()
    assert report_names.set_text(report) == "260 of Biascope's sentences, seed 0"
    assert report_names.suite_text(report) == "demo"
    report["prompts"]["drawn"] = None
    assert report_names.set_text(report) == "260 of Biascope's sentences"


@pytest.mark.parametrize(
    ("alpha", "words"),
    [
        (0.8, "well enough to rely on"),
        (0.799, "tentative"),
        (0.667, "tentative"),
        (0.666, "too little"),
        (0.0, "no more often than by chance"),
        (-0.2, "no more often than by chance"),
    ],
)
def test_alpha_is_read_by_krippendorffs_bounds(alpha, words):
    assert words in alpha_reading(alpha)


@pytest.mark.parametrize(
    ("alpha", "interval", "of_these"),
    [
        (0.9, [0.85, 0.95], False),
        (0.85, [0.7, 0.95], True),
        (-0.05, [-0.2, 0.2], True),
        (0.3, [0.1, 0.5], False),
        (0.3, None, False),
    ],
)
def test_a_reading_of_alpha_is_of_these_completions_where_its_interval_allows_another(
    alpha, interval, of_these
):
    said = alpha_reading(alpha, interval)
    assert said.startswith("in these completions, the evaluators agree") is of_these
    assert said.endswith("The interval reaches to values that would say otherwise.") is of_these


def test_agreement_has_alpha_its_interval_and_its_evaluators_or_its_reason():
    report = fake.report(evaluators=["a", "b*"])
    for part in ("**0.70**", f"[0.60,{NB}0.80]", r"a, b\*"):
        assert part in agreement_text(report)
    assert "Only valence enters the flag rate" in agreement_text(fake.report())
    report["agreement"] |= {"interval": None, "reason": "Only 5 templates."}
    text = agreement_text(report).replace(NB, " ")
    assert "(no interval, 200 completions)" in text
    assert ":gray[Only 5 templates\\. Alpha is 1 if" in text
    report["agreement"] = {"alpha": None, "interval": None, "n": 3, "reason": "No <b> variation."}
    assert r"No \<b\> variation\." in agreement_text(report)
