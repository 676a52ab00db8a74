"""What a model is called beside another: each pair of names says what differs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.frame import session
from components.frame.shell.subject import (
    Subject,
    beginning,
    in_one_line,
    label_of,
    named_apart,
    titled,
    under,
)
from engine.core.interventions import ErasedConcept, Interventions, ScaledHead, SelfDebias
from engine.core.spec import DTYPES, HeadRef, ModelSpec
from tests.components.drawn import unescaped

OLD = ModelSpec("some/bert", "a" * 40)
NEW = replace(OLD, revision="b" * 40)
MASK = (HeadRef(0, 0),)
ERASED = replace(
    OLD, interventions=Interventions(erased=(ErasedConcept("gender", "leace", "a" * 64),))
)
BOTH = replace(
    OLD,
    masked_heads=MASK,
    interventions=Interventions("mean", (ScaledHead(1, 1, 0.5),), self_debias=SelfDebias("age")),
)
BOTH_SAID = "1 head switched off, mean ablation, head 2-2 scaled to 0.5, self-debiasing (age)"
MEAN = replace(OLD, masked_heads=MASK, interventions=Interventions("mean"))
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
        (ERASED, OLD, ("gender erased (LEACE)", "original model")),
        (ERASED, NEW, ("bert@aaaaaaa, gender erased (LEACE)", "bert@bbbbbbb")),
        (BOTH, OLD, (BOTH_SAID, "original model")),
        (BOTH, ERASED, (BOTH_SAID, "gender erased (LEACE)")),
        # What is done to heads that are off is done to heads.
        (MEAN, OLD, ("1 head switched off, mean ablation", "all heads on")),
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
        (ERASED, "The model with gender erased (LEACE)"),
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


def test_the_original_is_called_so_where_more_is_done_than_switching_heads_off():
    assert beginning(Subject(OLD, label_of(OLD, ERASED), None)) == "The original model"
    assert under(ERASED, OLD) == "with gender erased (LEACE)"
    assert under(OLD, ERASED) == "in the original model"
    assert under(OLD, MEAN) == "with all heads on"


def test_the_head_of_a_page_and_the_title_of_a_job_say_all_that_is_done():
    facts = session.Facts("BERT", "masked", 2, 4)
    shown = Subject(BOTH, label_of(BOTH, OLD), facts), Subject(OLD, label_of(OLD, BOTH), facts)
    assert unescaped(in_one_line(*shown)) == (
        "**bert** · 1 head switched off (1-1) · mean ablation, head 2-2 scaled to 0.5, "
        "self-debiasing (age) · compared with the original model"
    )
    assert titled("Pairs", ERASED) == "Pairs · gender erased (LEACE)"
    assert titled("Pairs", OLD) == "Pairs"
    assert titled("Pairs", replace(OLD, masked_heads=MASK)) == "Pairs · 1 switched off"
