"""The CABM page on a tiny model and few sentences."""

from __future__ import annotations

import re

import pytest

from components import session
from components.cabm import data as cabm_data
from components.cabm.own_sentences import Source
from engine.errors import UnusableModelError
from engine.measures.cabm import weighting
from tests.engine.measures.cabm.test_study import COUNTS, OCCUPATIONS, framed_set

pytestmark = pytest.mark.usefixtures("few_sentences")


def texts(page) -> str:
    return "\n".join(
        element.value for element in (*page.markdown, *page.caption, *page.error, *page.warning)
    )


def test_the_sample_is_measured_when_the_page_opens(opened):
    page = opened("cabm")
    said = texts(page)
    plain = said.replace("\\", "")
    assert page.title[0].value == "CABM"
    assert "10" in page.metric[0].value
    assert re.search(r"\d+ male-biased · \d+ female-biased · \d+ neutral · \d+ not settled", plain)
    assert "95%\u00a0CI\u00a0[" in said
    assert "60 sentences about 10 occupations, 30 male and 30 female" in said
    assert "1,000 sentences, 300 with he, him or his, " in said
    assert "A score of 0 is the average of these occupations" in said


def test_weights_say_how_sure_they_are(opened):
    said = texts(opened("cabm", weighting="SHAP + RF"))
    assert "95% confidence intervals over occupations (100 bootstrap draws, seed 0)" in said
    assert "of 10 occupations to the right list" in said
    assert "this does not validate the scores" in said


@pytest.mark.parametrize("name", ["pca-rf", "pca", "equal"])
def test_every_weighting_has_its_page(opened, name):
    page = opened("cabm", weighting=weighting.NAMES[name])
    assert not page.error
    assert page.selectbox(key="weighting").value == name


def test_sliders_weigh_the_features(opened):
    page = opened("cabm", weighting="user-defined")
    before = page.metric[0].value, texts(page)
    assert "They add up to" not in before[1]
    page.slider(key="weight_pmi").set_value(0)
    page.slider(key="weight_cosine").set_value(0).run()
    assert not page.exception
    said = texts(page)
    assert "They add up to 30, not 100, so they are rescaled: pmi 0.00, cosine 0.00" in said
    page.slider(key="weight_context").set_value(0).run()
    assert "All three weights are 0; raise at least one" in texts(page)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("SHAP", "explains the forest and does not test it"),
        ("Distribution", "10 occupations are too few for a density curve"),
        ("Weightings", "How well the weightings agree"),
        ("Maps", "The first UMAP takes about ten seconds"),
        ("Validation", "standard deviation"),
    ],
)
def test_each_tab_says_what_it_shows(opened, view, expected):
    page = opened("cabm", view=view)
    assert not page.error
    assert expected in texts(page)


def test_the_table_holds_every_occupation(opened):
    page = opened("cabm", view="Table")
    table = page.dataframe[0].value
    assert set(table["occupation"]) == set(OCCUPATIONS)
    assert {"score", "pmi_bias", "cosine_bias", "context_bias", "unmasking"} <= set(table)


def test_weightings_are_compared_in_a_table(opened):
    table = opened("cabm", view="Weightings").dataframe[0].value
    assert len(table) == 6
    assert table.loc[0, "weightings"] == "SHAP + RF and PCA + RF"
    assert set(table["n settled"]) <= set(range(11))


def test_a_second_model_is_asked_for_where_there_is_none(opened):
    assert "choose one under *Compare with* or mask heads" in texts(
        opened("cabm", view="Two models")
    )


def test_masked_heads_are_compared_with_the_original_model(opened):
    page = opened("cabm", heads="1-1, 2-2", view="Two models")
    said = texts(page)
    assert "Hollow marks: unmodified" in said
    assert "change category" in said
    assert "on the raw scale" in said
    assert "mean standard deviation over these 2 models" in said
    means = page.dataframe[0].value.set_index("mean over occupations")
    assert means.loc["pmi bias", "change"] == 0
    assert means.loc["cosine bias", "change"] != 0


@pytest.fixture
def constant_counts(few_sentences, monkeypatch):
    from dataclasses import replace

    from engine.datasets.occupations.cooccurrence import TargetCount

    same = replace(COUNTS, targets=dict.fromkeys(OCCUPATIONS, TargetCount(10, 5, 5)))
    monkeypatch.setattr(cabm_data, "load_counts", lambda *_: (same, Source("same", (), {})))


@pytest.mark.usefixtures("constant_counts")
def test_features_that_a_model_does_not_have_are_not_shown_empty(opened, tiny_model_folder):
    page = opened("cabm", model=session.spec_of(str(tiny_model_folder("gpt2"))))
    assert "for all 10 occupations" in page.error[0].value
    frame = page.dataframe[0].value
    assert "cosine_bias" in frame
    assert not frame.isna().all().any()


@pytest.mark.usefixtures("constant_counts")
def test_a_constant_feature_is_refused_and_the_features_are_shown(opened):
    page = opened("cabm")
    assert "for all 10 occupations" in page.error[0].value
    assert len(page.dataframe[0].value) == 10
    page.selectbox(key="weighting").select("user").run()
    page.slider(key="weight_pmi").set_value(0).run()
    assert not page.error
    assert page.metric


def test_too_few_occupations_are_said_in_a_sentence(opened, monkeypatch):
    few = framed_set(OCCUPATIONS[:5])
    monkeypatch.setattr(cabm_data, "load_sentences", lambda name: (few, Source("few", (), {})))
    assert "at least 8 occupations" in opened("cabm").error[0].value


def test_a_model_that_is_refused_is_said_in_a_sentence(opened):
    page = opened("cabm", model=UnusableModelError("It has no head."))
    assert [error.value for error in page.error] == ["It has no head\\."]


def test_a_large_set_is_offered_as_a_job(opened, monkeypatch):
    monkeypatch.setattr("components.cabm.study.AT_ONCE", 10)
    page = opened("cabm")
    assert any(button.label == "Read 60 sentences in the background" for button in page.button)


_TABS = ["Validation", "SHAP", "Distribution", "Weightings", "Maps", "Two models", "Table"]


@pytest.mark.parametrize(
    ("family", "tab"),
    [*(("gpt2", tab) for tab in _TABS), ("gpt2-mask", "Validation"), ("t5", "Table")],
)
def test_a_model_that_masks_nothing_has_two_features(opened, tiny_model_folder, family, tab):
    spec = session.spec_of(str(tiny_model_folder(family)))
    page = opened("cabm", model=spec, heads="1-1", view=tab)
    said = texts(page)
    assert not page.error
    assert re.fullmatch(r"\d+%?", page.metric[0].value)
    assert "context is left out" in said
    assert "no pronoun probability gap" in said
    assert "nan" not in said.casefold().split()
