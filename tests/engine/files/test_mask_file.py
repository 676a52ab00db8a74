from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BiascopeError
from engine.core.spec import HeadRef, ModelSpec
from engine.files.mask_file import HeadMask, fit_mask, load_mask, mask_text, parse_mask, save_mask

SPEC = ModelSpec("bert-base-uncased", "abc123", masked_heads=((8, 11), (2, 0)))
MASK = HeadMask.of(SPEC, "BERT", 12, 12, note="  three heads\n")


def fitted(mask, spec=SPEC, family="BERT", layers=12, heads=12):
    return fit_mask(mask, spec, family, layers, heads)


def changed(**entries):
    return json.dumps(json.loads(mask_text(MASK)) | entries)


def test_a_mask_comes_back_from_its_file_where_people_can_read_it(tmp_path):
    path = tmp_path / "mask.json"
    save_mask(path, MASK)
    assert load_mask(path) == MASK
    assert MASK.note == "three heads"
    assert json.loads(path.read_text(encoding="utf-8"))["masked_heads"] == ["3-1", "9-12"]


@pytest.mark.parametrize("name", [SPEC.checkpoint, "/models/bert"])
def test_a_mask_fits_its_own_model_under_any_name_without_a_word(name):
    assert fitted(MASK, replace(SPEC, checkpoint=name)) == ((HeadRef(2, 0), HeadRef(8, 11)), [])


def test_heads_that_the_model_lacks_are_refused_whatever_the_file_says():
    wide = HeadMask.of(replace(SPEC, masked_heads=(HeadRef(0, 14),)), "BERT", 12, 16)
    with pytest.raises(BiascopeError, match="Head 1-15 does not exist: this model has layers 1 to"):
        fitted(wide)


def test_another_revision_is_warned_of():
    heads, warnings = fitted(MASK, replace(SPEC, revision="sha256:fedcba9876543210"))
    assert heads == MASK.masked_heads
    assert "another revision of bert-base-uncased (abc123, here fedcba9876)" in warnings[0]


@pytest.mark.parametrize(
    "other",
    [
        {"spec": ModelSpec("roberta-base", "r1"), "family": "RoBERTa"},
        {"spec": ModelSpec("bert-large", "r1"), "layers": 24, "heads": 16},
        {"spec": ModelSpec("bert-base-cased", "r1")},
        {"spec": replace(SPEC, revision="r2"), "layers": 6},
    ],
)
def test_a_mask_of_another_model_is_refused(other):
    with pytest.raises(
        BiascopeError, match=r"belongs to bert-base-uncased \(BERT, 12 layers of 12"
    ):
        fitted(MASK, **other)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not readable JSON"),
        ("[]", "no mask file"),
        ("{}", "no mask file"),
        (changed(format="other"), "no mask file"),
        (changed(version=2), "format version 2"),
        (changed(version="1"), "format version '1'"),
        (changed(checkpoint=None), "lacks 'checkpoint'"),
        (changed(layers=0), "lacks 'layers'"),
        (changed(heads=True), "lacks 'heads'"),
        (changed(masked_heads="3-1"), "lacks 'masked_heads'"),
        (changed(masked_heads=[1]), "lacks 'masked_heads'"),
        (changed(masked_heads=["3"]), "A head is written layer-head"),
        (changed(masked_heads=["13-1"]), "Head 13-1 does not exist"),
        ("[" * 100_000, "not readable JSON"),
    ],
)
def test_broken_files_are_told(text, complaint):
    with pytest.raises(BiascopeError, match=complaint):
        parse_mask(text)


@given(st.text(max_size=100))
def test_any_text_is_refused_in_words(text):
    with pytest.raises(BiascopeError):
        parse_mask(text)


def test_a_file_that_cannot_be_read_or_written_is_told(tmp_path):
    with pytest.raises(BiascopeError, match="There is no file"):
        load_mask(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xff")
    with pytest.raises(BiascopeError, match="cannot be read"):
        load_mask(tmp_path / "bytes.json")
    with pytest.raises(BiascopeError, match="cannot be written"):
        save_mask(tmp_path / "none" / "mask.json", MASK)
