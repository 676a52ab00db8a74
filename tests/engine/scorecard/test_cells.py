"""Cells: refused, measured, kept and found again."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.columns.column import Column, Reading
from engine.core.errors import InputTextError, StorageError, UnusableModelError
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.flow.derived import derived
from engine.flow.registry import MEASURES
from engine.measures.health.unread import unread_by
from engine.scorecard import cells
from engine.scorecard.cells import cell, health, stored_cell
from engine.scorecard.columns import column as made
from engine.storage.store import default_store

SPEC = ModelSpec("bundled", "sha256:1")


def column(read, refuses="", version=1, identity="one"):
    return Column(
        name="test:one", title="Test", data="data", variant="variant", counted="units",
        higher="more", digits=2, version=version, identity={"identity": identity},
        read=lambda *_: read(), refuses=lambda _kind: refuses, measures=("pppl",),
        texts=(),
    )  # fmt: skip


def never():
    raise AssertionError("measured")


def reading():
    return Reading(0.5, (0.1, 0.9), 2, (0.25, None, 0.75), notes=("Note.",), detail={"p": 1})


def keep(name, version, item, params, work):
    return derived(name, version, item, params, work, default_store())


def ask(_name, _items, _params):
    raise AssertionError("asked")


def test_a_cell_is_measured_once_and_found_again():
    assert stored_cell(SPEC, column(never), default_store()) is None
    found = cell(SPEC, column(reading), ask, keep)
    assert found == reading()
    assert cell(SPEC, column(never), ask, keep) == found
    assert stored_cell(SPEC, column(never), default_store()) == found


@pytest.mark.parametrize(
    ("spec", "other", "seed"),
    [
        (ModelSpec("bundled", "sha256:2"), column(reading), 0),
        (ModelSpec("bundled", "sha256:1", "float32", ((0, 1),)), column(reading), 0),
        (SPEC, column(reading, version=2), 0),
        (SPEC, column(reading, identity="two"), 0),
        (SPEC, column(reading), 1),
    ],
)
def test_another_model_column_version_or_seed_is_another_cell(spec, other, seed):
    cell(SPEC, column(reading), ask, keep)
    assert stored_cell(spec, other, default_store(), seed) is None


def test_only_another_version_of_its_own_measures_gives_another_cell(monkeypatch):
    kept = cell(SPEC, column(reading), ask, keep)
    newer = {name: replace(entry, version=99) for name, entry in MEASURES.items()}
    others = {**newer, "pppl": MEASURES["pppl"], "one more": MEASURES["pppl"]}
    monkeypatch.setattr(cells, "MEASURES", others)
    assert stored_cell(SPEC, column(never), default_store()) == kept
    monkeypatch.setattr(cells, "MEASURES", newer)
    assert stored_cell(SPEC, column(never), default_store()) is None


def test_a_column_asks_for_its_own_measures_alone():
    asks = replace(column(never), read=lambda ask, *_: ask("lpbs", [], {}))
    with pytest.raises(ValueError, match="test:one asks for 'lpbs'"):
        cell(SPEC, asks, ask, keep)


def test_a_kind_that_the_column_refuses_is_not_measured():
    found = cell(SPEC, column(never, refuses="Causal."), ask, keep)
    assert (found.value, found.problem) == (None, "Causal.")
    assert stored_cell(SPEC, column(never, refuses="Causal."), default_store()) == found


def fails(error):
    def read():
        raise error

    return column(read)


@pytest.mark.parametrize("kind", [InputTextError, UnusableModelError])
def test_what_model_and_data_refuse_is_kept_with_the_reason(kind):
    found = cell(SPEC, fails(kind("Too few.")), ask, keep)
    assert (found.value, found.problem) == (None, "Too few.")
    assert stored_cell(SPEC, column(never), default_store()) == found


def test_what_failed_for_now_is_measured_again():
    found = cell(SPEC, fails(StorageError("The disk is full.")), ask, keep)
    assert (found.value, found.problem) == (None, "The disk is full.")
    assert stored_cell(SPEC, column(never), default_store()) is None
    assert cell(SPEC, column(reading), ask, keep) == reading()


def test_a_figure_that_is_not_defined_is_refused_and_kept():
    undefined = partial(Reading, None, None, 3, (), "All alike.")
    found = cell(SPEC, column(undefined), ask, keep)
    assert (found.value, found.problem) == (None, "All alike.")
    assert cell(SPEC, column(never), ask, keep) == found


def test_what_is_no_number_is_no_figure():
    endless = partial(Reading, float("inf"), (0.0, float("inf")), 3)
    found = cell(SPEC, column(endless), ask, keep)
    assert (found.value, found.interval) == (None, None)
    wide = partial(Reading, 1.0, (0.0, float("inf")), 3)
    assert cell(SPEC, column(wide, identity="wide"), ask, keep).interval is None


def test_a_model_whose_files_are_gone_is_refused(tmp_path):
    gone = ModelSpec(str(tmp_path / "gone"), "sha256:1")
    assert "not on this machine" in cell(gone, column(never), ask, keep).problem


def test_the_health_check_comes_first():
    value = {"status": "red", "reasons": ["No head.", "No mask."]}
    found = health(SPEC, lambda *_: Measurement([value], {}), keep)
    assert found.refusal == "The health check failed: No head. No mask."
    amber = Measurement([value | {"status": "amber"}], {})
    assert not health(SPEC, lambda *_: amber, keep).refusal


def test_a_model_that_cannot_be_read_is_refused_from_then_on():
    def unreadable(*_):
        raise UnusableModelError("Cannot be read.")

    found = health(SPEC, unreadable, keep)
    assert found.refusal == "The health check failed: Cannot be read."
    kept = stored_cell(SPEC, column(never), default_store())
    assert (kept.value, kept.problem) == (None, found.refusal)


def test_a_stored_red_health_refuses_stored_cells(monkeypatch):
    cell(SPEC, column(reading), ask, keep)
    red = cells.Health("red", ("No head.",))
    monkeypatch.setattr(cells, "stored_health", lambda *_: red)
    found = stored_cell(SPEC, column(never), default_store())
    assert found.problem == red.refusal


# --- unread words -------------------------------------------------------------------------


def reads(texts, notes=False):
    return replace(column(reading), texts=texts, names_unread=notes)


def test_a_cell_of_texts_that_are_read_is_the_one_that_was_kept_before(masked_lm):
    spec = masked_lm("bert").spec
    before = cell(spec, column(reading), ask, keep)
    plain = replace(column(never), texts=("The nurse was tired.",))
    assert cell(spec, plain, ask, keep) == before
    assert stored_cell(spec, plain, default_store()) == before


def test_a_cell_names_the_words_that_its_model_cannot_read_and_is_kept_apart(masked_lm):
    spec, texts = masked_lm("bert").spec, ("The 茶 was [MASK].", "The nurse was tired.")
    cell(spec, column(reading), ask, keep)
    assert stored_cell(spec, reads(texts), default_store()) is None
    found = cell(spec, reads(texts), ask, keep)
    assert found.notes == (
        "Note.",
        "In 1 of 2 sentences there are words that the model cannot read (茶): what it gives there "
        "rests on the other words.",
    )
    again = replace(column(never), texts=texts)
    assert stored_cell(spec, again, default_store()) == found
    of_bytes = masked_lm("roberta").spec
    assert cell(of_bytes, reads(texts), ask, keep).notes == ("Note.",)


def test_a_column_that_names_such_words_itself_says_it_once(masked_lm):
    spec = masked_lm("bert").spec
    assert cell(spec, reads(("茶",), notes=True), ask, keep).notes == ("Note.",)


SENTENCE = "The man 茶 said that [MASK] was tired."


@pytest.mark.parametrize(
    ("name", "header", "row"),
    [
        ("pairs", "sent_more,sent_less", "She 茶 was tired.,He was tired."),
        ("gest", "sentence,stereotype", "I love 茶.,1"),
        ("arena", "category,group,sentence_type,sentence", f"age,men,attributive,{SENTENCE}"),
        ("pppl", "", "The nurse loves 茶."),
    ],
)
def test_the_columns_of_a_file_say_what_the_model_reads(name, header, row, tmp_path, masked_lm):
    file = tmp_path / ("own.csv" if header else "own.txt")
    file.write_text(f"{header}\n{row}\n".lstrip(), encoding="utf-8")
    found = made(f"{name}:{file}")
    assert any("茶" in text for text in found.texts)
    unread = unread_by(masked_lm("bert").spec, found.texts)
    assert {word for words in unread for word in words} == {"茶"}


@pytest.mark.parametrize("name", ["seat:gender", "counter:gender", "honest:bundled:20"])
def test_the_columns_of_bundled_data_say_what_the_model_reads(name):
    assert len(made(name).texts) > 50
