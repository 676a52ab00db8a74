from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BiascopeError
from engine.core.spec import HeadRef, ModelSpec, check_heads, format_heads, parse_heads

BASE = ModelSpec("owner/model", "c0ffee", "float32", (HeadRef(8, 11),))

heads = st.builds(HeadRef, st.integers(0, 9998), st.integers(0, 9998))


@given(st.lists(heads, max_size=20))
def test_what_is_written_is_read_again(chosen):
    assert parse_heads(format_heads(chosen)) == tuple(sorted(set(chosen)))


@given(st.text(max_size=30))
def test_any_text_gives_heads_or_a_mistake_the_reader_can_mend(text):
    try:
        found = parse_heads(text)
    except BiascopeError:
        return
    assert found == tuple(sorted(set(found)))
    assert all(ref.layer >= 0 and ref.head >= 0 for ref in found)


SEPARATED = ["1-2 3-4", "1-2,3-4", "1-2;3-4", "3-4,\n1-2", " 1 - 2 , 3 -4 ", "3-4, 1-2, 3-4"]
DASHES = ("-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, ()) for text in ("", "   ", ",", " ; , ", "\n")),
        *((text, (HeadRef(0, 1), HeadRef(2, 3))) for text in (*SEPARATED, "01-2 3-04")),
        *((f"9{dash}12", (HeadRef(8, 11),)) for dash in DASHES),
        *((f"9 {dash} 12", (HeadRef(8, 11),)) for dash in DASHES),
    ],
)
def test_heads_are_counted_from_one_however_they_are_written(text, expected):
    assert parse_heads(text) == expected


NOT_HEADS = ["nine-one", "9", "9-", "-1", "9-1-2", "9.1", "9/1", "1-2 oops", "12345-1", "--1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, "layer-head, for example 3-1; got ") for text in NOT_HEADS),
        *((text, "count from 1") for text in ("0-1", "1-0", "0-0")),
    ],
)
def test_what_is_no_head_is_refused_with_the_right_form(text, said):
    with pytest.raises(BiascopeError, match=said):
        parse_heads(text)


def test_heads_inside_the_model_pass():
    check_heads([HeadRef(0, 0), HeadRef(1, 3)], 2, 4)


@pytest.mark.parametrize("ref", [HeadRef(2, 0), HeadRef(0, 4), HeadRef(98, 0), HeadRef(-1, 0)])
def test_a_head_outside_the_model_is_refused_with_what_there_is(ref):
    with pytest.raises(BiascopeError, match=rf"Head {ref} .* layers 1 to 2 with heads 1 to 4"):
        check_heads([ref], 2, 4)


@pytest.mark.parametrize("ref", [HeadRef(-1, 0), HeadRef(0, -1)])
def test_a_head_counted_from_the_end_never_passes_for_another(ref):
    with pytest.raises(ValueError, match="count from 0"):
        ModelSpec("owner/model", "c0ffee", masked_heads=(ref,))


def test_masked_heads_are_kept_sorted_without_doubles():
    spec = ModelSpec("m", "r", masked_heads=(HeadRef(3, 1), HeadRef(0, 2), HeadRef(3, 1)))
    assert spec.masked_heads == (HeadRef(0, 2), HeadRef(3, 1))
    assert spec == ModelSpec("m", "r", masked_heads=((0, 2), (3, 1)))
    assert len({spec, ModelSpec("m", "r", masked_heads=((3, 1), (0, 2)))}) == 1


def test_a_spec_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        BASE.revision = "other"


@pytest.mark.parametrize(
    "change",
    [
        {"checkpoint": "owner/other"},
        {"revision": "decaf"},
        {"dtype": "bfloat16"},
        {"masked_heads": ()},
    ],
)
def test_every_field_is_part_of_the_identity(change):
    assert replace(BASE, **change).identity() != BASE.identity()


def test_the_identity_writes_heads_as_people_do():
    assert BASE.identity() == {
        "checkpoint": "owner/model",
        "revision": "c0ffee",
        "dtype": "float32",
        "masked_heads": ["9-12"],
    }


def test_the_untouched_twin_differs_in_its_heads_alone():
    assert BASE.unmasked() == ModelSpec("owner/model", "c0ffee", "float32")


def test_an_unknown_precision_is_a_callers_bug():
    with pytest.raises(ValueError, match="dtype must be one of float32, bfloat16, float16, mixed"):
        ModelSpec("m", "r", dtype="int8")


HUB, NEWER = (ModelSpec("owner/model", digit * 40) for digit in "ab")


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (ModelSpec("bundled", "sha256:0"), []),
        (
            ModelSpec("it's a model", "sha256:0", "bfloat16", parse_heads("9-12, 3-1")),
            ["--model", "it's a model", "--mask", "3-1,9-12", "--dtype", "bfloat16"],
        ),
        (HUB, ["--model", "owner/model@" + "a" * 40]),
        (ModelSpec("/models/owner", "sha256:" + "a" * 40), ["--model", "/models/owner"]),
    ],
    ids=["assumed", "all", "hub", "folder"],
)
def test_a_spec_is_named_on_the_command_line_by_what_commands_do_not_assume(spec, expected):
    assert spec.arguments() == expected


def test_a_second_spec_is_named_with_its_commit_its_masks_and_a_dtype_of_its_own():
    assert NEWER.compare_arguments(HUB) == ["--compare", "owner/model@" + "b" * 40]
    spec = ModelSpec("my model", "sha256:0", masked_heads=parse_heads("1-2, 3-4"))
    named = ["--compare", "my model", "--compare-mask", "1-2,3-4"]
    assert spec.compare_arguments(ModelSpec("bundled", "sha256:0")) == named
    half = ModelSpec("bundled", "sha256:0", "bfloat16")
    assert spec.compare_arguments(half) == [*named, "--compare-dtype", "float32"]


def test_heads_are_written_from_one_and_counted_from_zero():
    assert parse_heads("9-12, 3-1") == (HeadRef(2, 0), HeadRef(8, 11))
    assert str(HeadRef(8, 11)) == "9-12"
