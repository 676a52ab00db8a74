"""What Home says of a sentence, and the figures it shows of the bundled model."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import home_answer, home_cards, session
from engine.errors import StorageError
from engine.measures.cabm.scores import list_agreement
from engine.measures.cabm.settings import Settings
from engine.spec import ModelSpec
from tests.engine.measures.pair_values import of_scores
from tests.engine.measures.test_cabm_study import COUNTS, framed_set

HEALTH: dict[str, Any] = {
    "status": "green",
    "reasons": [],
    "cloze_accuracy": 0.325,
    "cloze_interval": [0.2008, 0.4802],
    "cloze_items": 40,
    "pppl": 18.27,
}


def value(he: float | None, she: float | None, first: str = "tired") -> dict[str, Any]:
    targets = [
        {"word": word, "probability": share, "pieces": 1}
        for word, share in (("he", he), ("she", she))
    ]
    return {"targets": targets, "predictions": [[{"word": first, "probability": 0.5}]]}


def test_the_statement_compares_he_and_she():
    assert home_answer.statement(value(0.1, 0.4)) == "4.0 × more “she” than “he”"


@pytest.mark.parametrize(("he", "she"), [(0.001, 0.009), (None, None), (None, 0.001)])
def test_where_neither_is_likely_the_first_word_is_told_instead(he, she):
    assert home_answer.statement(value(he, she)) == "most likely “tired”, 50.0 %"


def test_a_first_word_is_never_markup():
    assert r"\*x\*" in home_answer.statement(value(0.0, 0.0, "*x*"))


def test_every_contrast_is_an_example_itself():
    assert set(home_answer.EXAMPLES.values()) <= set(home_answer.EXAMPLES)
    for text, other in home_answer.EXAMPLES.items():
        assert text != other
        assert home_answer.EXAMPLES[other] == text


@pytest.fixture
def health(monkeypatch) -> dict[str, Any]:
    """What the examination of the bundled model found; empty for nothing yet."""
    found = dict(HEALTH)
    monkeypatch.setattr(session, "spec_of", lambda _: ModelSpec("bundled", "sha256:0"))
    monkeypatch.setattr(session, "health", lambda _: found or None)
    monkeypatch.setattr(session, "stored", lambda *_: None)
    return found


def test_a_card_shows_the_figure_with_its_interval_and_number(health):
    card = home_cards.cloze()
    assert card.figure == "32 %"
    assert "95 %: 20–48 · 40 sentences" in card.what


def test_the_perplexity_says_over_how_many_sentences(health):
    card = home_cards.perplexity()
    assert card.figure == "18.3"
    assert f"{session.examined_sentences()} plain sentences" in card.what
    assert "95 %" not in card.what  # an examination of before its interval was kept


def test_the_perplexity_has_its_interval(health):
    health["pppl_interval"] = (16.0, 21.25)
    assert "95 %: 16.0–21.2" in home_cards.perplexity().what


def test_the_card_of_the_pairs_counts_what_the_store_holds(health, monkeypatch):
    asked = []

    def stored(measure: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]):
        asked.append((measure, spec.checkpoint, params))
        # Every fourth pair away from the stereotype, and none of them without a preference.
        return [of_scores(-1.0, -2.0 if row % 4 else -0.5) for row in range(len(items))]

    monkeypatch.setattr(session, "stored", stored)
    card = home_cards.pair_preference()
    assert asked == [("pairs", "bundled", {"variant": "cps"})]
    assert card.figure == "75 %"  # 153 of 205
    assert "205 bundled pairs" in card.what
    assert "95 %: 68–80" in card.what
    assert card.page == "pages/pairs.py"


def test_nothing_is_computed_for_the_card_of_the_pairs(health, monkeypatch):
    monkeypatch.setattr(session, "measure", lambda *_: pytest.fail("computed"))
    assert home_cards.pair_preference() is None


def test_the_card_of_the_heads_names_the_most_biased_one(health, monkeypatch):
    found: dict[str, Any] = {
        "head_bias": {"gradient": [[0.1, -0.9], [0.3, 0.2]]},
        "seat": {"effect_size": 0.95, "interval": [0.62, 1.23], "sizes": {"x": 30, "y": 38}},
    }
    monkeypatch.setattr(session, "stored", lambda measure, *_: [found[measure]])
    card = home_cards.biased_head()
    assert card.figure == "2-1"
    assert "SEAT d +0.95, 95 %: +0.62 to +1.23, 68 targets" in card.what
    assert card.page == "pages/heads.py"
    found["head_bias"]["gradient"] = None
    assert home_cards.biased_head() is None


def test_there_is_no_card_where_nothing_was_measured(health):
    health.clear()
    assert [make() for make in home_cards.CARDS] == [None] * len(home_cards.CARDS)


def test_there_is_no_card_of_a_model_that_was_refused(health):
    health |= {"status": "red", "cloze_accuracy": None, "pppl": None}
    assert [make() for make in home_cards.CARDS] == [None] * len(home_cards.CARDS)


def script() -> None:
    import streamlit as st

    from components import home_cards

    home_cards.draw()
    st.text("drawn")


def drawn(spec: ModelSpec | None) -> AppTest:
    page = AppTest.from_function(script, default_timeout=60)
    page.session_state["biascope_spec"] = spec
    page.run()
    assert not page.exception
    return page


def test_the_cards_are_drawn_whichever_model_is_chosen(health):
    for spec in (ModelSpec("bundled", "sha256:0"), ModelSpec("other", "sha256:0"), None):
        assert [metric.value for metric in drawn(spec).metric] == ["32 %", "18.3"]


def test_only_the_bundled_model_is_waited_for(health):
    health.clear()
    assert "being examined" in drawn(ModelSpec("bundled", "sha256:0")).markdown[0].value
    assert not drawn(ModelSpec("other", "sha256:0")).markdown


def test_the_occupations_have_a_card_once_they_are_measured(tiny_model_folder, monkeypatch):
    spec = session.spec_of(str(tiny_model_folder("bert")))
    data = framed_set()
    monkeypatch.setattr(session, "spec_of", lambda _: spec)
    monkeypatch.setattr(home_cards, "load_framed", lambda _: data)
    monkeypatch.setattr(home_cards, "corpus_counts", lambda *_: COUNTS)
    assert home_cards.occupations() is None
    study = session.cabm_study(spec, data, COUNTS, Settings(), lambda *_: None)
    assert home_cards.occupations() is None  # the forest was not asked for yet
    weights = study.weighed("shap-rf", intervals=False)["weights"]
    card = home_cards.occupations()
    agreed = list_agreement(study.scored(weights), data.groups)
    assert card.figure == f"{100 * agreed['share']:.0f} %"
    assert f"{agreed['n']} occupations" in card.what
    assert card.page == "pages/cabm.py"


def test_planted_bias_has_a_card_of_the_newest_injection_into_the_bundled_model(monkeypatch):
    def injection(checkpoint: str, rho: float):
        told = {"rho": rho, "interval": [rho - 0.1, rho + 0.02], "n": 44}
        report = {
            "request": {"checkpoint": checkpoint},
            "recovery": {"unmasking": {"biased": told}},
        }
        return SimpleNamespace(report=report)

    found = [SimpleNamespace(report=None), injection("/other", 0.1), injection("bundled", 0.97)]
    monkeypatch.setattr(session, "injections", lambda: found)
    card = home_cards.planted_bias()
    assert card.figure == "+0.97"
    assert "95 %: +0.87 to +0.99 · 44 occupations" in card.what
    assert card.page == "pages/lab.py"
    del found[2]
    assert home_cards.planted_bias() is None


def test_a_list_of_jobs_that_cannot_be_read_costs_no_card_but_its_own(monkeypatch):
    def refuse():
        raise StorageError("The list cannot be read.")

    monkeypatch.setattr(session, "injections", refuse)
    assert home_cards.planted_bias() is None
