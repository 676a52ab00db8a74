"""The model bar reads its fields into specs, and a fault in one costs none of the others."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.frame import session
from components.frame.session import models
from engine.core.spec import NO_HEADS, HeadRef
from engine.models import sources
from tests.components.drawn import again
from tests.components.frame.shell.opened import bar, opened
from tests.nowhere import NOWHERE

pytestmark = pytest.mark.usefixtures("fresh_caches")


def drawn(**address: str) -> AppTest:
    """The bar, at an address."""
    return opened(bar, address)


def badges(page: AppTest) -> str:
    return " ".join(entry.value for entry in page.sidebar.markdown)


def test_the_address_sets_the_model_and_its_masked_heads(bert):
    page = drawn(model=bert, heads="2-4, 1-2")
    subject, other = page.session_state["seen"]
    assert subject.spec.checkpoint == bert
    assert subject.spec.masked_heads == (HeadRef(0, 1), HeadRef(1, 3))
    assert other.spec == subject.spec.unmasked()
    assert page.text[0].value == "2 heads switched off beside all heads on"
    assert subject.facts == other.facts == session.Facts("BERT", "masked", 2, 4, uncased=True)
    assert "2 heads switched off" in badges(page)


def test_an_encoder_without_a_head_is_opened_and_called_so(bad_folders):
    page = drawn(model=str(bad_folders.sentence_encoder), heads="1-1")
    assert page.session_state["seen"][0].facts.kind == "encoder"
    assert "no language-model head" in badges(page)


def test_another_model_is_named_beside_the_first(bert, tiny_model_folder):
    page = drawn(model=bert, compare=str(tiny_model_folder("albert")), heads="1-1")
    assert page.text[0].value == "bert, 1 head switched off beside albert"


def test_models_of_one_name_are_told_apart_by_their_folders(bert, tmp_path):
    copy = shutil.copytree(bert, tmp_path / "bert")
    (copy / "README.txt").write_text("another digest", encoding="utf-8")
    page = drawn(model=bert, compare=str(copy))
    assert page.text[0].value == f"{bert} beside {copy}"


def test_a_model_is_not_compared_with_itself(bert):
    assert drawn(model=bert, compare=f"{bert}/").session_state["seen"][1] is None
    assert drawn(model=bert, compare="none", heads="1-1").session_state["seen"][1] is None


@pytest.mark.parametrize("heads", ["99-1", "abc"])
def test_heads_that_cannot_be_are_said_on_the_page_and_never_left_out(bert, heads):
    page = drawn(model=bert, heads=heads)
    (error,) = page.error
    assert "Change the heads to switch off in the sidebar" in error.value.replace("\\", "")
    assert not page.text
    assert ("no such head" if heads == "99-1" else "not understood") in badges(page)
    assert "masked" not in badges(page)


def test_a_model_whose_heads_are_not_available_says_so_and_takes_none(
    tiny_model_folder, monkeypatch
):
    folder = str(tiny_model_folder("convbert"))
    monkeypatch.setattr(session, "checkpoints", lambda: ["bundled", folder])
    field = drawn(model=folder).sidebar.text_input(key="heads")
    assert (field.disabled, field.placeholder) == (True, NO_HEADS)
    assert NO_HEADS in field.help.replace("\\", "")
    page = drawn(model=folder, heads="1-1")
    (error,) = page.error
    assert error.value.replace("\\", "").endswith("with all heads on. Clear them in the sidebar.")
    assert "heads not available" in badges(page)
    page.sidebar.button(key="clear_heads").click().run()
    assert not page.error
    assert page.session_state["seen"][0].spec.masked_heads == ()


def test_clear_takes_away_heads_even_where_they_are_wrong(bert, offered):
    page = drawn(model=bert, heads="99-1")
    page.sidebar.button(key="clear_heads").click().run()
    assert not page.error
    assert page.session_state["seen"][0].spec.masked_heads == ()


def test_a_fault_in_the_model_loses_neither_heads_nor_comparison(bert, offered):
    page = drawn(model=NOWHERE, heads="1-1", compare="none")
    assert "Choose another model" in page.error[0].value
    assert "not available" in badges(page)
    assert page.sidebar.text_input(key="heads").value == "1-1"
    assert page.sidebar.selectbox(key="compare").value == "none"
    page.sidebar.selectbox(key="model").set_value(bert).run()
    assert page.session_state["seen"][0].spec.masked_heads == (HeadRef(0, 0),)


def test_a_model_to_compare_with_that_is_missing_costs_a_warning_only(bert):
    page = drawn(model=bert, compare=NOWHERE)
    assert page.text[0].value == "bert"
    assert len(page.warning) == 1
    assert "not shown" in badges(page)


def test_a_causal_model_is_told_from_a_masked_one(tiny_model_folder):
    page = drawn(model=str(tiny_model_folder("gpt2")))
    assert page.text[0].value == "gpt2"
    assert page.session_state["seen"][0].facts.kind == "causal"


@pytest.fixture
def parsed(monkeypatch) -> list[str]:
    """Checkpoints whose config was parsed, in order."""
    checkpoints: list[str] = []
    plain = models.model_facts.facts_of

    def facts_of(source):
        checkpoints.append(source.checkpoint)
        return plain(source)

    monkeypatch.setattr(models.model_facts, "facts_of", facts_of)
    return checkpoints


def test_each_config_is_parsed_once_however_often_the_page_is_drawn(
    bert, offered, parsed, resolved, tiny_model_folder
):
    page = drawn(model=bert, heads="1-1")
    assert parsed == resolved == [bert]
    page.run()
    assert parsed == [bert]
    assert resolved == [bert, bert]  # files may have changed between two runs
    albert = str(tiny_model_folder("albert"))
    subject, other = drawn(model=bert, compare=albert).session_state["seen"]
    assert parsed == [bert, albert]
    assert resolved == [bert, bert, bert, albert]
    assert (subject.facts.family, other.facts.family) == ("BERT", "ALBERT")


def test_a_suggested_model_is_chosen_with_one_click(monkeypatch, bert):
    asked = []

    def resolve(name, *_, **_settings):
        asked.append(name)
        return sources.ModelSource(name, "a" * 40, Path(bert))

    monkeypatch.setattr(models, "resolve", resolve)
    page = drawn()
    page.button(key="suggest_roberta-base").click()
    again(page)
    assert page.session_state["seen"][0].spec.checkpoint == "roberta-base"
    assert "roberta-base" in asked


def test_precision_is_part_of_what_is_measured(bert, offered):
    page = drawn(model=bert, dtype="bfloat16", heads="1-1")
    subject, other = page.session_state["seen"]
    assert {subject.spec.dtype, other.spec.dtype} == {"bfloat16"}
    assert "bfloat16" in badges(page)
    assert "--dtype bfloat16" in " ".join(subject.spec.arguments())
    page.selectbox(key="dtype").set_value("float32").run()
    assert page.session_state["seen"][0].spec.dtype == "float32"
    assert "bfloat16" not in badges(page)


def test_the_device_is_one_for_all_windows(bert, offered):
    page = drawn(model=bert)
    assert page.selectbox(key="device").options[:2] == ["auto", "cpu"]
    page.selectbox(key="device").set_value("cpu").run()
    assert session.chosen_device() == "cpu"
    assert drawn(model=bert).selectbox(key="device").value == "cpu"
