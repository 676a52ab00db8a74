"""Of a number that differs, what else is not as it was when its pin was made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.flow.registry import MEASURES
from engine.report.check.changed import changed_since, manifests_of
from engine.report.check.checking import How, check
from tests.engine.report.check.in_this_process import check_here
from tests.engine.report.pins import real_pin

NOW = MEASURES["pairs"].version


def manifest(checkpoint: str, revision: str, **more):
    return {"spec": {"checkpoint": checkpoint, "revision": revision}, **more}


@pytest.mark.parametrize(
    ("pinned", "said"),
    [
        ({"measure": "pairs", "version": NOW}, ""),
        ({"measure": "pairs", "version": NOW - 1}, f"pairs was version {NOW - 1}, now {NOW}"),
        ({"measure": "none of ours", "version": 1}, ""),
        ({"measure": "pairs", "version": "1"}, ""),
        ({"measure": ["pairs"], "version": True}, ""),
        ({"measure": "pairs", "version": 10**400}, ""),
        (manifest("bert", "a" * 40), ""),
        (manifest("bert", "sha256:" + "c" * 40), "bert was revision cccccccccc, now aaaaaaaaaa"),
        (manifest("roberta", "c" * 40), ""),
        ({"spec": {"checkpoint": 3, "revision": None}}, ""),
        ({"spec": []}, ""),
        (
            manifest("bert", "c", measure="pairs", version=NOW - 1),
            f"pairs was version {NOW - 1}, now {NOW}; bert was revision c, now aaaaaaaaaa",
        ),
        (
            {"compared_with": {"checkpoint": "gpt2", "revision": "d"}},
            "gpt2 was revision d, now bbbbbbbbbb",
        ),
    ],
)
def test_versions_and_revisions_that_are_others_now_are_named(pinned, said):
    answer = {
        "manifest": manifest("bert", "a" * 40),
        "comparison": [{"manifest": manifest("gpt2", "b" * 40)}],
    }
    assert changed_since(pinned, [*manifests_of(answer)]) == said


@pytest.mark.model
def test_it_is_said_of_each_number_that_differs_and_of_no_other(monkeypatch):
    check_here(monkeypatch)
    pin = real_pin()
    old = {
        **pin.manifest,
        "version": pin.manifest["version"] - 1,
        "spec": {**pin.manifest["spec"], "revision": "sha256:" + "0" * 40},
    }
    (first, *others), share = pin.rows.rows, 1
    moved = tuple(0.99 if place == share else value for place, value in enumerate(first))
    wrong = replace(pin.rows, rows=(moved, *others))
    known = How(from_store=True)
    (difference,) = check(
        1, replace(pin, rows=wrong, manifest=old), [].append, known
    ).compared.differences
    assert difference.also.startswith("completion was version 0, now 1; bundled was revision 0000")
    (difference,) = check(1, replace(pin, rows=wrong), [].append, known).compared.differences
    assert difference.also == ""
    assert check(1, replace(pin, manifest=old), [].append, known).outcome == "same"
