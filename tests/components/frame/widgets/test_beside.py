"""A compared model that fails costs a warning, never the result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from components.frame import session
from components.frame.shell.subject import Subject
from components.frame.widgets import beside
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from tests.components.drawn import drawn
from tests.subjects import subject

ITEMS = [{"text": "[MASK] is tired."}]
PARAMS = {"top_k": 3, "targets": [], "hide": []}


def missing(folder: Path) -> Subject:
    return subject(ModelSpec(str(folder), "sha256:0"), "gone")


def test_the_compared_model_comes_first_and_is_named_in_the_manifest(subjects):
    whole, masked = subjects
    found = beside.measure_both("completion", masked, whole, ITEMS, PARAMS)
    assert [entry for entry, _ in found] == [whole, masked]
    for entry, measurement in found:
        alone = session.measure("completion", entry.spec, ITEMS, PARAMS)
        assert measurement.values == alone.values
    assert found[0][1].values != found[1][1].values
    manifest = beside.manifest(found)
    assert manifest["spec"]["masked_heads"] == ["1-2", "2-4"]
    assert manifest["compared_with"]["masked_heads"] == []
    assert "compared_with" not in beside.manifest(found[1:])


def test_what_a_model_cannot_read_is_named_and_the_model_where_two_differ(subjects):
    whole, masked = subjects
    texts = ["The 茶 said [MASK]."]
    said = "The model cannot read “茶”; its answer rests on the other words."
    assert beside.reading_notes([whole], texts) == [said]
    assert beside.reading_notes([masked, whole], texts) == [said]
    assert beside.reading_notes([whole], ["The nurse said [MASK]."]) == []
    other = subject(replace(whole.spec, revision="sha256:0"), "another")  # not here: says nothing
    assert beside.reading_notes([other, whole], texts) == [
        "The model with all heads on cannot read “茶”; its answer rests on the other words."
    ]


def test_a_model_that_fails_itself_is_refused(subjects, tmp_path):
    with pytest.raises(BiascopeError):
        beside.measure_both("completion", missing(tmp_path), subjects[0], ITEMS, PARAMS)


def script() -> None:
    import streamlit as st

    from components.frame.widgets import beside

    found = beside.measure_both("completion", *st.session_state["asked"])
    st.text(" ".join(subject.label for subject, _ in found))


def test_a_compared_model_that_fails_is_named_and_the_answer_stays(subjects, tmp_path):
    page = drawn(script, {"asked": (subjects[0], missing(tmp_path), ITEMS, PARAMS)})
    assert page.text[0].value == "all heads on"
    (warning,) = page.warning
    assert warning.value.startswith("gone cannot be shown for comparison")


def test_the_tables_of_two_models_are_one_with_a_column_that_names_the_model(subjects):
    whole, masked = subjects
    tables = [pd.DataFrame({"k": [1, 5], "value": [low, 0.5]}) for low in (0.1, 0.2)]
    found = beside.one_table([whole, masked], tables)
    assert [*found] == ["model", "k", "value"]
    assert found["value"].tolist() == [0.2, 0.5, 0.1, 0.5]  # the model's own first
    assert found["model"].unique().tolist() == [masked.label, whole.label]
    alone = beside.one_table([masked], tables[:1])
    assert alone is tables[0]


def test_two_models_of_one_name_are_told_apart_in_the_table(subjects):
    whole, _ = subjects
    tables = [pd.DataFrame({"value": [0.1]})] * 2
    assert beside.one_table([whole, whole], tables)["model"].nunique() == 2
