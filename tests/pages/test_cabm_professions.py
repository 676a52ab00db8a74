"""The CABM page's professions, and its figures against the share of women employed."""

from __future__ import annotations

import re

import pytest

from components.cabm.professions import data as professions_data
from components.cabm.professions import measuring
from components.frame import session
from components.frame.session import state
from components.frame.widgets.kept_file import File
from engine.measures.bec_pro.data.sentences import sampled
from engine.measures.bec_pro.data.sets import load_professions
from tests.pages.reading import texts
from tests.pages.test_cabm import table

pytestmark = [pytest.mark.usefixtures("few_sentences"), pytest.mark.page]


@pytest.fixture
def few_professions(monkeypatch):
    few = sampled(load_professions("bundled"), 6, seed=0)
    monkeypatch.setattr(professions_data, "load_professions", lambda *_: few)
    return few


@pytest.fixture
def measured(opened, few_professions):
    """The tab after its button was pressed."""

    def run(**settings):
        page = opened("cabm", view="BEC-Pro", **settings)
        for _ in range(2):
            reads = [each for each in page.button if each.label.startswith("Read ")]
            if reads:
                reads[0].click().run()
        assert not page.exception
        return page

    return run


def test_nothing_that_takes_long_is_measured_before_the_user_asks(
    opened, few_professions, monkeypatch
):
    monkeypatch.setattr(measuring, "_AT_ONCE", 10)
    page = opened("cabm", view="BEC-Pro")
    said = texts(page)
    assert " sentences are read; " in said
    assert "**How to read this**" in said
    assert not page.error
    assert [each.label for each in page.button if each.label.startswith("Read ")]


def test_the_figure_the_tests_and_every_profession_are_shown(measured, monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    page = measured()
    said = texts(page)
    assert not page.error
    assert "n = 6 professions · 0 is neutral" in said
    assert re.search(
        r"follow the stereotype\?\*\*\n### [A-Z][^\n]+\.\n\*\*[+−]0\.\d\d nats\*\* · ", said
    )
    assert "95%\u00a0CI\u00a0[" in said
    assert "**Male list**: " in said
    assert "**Female list**: " in said
    assert "as published over 96 sentence pairs" in said
    assert "datasets get winogender" in said
    assert len(table(page, "gap")) == 6
    assert "nan" not in said.casefold().split()
    command = [block.value for block in page.code if "engine bec-pro" in block.value]
    assert command
    assert "--model" in command[0]


def test_two_models_are_shown_together(measured):
    page = measured(heads="1-1")
    said = texts(page)
    assert not page.error
    assert said.count(" nats, 95%") == 1  # the compared one's line


def test_a_model_that_masks_no_words_has_none(opened, tiny_model_folder, few_professions):
    causal = session.spec_of(str(tiny_model_folder("gpt2")))
    said = texts(opened("cabm", model=causal, view="BEC-Pro"))
    assert "choose a masked language model" in said


def test_a_file_of_ones_own_lists_its_bad_rows(opened, monkeypatch):
    lines = ["Sentence,Person,Gender,Profession,Prof_Gender", "He is a nurse.,He,male,nurse,male"]
    page = opened("cabm", view="BEC-Pro", professions="Your own file")
    assert not page.error
    assert "as in BEC-Pro" in texts(page)
    key = state.upload_key("cabm_professions")
    page.session_state[key] = File("mine.csv", "\n".join([*lines, "x,,,,"]).encode())
    page.run()
    assert "1 sentence from mine" in texts(page)
    assert "has male person words only" in page.error[0].value.replace("\\", "")


def test_scores_are_held_against_the_women_employed(opened, shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    page = opened("cabm", view="Validation")
    said = texts(page)
    assert not page.error
    assert "Does the model's figure follow who really works in an occupation?" in said
    assert "women employed: ρ **" in said
    assert "women in text: ρ **" in said
    assert "US Bureau of Labor Statistics" in said
    control = page.segmented_control(key="employment_of")
    assert control.value == "unmasking"


def test_without_the_shares_the_way_to_have_them_is_named(opened, monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    page = opened("cabm", view="Validation")
    assert "datasets get winogender" in texts(page)
    page.toggle(key="employment_fetch").set_value(True).run()
    assert "Not on this machine yet" in texts(page)
