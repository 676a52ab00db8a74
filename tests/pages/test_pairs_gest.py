"""The GEST tab of the Pairs page on a tiny model."""

from __future__ import annotations

import pytest

from engine.measures.gest.column import column
from engine.measures.gest.data.sets import load_gest
from engine.measures.gest.verdict import DEFINED, PUBLISHED
from tests.pages.reading import texts

pytestmark = pytest.mark.page


@pytest.fixture
def few_sentences(monkeypatch):
    """Two sentences of each stereotype, in place of the bundled sample."""
    from components.pairs.gest import controls

    sample = load_gest("bundled").sentences
    few = sample.groupby("stereotype").head(2)
    monkeypatch.setattr(controls, "_sentences", lambda name: few)


def test_the_tab_shows_the_rate_of_the_sample_beside_eleven_models(opened, few_sentences):
    page = opened("pairs", tab="GEST")
    said = texts(page)
    assert "times** as high for stereotypes about men as for stereotypes about women." in said
    assert "1 is neutral · n = 32 sentences" in said
    assert "Grey: released scores of Pikuliak et al. 2024" in said
    assert "The released models were scored on GEST, not on these sentences" in said
    assert "pairs of templates, the levels correlate by" in said
    tables = [table.value for table in page.dataframe]
    levels = next(table for table in tables if "stereotype" in table)
    assert levels["stereotype"].tolist()[::15] == ["1. Emotional", "16. Strong"]
    assert levels["n"].tolist() == [2] * 16
    templates = next(table for table in tables if "g_s" in table)
    assert templates["template"].tolist()[-1] == "mean"
    assert len(templates) == 5
    (command,) = (code.value for code in page.code if " gest bundled" in code.value)
    assert "--template all --model" in command


def test_one_template_in_the_published_reading_under_two_models(opened, few_sentences):
    page = opened("pairs", heads="1-1", tab="GEST", gest_template="3", gest_reading="published")
    said = texts(page)
    assert "Rings: all heads on" in said
    (commands,) = (code.value for code in page.code if " gest bundled" in code.value)
    assert ["1-1" in line for line in commands.splitlines()] == [True, False]
    assert "e to the power of the mean score" in said
    assert "One template was measured; at least two are needed to compare them" in said
    assert page.selectbox(key="gest_template").value == "3"


def test_a_link_of_the_scorecard_shows_the_figure_of_its_column(opened, few_sentences, spec):
    from components.frame import session
    from components.pairs.gest import controls
    from engine.measures.gest.study import items_of, study_of

    few = controls._sentences("bundled")
    link = column("bundled:1").page
    page = opened(link.path.removeprefix("/"), **link.settings)
    items = items_of(few["sentence"].tolist(), (1,))
    values = session.measure("gest", spec, items, {}).values
    study = study_of(few["sentence"].tolist(), few["stereotype"].tolist(), values, (1,))
    (metric,) = (one for one in page.metric if one.label == "Stereotype rate")
    assert metric.value == f"{study.rates(PUBLISHED)[1]['g_s']:.3f}"
    assert metric.value != f"{study.rates(DEFINED)[1]['g_s']:.3f}"


def test_a_causal_model_is_told_what_would_do(opened, few_sentences, tiny_model_folder):
    from components.frame import session

    model = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("pairs", model=model, tab="GEST")
    assert "so it has no GEST score; choose a masked language model" in texts(page)


def test_the_public_set_is_offered_and_a_long_run_becomes_a_job(opened, monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    page = opened("pairs", tab="GEST", gest_data="gest")
    assert "Not on this machine yet: **GEST**" in texts(page)
    path = tmp_path / "mine.csv"
    load_gest("bundled").sentences.sample(700, replace=True, random_state=0).to_csv(path)
    asked = {"gest_data": "Your own file", "gest_file": str(path), "gest_template": "0"}
    page = opened("pairs", tab="GEST", **asked)
    assert "0 of 700 scores are computed" in texts(page)
    assert "Grey: released scores" in texts(page)
    assert page.button(key="gest_job_first").label == "Compute 700 scores in the background"
