"""Stored association tests of earlier versions: used where nothing changed, and not elsewhere."""

from __future__ import annotations

import string

import pytest

from engine.core.spec import BUNDLED, ModelSpec
from engine.flow.measurement import measure
from engine.flow.stored import context_of
from engine.measures.heads.bias import ablation_params, bias_params
from engine.measures.health.unread import is_plain, unread_by, unread_in
from engine.measures.seat.earlier import MARK
from engine.measures.seat.measure import seat_params
from engine.storage.store import Store
from engine.words.association_tests import AssociationTest

TOO_LONG = "ha" * 60  # a vocabulary of words and their pieces has none for so long a word
PLAIN = {"x": ("john", "paul"), "y": ("amy", "lisa"), "a": ("doctor",), "b": ("child",)}
LACKING = PLAIN | {"x": ("john", "paul", TOO_LONG, f"{TOO_LONG}ha")}
NEWER = (MARK, "unread", "repeated")


def asked(sets, name):
    item = AssociationTest(**sets).item()
    assert "distinct" not in item  # as an earlier version had it
    params = {
        "seat": seat_params("mean"),
        "head_bias": bias_params("mean"),
        "head_ablation": ablation_params(item, "mean"),
    }
    return {"head": "1-1"} if name == "head_ablation" else item, params[name]


def known_before(lm, store, name, sets):
    """Keep a value as an earlier version would have; its effect size is easily told."""
    item, params = asked(sets, name)
    value = measure(name, lm.spec, [item], params, lambda: lm, None).values[0]
    value = {key: part for key, part in value.items() if key not in NEWER}
    store.put(context_of(name, lm.spec, params), [(item, value | {"effect_size": 9.0})])


@pytest.mark.parametrize("name", ["seat", "head_bias", "head_ablation"])
def test_a_stored_test_of_words_that_the_vocabulary_lacks_is_measured_again_once(
    name, masked_lm, tmp_path
):
    lm, store = masked_lm("bert"), Store(tmp_path / "results.sqlite")
    item, params = asked(LACKING, name)
    known_before(lm, store, name, LACKING)
    again = measure(name, lm.spec, [item], params, lambda: lm, store)
    assert again.manifest["from_store"] == 0
    assert again.values[0]["effect_size"] != 9.0
    assert again.values[0].get(MARK) or again.values[0]["unread"]
    third = measure(name, lm.spec, [item], params, lambda: pytest.fail("loaded"), store)
    assert third.values == again.values


@pytest.mark.parametrize("name", ["seat", "head_bias", "head_ablation"])
def test_a_stored_test_of_words_that_are_read_is_used_and_no_model_is_loaded(
    name, masked_lm, tmp_path
):
    lm, store = masked_lm("bert"), Store(tmp_path / "results.sqlite")
    item, params = asked(PLAIN, name)
    known_before(lm, store, name, PLAIN)
    found = measure(name, lm.spec, [item], params, lambda: pytest.fail("loaded"), store)
    assert found.values[0]["effect_size"] == 9.0
    bytes_of = masked_lm("roberta")
    item, params = asked(LACKING, name)
    known_before(bytes_of, store, name, LACKING)  # its vocabulary reads everything
    found = measure(name, bytes_of.spec, [item], params, lambda: pytest.fail("loaded"), store)
    assert found.values[0]["effect_size"] == 9.0


def test_nothing_is_known_of_a_model_that_is_not_here():
    assert unread_by(ModelSpec("/nowhere", "0" * 40), ["茶"]) == ((),)


def test_the_bundled_model_reads_ascii_with_accents_and_without():
    from engine.models.reading import read_tokenizer
    from engine.models.sources import resolve

    tokenizer = read_tokenizer(resolve(BUNDLED))
    accented = [sign for sign in map(chr, range(0x80, 0x250)) if is_plain(sign)]
    assert {"á", "é", "ā"} < set(accented)
    for sign in (*string.printable, *accented):
        assert unread_in(tokenizer, sign) == unread_in(tokenizer, f"a{sign}b {sign}a") == []
