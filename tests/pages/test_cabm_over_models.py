"""Standard deviations over several models on the CABM page, with models as the Lab leaves them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.frame import session
from tests.pages.reading import texts

pytestmark = [pytest.mark.usefixtures("few_sentences"), pytest.mark.page]

Trained = Callable[..., list[str]]


@pytest.fixture
def trained(tiny_model_folder, tmp_path, monkeypatch) -> Trained:
    """Put models of these families into the Lab, each in a folder of its own by the name given."""

    def models(**families: str) -> list[str]:
        named = {}
        for injection, model in families.items():
            name, family = model.split(" of ")
            folder = (tmp_path / injection / name).resolve()
            shutil.copytree(tiny_model_folder(family), folder)
            named[str(folder)] = name
        monkeypatch.setattr(session.lab, "trained_models", lambda: named)
        return [*named]

    return models


def over(page: AppTest, *places: int) -> str:
    """Choose models by their place in the list; what the page says then."""
    field = page.multiselect(key="cabm_over")
    field.set_value([field.options[place] for place in places]).run()
    assert not page.exception
    assert not page.error
    return texts(page)


def test_two_models_of_one_name_are_offered_and_counted_apart(opened, trained):
    trained(early="bert-biased of bert", late="bert-biased of roberta")
    page = opened("cabm", view="Two models", model=session.spec_of(session.BUNDLED))
    assert page.multiselect(key="cabm_over").options == ["bert-biased", "bert-biased (2)"]
    assert "Over 2 models (biascope-mini, bert-biased) and 10 occupations." in over(page, 0)
    one = _cabm(page)
    said = over(page, 0, 1)
    assert "Over 3 models (biascope-mini, bert-biased, bert-biased (2)) and 10 occup" in said
    assert _cabm(page) != one


def test_a_model_of_the_measured_one_s_name_is_counted_beside_it(opened, trained):
    folder, _ = trained(early="bert-biased of bert", late="bert-biased of roberta")
    page = opened("cabm", view="Two models", model=session.spec_of(folder))
    assert page.multiselect(key="cabm_over").options == ["bert-biased (2)"]
    said = over(page, 0)
    assert "Over 2 models (bert-biased, bert-biased (2)) and 10 occupations." in said


def test_the_measured_model_is_not_offered_to_be_counted_twice(opened, trained):
    folder, _ = trained(early="bert-biased of bert", late="bert-balanced of roberta")
    page = opened("cabm", view="Two models", model=session.spec_of(folder))
    assert page.multiselect(key="cabm_over").options == ["bert-balanced"]
    # With masked heads it is another model than the one that the Lab trained.
    page = opened("cabm", heads="1-1", view="Two models", model=session.spec_of(folder))
    assert "bert-biased" in page.multiselect(key="cabm_over").options
    assert "Over 2 models (1 head switched off, bert-biased)" in over(page, 0)


def test_where_the_measured_model_is_the_only_one_trained_the_page_says_so(opened, trained):
    (folder,) = trained(early="bert-biased of bert")
    page = opened("cabm", view="Two models", model=session.spec_of(folder))
    assert "is the model measured here" in texts(page)
    assert not page.multiselect


def test_models_of_the_lab_are_run_in_the_precision_of_the_measured_one(
    opened, trained, monkeypatch
):
    trained(early="bert-biased of bert")
    asked = []
    study = session.cabm.study
    monkeypatch.setattr(
        session.cabm, "study", lambda spec, *rest: asked.append(spec) or study(spec, *rest)
    )
    page = opened("cabm", view="Two models")
    subject = page.session_state["biascope_subject"]
    page.session_state["biascope_subject"] = replace(
        subject, spec=replace(subject.spec, dtype="bfloat16")
    )
    page.run()
    over(page, 0)
    assert {Path(spec.checkpoint).name: spec.dtype for spec in asked}["bert-biased"] == "bfloat16"


def _cabm(page: AppTest) -> str:
    found = next(each.value for each in page.dataframe if "mean standard deviation" in each.value)
    return str(found["mean standard deviation"].iloc[0])
