"""What a model is called beside another: each pair of names says what differs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.frame import session
from components.frame.shell.subject import Subject, beginning, in_one_line, label_of, named_apart
from engine.core.spec import DTYPES, HeadRef, ModelSpec

OLD = ModelSpec("some/bert", "a" * 40)
NEW = replace(OLD, revision="b" * 40)
MASK = (HeadRef(0, 0),)
SPECS = st.builds(
    ModelSpec,
    st.sampled_from(["bundled", "some/bert", "other/bert", "/models/bert", "bert"]),
    st.sampled_from(["a" * 40, "a" * 39 + "b", "b" * 40, "sha256:" + "a" * 64]),
    st.sampled_from(DTYPES),
)


@pytest.mark.parametrize(
    ("first", "second", "labels"),
    [
        (OLD, NEW, ("bert@aaaaaaa", "bert@bbbbbbb")),
        (
            replace(OLD, masked_heads=MASK),
            NEW,
            ("bert@aaaaaaa, 1 head switched off", "bert@bbbbbbb"),
        ),
        (
            replace(OLD, revision="sha256:" + "c" * 64),
            replace(OLD, revision="sha256:" + "d" * 64),
            ("bert@ccccccc", "bert@ddddddd"),
        ),
        (OLD, replace(OLD, dtype="bfloat16"), ("bert, float32", "bert, bfloat16")),
        (replace(OLD, masked_heads=MASK), OLD, ("1 head switched off", "all heads on")),
        (OLD, replace(OLD, checkpoint="other/bert"), ("some/bert", "other/bert")),
        (OLD, ModelSpec("bundled", "sha256:0"), ("bert", "biascope-mini")),
    ],
)
def test_two_models_are_called_by_what_differs(first, second, labels):
    assert (label_of(first, second), label_of(second, first)) == labels


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (OLD, "The model with all heads on"),
        (replace(OLD, masked_heads=MASK), "The model with 1 head switched off"),
        (NEW, "bert@bbbbbbb"),
    ],
)
def test_a_sentence_begins_with_a_noun_where_a_label_is_no_name(spec, said):
    other = OLD if spec != OLD else replace(OLD, masked_heads=MASK)
    assert beginning(Subject(spec, label_of(spec, other), None)) == said


def test_the_head_of_a_page_names_both_revisions():
    facts = session.Facts("BERT", "masked", 2, 4)
    shown = Subject(OLD, label_of(OLD, NEW), facts), Subject(NEW, label_of(NEW, OLD), facts)
    line = in_one_line(*shown).replace("\u2060", "")  # keeps an address from becoming a link
    assert line == "**bert@aaaaaaa** · compared with bert@bbbbbbb"


@given(st.lists(SPECS, unique=True, max_size=8))
def test_no_two_models_have_one_name_and_one_model_has_one(specs):
    names = named_apart(specs)
    assert len(set(names)) == len(specs)
    assert named_apart([replace(spec, masked_heads=MASK) for spec in specs]) == names
