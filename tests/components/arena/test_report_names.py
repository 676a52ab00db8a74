"""What the screen calls the models of reports."""

from __future__ import annotations

import pytest

from components.arena import report_names
from engine.core.spec import HeadRef, ModelSpec
from tests.components.arena.reports import masked, report


@pytest.mark.parametrize(
    ("models", "names"),
    [
        ([("bundled",)], ["biascope-mini"]),
        ([("bundled", "3-1"), ("a/other",)], ["biascope-mini, 1 head switched off", "other"]),
        ([("bundled",), ("bundled", "3-1", "5-2")], ["all heads on", "2 heads switched off"]),
        (
            [("bundled",), ("bundled", "3-1"), ("bundled", "6-12", "5-2")],
            ["all heads on", "head 3-1 switched off", "heads 5-2, 6-12 switched off"],
        ),
        (
            [("bundled", "3-1"), ("a/other", "1-1")],
            ["biascope-mini, head 3-1 switched off", "other, head 1-1 switched off"],
        ),
        ([("a/same",), ("b/same",)], ["a/same", "b/same"]),
    ],
)
def test_models_are_named_by_what_tells_them_apart(models, names):
    made = [report({"checkpoint": name, "masked_heads": [*heads]}) for name, *heads in models]
    assert report_names.contestant_names(made) == names


ERASED = {"erased": [{"concept": "gender", "method": "leace", "digest": "a" * 64}]}


def test_reports_of_one_model_are_named_by_all_that_is_done_to_it():
    plain = {"checkpoint": "bundled", "masked_heads": []}
    both = {"checkpoint": "bundled", "masked_heads": ["3-1"], **ERASED}
    made = [report(plain), report(plain | ERASED), report(both)]
    assert report_names.contestant_names(made) == [
        "original model",
        "gender erased (LEACE)",
        "head 3-1 switched off, gender erased (LEACE)",
    ]
    other = {"erased": [ERASED["erased"][0] | {"digest": "b" * 64}]}
    first, second = report_names.contestant_names([report(plain | ERASED), report(plain | other)])
    assert first.startswith("gender erased (LEACE) (")
    assert first != second


@pytest.mark.parametrize("masks", [(), ("3-1",)])
def test_two_revisions_of_one_model_are_told_apart_wherever_both_are_listed(masks):
    commits = ("a" * 40, "b" * 40)
    made = [
        report({"checkpoint": "some/bert", "revision": commit, "masked_heads": [*masks]})
        for commit in commits
    ]
    more = ", head 3-1 switched off" if masks else ""
    wanted = [f"bert@aaaaaaa{more}", f"bert@bbbbbbb{more}"]
    assert report_names.contestant_names(made) == wanted
    assert [*report_names.by_name(made)] == wanted
    assert [*report_names.labels_of_two(*made)] == wanted


def test_masks_of_as_many_heads_are_told_apart_by_a_short_digest():
    few, many = ("1-1", "1-2", "1-3", "1-4"), ("2-1", "2-2", "2-3", "2-4")
    first, second = report_names.contestant_names([masked(*few), masked(*many)])
    assert first.startswith("4 heads switched off (")
    assert first != second
    assert len(first) == len(second) == len("4 heads switched off (012345)")
    assert report_names.contestant_names([masked(*few), masked("3-1")]) == [
        "4 heads switched off",
        "head 3-1 switched off",
    ]


def test_no_two_names_are_alike():
    assert len(set(report_names.contestant_names([report(), report(seed=1), masked("3-1")]))) == 3


def test_completions_made_elsewhere_go_by_their_own_name():
    made = report()
    made["model"] = {"name": "an assistant"}
    assert report_names.name_of(made) == "an assistant"
    assert report_names.spec_of(made) is None


def test_a_spec_is_read_back_and_nonsense_is_none():
    assert report_names.spec_of(masked("3-1")) == ModelSpec(
        "bundled", "sha256:0123456789", masked_heads=(HeadRef(2, 0),)
    )
    for wrong in ({"masked_heads": ["x"]}, {"dtype": "int3"}, {"masked_heads": 3}):
        assert report_names.spec_of(report({}) | {"model": {"checkpoint": "a", **wrong}}) is None


def test_the_same_model_is_one_contestant_whatever_its_figures():
    assert report_names.identity(report()) == report_names.identity(report(seed=3))
    assert report_names.identity(report()) != report_names.identity(masked("3-1"))
