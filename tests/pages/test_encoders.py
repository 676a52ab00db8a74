"""Pages opened with a sentence encoder that has no language-model head."""

from __future__ import annotations

import json

import pytest
import streamlit as st

from components.frame import session
from components.frame.present.numbers import number
from tests.pages.reading import texts
from tests.tiny_models.encoders import MEAN, add_modules, build_encoder

pytestmark = [pytest.mark.page, pytest.mark.model]
NO_HEAD = "has no trained language-model head, so it "


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    folder = build_encoder("mpnet", tmp_path_factory.mktemp("encoders") / "mpnet")
    return session.spec_of(str(add_modules(folder, MEAN)))


@pytest.fixture
def links(monkeypatch, opened) -> list[str]:
    """Pages that are linked to, with a page alone that has no other."""
    found: list[str] = []
    monkeypatch.setattr(st, "page_link", lambda path, **_: found.append(path))
    return found


def refused(page) -> str:
    (error,) = page.error
    return error.value.replace("\\", "")


def rows(page) -> list[str]:
    return [str(cell).split("  \n")[0] for cell in page.table[0].value.iloc[:, 0]]


def test_heads_masks_and_measures_it_by_seat_alone(opened, encoder):
    page = opened("heads", model=encoder, heads="1-1")
    assert [error.value for error in page.error] == []
    assert rows(page) == ["SEAT d, other words, gender, 1 context"]
    read = texts(page)
    assert "this model has none: it is measured by SEAT alone" in read
    assert "Intervals of d are over target words; " in read
    assert "effect on your sentence" not in read
    assert not [field for field in page.text_input if field.key == "own_sentence"]
    pooling = page.selectbox(key="pooling_token_encoder")
    assert pooling.options == [
        "the word's own pieces",
        "mean, special tokens too, its own",
        "[CLS]",
        "mean over the text",
    ]
    assert "—" not in json.dumps(page.table[0].value.to_dict("list"), ensure_ascii=False)


@pytest.mark.parametrize(
    ("name", "lacks"),
    [
        ("home", "predicts no words for a sentence"),
        ("probe", "predicts no words for a sentence"),
        ("pairs", "has no pair score"),
        ("annotators", "predicts no words"),
        ("arena", "has no report here"),
        ("curate", "has no pair score"),
    ],
)
def test_what_predicts_words_is_refused_with_links_to_what_is_measured(
    opened, encoder, links, name, lacks
):
    page = opened(name, model=encoder)
    assert f"{NO_HEAD}{lacks}; measure it as an encoder" in refused(page)
    assert {"pages/heads.py", "pages/cabm.py"} <= set(links)


def test_home_has_the_results_of_an_encoder_alone(opened, encoder):
    page = opened("home", model=encoder)
    read = texts(page)
    assert "Results for mpnet" in [header.value for header in page.header]
    assert read.count("not measured for this model yet") == 2
    assert "**Attention heads**" in read
    assert "**Occupations**" in read
    assert "This model reads a sentence and predicts no words for it" in read


def test_home_says_why_an_encoder_cannot_be_compared_with(opened, encoder):
    page = opened("home", beside=encoder)
    assert not page.error
    (warning,) = page.warning
    assert warning.value.replace("\\", "").startswith("mpnet cannot be shown for comparison")


def test_pairs_draws_no_control_that_could_not_work(opened, encoder):
    page = opened("pairs", model=encoder)
    assert not page.selectbox
    assert "Try a pair of your own" not in texts(page)
    assert "Try a pair of your own" in texts(opened("pairs"))


def test_cabm_is_measured_by_its_vectors(opened, encoder, few_sentences):
    page = opened("cabm", model=encoder)
    assert not page.error
    assert "An encoder fills in no blanks" in texts(page)
    assert "compare occupations, and the raw scale to compare models" in texts(page)


def test_the_scorecard_has_its_seat_and_says_why_the_rest_is_refused(opened, encoder):
    from components.frame.session.measuring import outcome
    from engine.scorecard.cells import cell
    from engine.scorecard.columns import column

    def ask(name, items, params):
        return session.measure(name, encoder, items, params)

    found = cell(encoder, column("seat:gender"), ask, outcome)
    page = opened(
        "scorecard",
        model=encoder,
        masks="none",
        measures="seat:gender",
        costs="Plain cloze, wrong answers",
        released="false",
    )
    table = page.dataframe[0].value
    (row,) = table[table["model"].str.contains("mpnet")].to_dict("records")
    assert row["SEAT d, gender, 10 contexts"].startswith(number(found.value, ".2f"))
    assert row["Plain cloze, wrong answers"] == "refused"
    assert column("cloze").refuses("encoder") == (
        "This is an encoder without a language-model head; only a masked language model has blanks "
        "to fill in."
    )
