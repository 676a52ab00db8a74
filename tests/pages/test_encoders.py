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
    assert rows(page) == ["SEAT d, other words, gender"]
    assert "this model has none: it is measured by SEAT alone" in texts(page)
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
    ],
)
def test_what_predicts_words_is_refused_with_a_link_to_heads(opened, encoder, links, name, lacks):
    page = opened(name, model=encoder)
    assert f"{NO_HEAD}{lacks}; measure it as an encoder" in refused(page)
    assert "pages/heads.py" in links


def test_cabm_is_measured_by_its_vectors(opened, encoder, few_sentences):
    page = opened("cabm", model=encoder)
    assert not page.error
    assert "An encoder fills in no masked words" in texts(page)


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
    assert row["SEAT d, gender"].startswith(number(found.value, ".2f"))
    assert row["Plain cloze, wrong answers"] == "refused"
    assert column("cloze").refuses("encoder") == (
        "This is an encoder without a language-model head; only a masked language model has masked "
        "words to fill in."
    )
