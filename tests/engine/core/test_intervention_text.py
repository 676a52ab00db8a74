from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BiascopeError
from engine.core.intervention_text import (
    format_scales,
    in_words,
    parse_ablation,
    parse_scales,
    parse_self_debias,
    split_strength,
)
from engine.core.interventions import (
    ErasedConcept,
    Interventions,
    ScaledHead,
    SelfDebias,
    SteeringVector,
)

scaled = st.builds(
    ScaledHead,
    st.integers(0, 9998),
    st.integers(0, 9998),
    st.floats(0, 2).map(lambda scale: float(f"{scale:.6g}")),
)


@given(st.lists(scaled, max_size=5, unique_by=lambda head: head[:2]))
def test_scales_that_are_written_are_read_again(heads):
    assert parse_scales(format_scales(heads)) == tuple(sorted(heads))


@given(st.text(max_size=30))
def test_any_text_gives_scales_or_a_sentence(text):
    try:
        found = parse_scales(text)
    except BiascopeError:
        return
    assert all(0 <= head.scale <= 2 for head in found)


@pytest.mark.parametrize("text", ["3-1:0.5", "3-1 : 0.5", "3-1=0.5", "3–1: 0.5", " 3-1:.5, "])
def test_a_scale_is_read_however_it_is_written(text):
    assert parse_scales(text) == (ScaledHead(2, 0, 0.5),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, "layer-head:scale, for example 3-1:0.5") for text in ("3-1", "3-1:", "x", "3:1")),
        ("0-1:1", "count from 1"),
        *(
            (f"3-1:{scale}", "scale of head 3-1 is a number from 0 to 2")
            for scale in ("-0.1", "2.1", "nan", "inf", "half", "1e999")
        ),
    ],
)
def test_what_is_no_scale_is_refused_with_the_right_form(text, said):
    with pytest.raises(BiascopeError, match=said):
        parse_scales(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("zero", "zero"),
        (" Mean ", "mean"),
        ("resample", "resample:0"),
        ("resample:07", "resample:7"),
    ],
)
def test_ablations_are_read(text, found):
    assert parse_ablation(text) == found


@pytest.mark.parametrize(
    "text", ["", "median", "mean:3", "resample:-1", "resample:x", "resample:1000000"]
)
def test_what_is_no_ablation_is_refused(text):
    with pytest.raises(BiascopeError):
        parse_ablation(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", None),
        ("gender", SelfDebias("gender", 50.0)),
        ("race/color:100", SelfDebias("race/color", 100.0)),
        ("where they  come from:10", SelfDebias("where they come from", 10.0)),
        ("gender:0", SelfDebias("gender", 0.0)),
    ],
)
def test_self_debiasing_is_read(text, found):
    assert parse_self_debias(text) == found


@pytest.mark.parametrize("text", ["gender:-1", "gender:x", "gender:1001", ":5", "<b>", "x" * 61])
def test_what_is_no_self_debiasing_is_refused(text):
    with pytest.raises(BiascopeError):
        parse_self_debias(text)


def test_the_description_is_a_sentence_about_the_bias():
    assert SelfDebias("gender").description == (
        "The following text discriminates against people because of their gender:"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("v.safetensors:0.5", ("v.safetensors", 0.5)),
        ("v.safetensors:-2", ("v.safetensors", -2.0)),
        ("v.safetensors:−2", ("v.safetensors", -2.0)),
        ("v.safetensors", ("v.safetensors", 1.0)),
        ("C:/fits/v.safetensors", ("C:/fits/v.safetensors", 1.0)),
        ("C:\\fits\\v.safetensors:0.5", ("C:\\fits\\v.safetensors", 0.5)),
    ],
)
def test_a_vector_is_read_with_its_strength(text, found):
    assert split_strength(text) == found


@pytest.mark.parametrize("text", ["v:11", "v:nan", "v:strong", "v:"])
def test_a_strength_out_of_bounds_is_refused(text):
    with pytest.raises(BiascopeError, match="strength of a vector is a number from -10 to 10"):
        split_strength(text)


def test_everything_that_is_done_is_named_in_one_line():
    done = Interventions(
        "mean",
        (ScaledHead(2, 0, 0.5),),
        (ErasedConcept("gender", "leace", "a" * 64),),
        (SteeringVector("race", "mean-difference", 3, "b" * 64, -0.5),),
        SelfDebias("gender"),
    )
    assert in_words(done) == (
        "mean ablation, head 3-1 scaled to 0.5, gender erased (LEACE), steering along race by −0.5 "
        "at layer 3, self-debiasing (gender)"
    )
    assert in_words(Interventions()) == ""
