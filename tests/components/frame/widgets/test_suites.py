"""Suites to choose from, and the example of a declaration."""

from __future__ import annotations

from components.frame.widgets import suites
from engine.evaluators.declarations import read_suite


def test_the_example_declares_a_suite_that_can_be_used_as_it_is():
    suite = read_suite(suites.example(), "evaluators.toml")
    assert [(entry.kind, entry.counts) for entry in suite.evaluators] == [
        ("valence", True),
        ("lexicon", False),
    ]


def test_the_classifier_of_the_example_can_be_used_without_its_hash_signs():
    head, _, classifier = suites.example().partition("# [[evaluator]]")
    lines = [line.removeprefix("# ") for line in classifier.splitlines()]
    text = head.replace("threshold", "counts = false\nthreshold") + "\n".join(
        ["[[evaluator]]", *lines]
    )
    (found,) = read_suite(text, "evaluators.toml").counting
    assert (found.name, found.checkpoint) == ("my classifier", "owner/model")
    assert set(found.labels) == {"biased", "neutral"}
