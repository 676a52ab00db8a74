"""What Home says about a sentence, and the results it shows for the bundled model."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components.frame import session
from components.frame.present.numbers import interval_text
from components.home import answer, card_grid, cards, health_cards, measure_cards, own_cards
from engine.core.errors import StorageError
from engine.core.families import CAUSAL
from engine.core.spec import HeadRef, ModelSpec
from engine.first_sight.examples import CONTRASTS
from engine.measures.cabm import weighting
from engine.measures.cabm.scores import list_agreement
from engine.measures.cabm.settings import CabmSettings, for_kind
from engine.measures.cabm.unmasking import templates_for
from engine.measures.pairs.summary import detectable_points
from tests.components.drawn import drawn
from tests.engine.measures.cabm.test_study import COUNTS, framed_set
from tests.engine.measures.pairs.pair_values import of_scores
from tests.subjects import SMALL, subject

BUNDLED = ModelSpec("bundled", "sha256:0")
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
    assert answer.statement(value(0.1, 0.4)) == "“she” is 4.0 times as likely as “he”"


@pytest.mark.parametrize(("he", "she"), [(0.001, 0.009), (None, None), (None, 0.001)])
def test_where_neither_is_likely_the_first_word_is_shown_instead(he, she):
    assert answer.statement(value(he, she)) == "the model expects “tired” first (50.0%)"


def test_a_first_word_is_never_markup():
    assert r"\*x\*" in answer.statement(value(0.0, 0.0, "*x*"))


def test_every_contrast_is_an_example_itself():
    assert set(CONTRASTS.values()) <= set(CONTRASTS)
    for text, other in CONTRASTS.items():
        assert text != other
        assert CONTRASTS[other] == text


@pytest.fixture
def health(monkeypatch) -> dict[str, Any]:
    """The health check of the bundled model; empty while there is none."""
    checked = dict(HEALTH)
    monkeypatch.setattr(session, "spec_of", lambda _: BUNDLED)

    def known(spec: ModelSpec) -> dict[str, Any] | None:
        return checked if checked and spec == BUNDLED else None

    monkeypatch.setattr(session.health, "result", known)
    monkeypatch.setattr(session.health, "exact_result", known)
    monkeypatch.setattr(session, "stored", lambda *_: None)
    monkeypatch.setattr(session.arena, "stored", lambda *_: None)
    return checked


def test_a_card_shows_its_number_with_interval_and_sample_size(health):
    card = health_cards.cloze(BUNDLED)
    assert card.number == "32%"
    assert card.meaning == "guessed correctly first time"
    assert f"{interval_text([20, 48], '.0f')} · 40 sentences" in card.statistics


def test_the_perplexity_says_over_how_many_sentences_and_its_interval(health):
    card = health_cards.perplexity(BUNDLED)
    assert card.number == "18.3"
    assert f"{session.health.plain_sentences()} plain sentences" in card.statistics
    assert "95%" not in card.statistics  # from a check made before its interval was kept
    health["pppl_interval"] = (16.0, 21.25)
    assert interval_text([16.0, 21.25], ".1f") in health_cards.perplexity(BUNDLED).statistics


def test_the_card_of_the_pairs_counts_what_the_store_holds(health, monkeypatch):
    requests = []

    def stored(measure: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]):
        requests.append((measure, spec.checkpoint, params))
        # Every fourth pair away from the stereotype, and none of them without a preference.
        return [of_scores(-1.0, -2.0 if row % 4 else -0.5) for row in range(len(items))]

    monkeypatch.setattr(session, "stored", stored)
    card = measure_cards.pair_preference(BUNDLED)
    # The pairs, and their control.
    assert requests == [("pairs", "bundled", {"variant": "cps"})] * 2
    assert card.number == "75%"  # 225 of 300
    assert card.meaning.endswith("so this is clearly toward the stereotype")
    assert "300 bundled pairs" in card.statistics
    assert "detectable" not in card.statistics
    assert interval_text([70, 80], ".0f") in card.statistics
    assert "p < .001 against 50%" in card.statistics
    assert "the same words in neutral sentences: " in card.statistics
    assert card.page == "pages/pairs.py"


def test_a_score_whose_interval_includes_50_is_not_called_a_preference(health, monkeypatch):
    def stored(_measure: str, _spec: ModelSpec, items: list[Any], _params: dict[str, Any]):
        return [of_scores(-1.0, -0.5 if row % 2 else -2.0) for row in range(len(items))]

    monkeypatch.setattr(session, "stored", stored)
    card = measure_cards.pair_preference(BUNDLED)
    assert card.number == "50%"  # 150 of 300
    assert card.meaning.endswith("so this is no clear preference")
    least = detectable_points(300)
    said = f"80% power to detect a difference of at least {least:.1f} points from 50%"
    assert f"{said} · 300 bundled pairs" in card.statistics


def test_nothing_is_computed_for_the_card_of_the_pairs(health, monkeypatch):
    monkeypatch.setattr(session, "measure", lambda *_: pytest.fail("computed"))
    assert measure_cards.pair_preference(BUNDLED) is None


def test_the_card_of_the_heads_names_the_most_biased_one(health, monkeypatch):
    results: dict[str, Any] = {
        "head_bias": {"gradient": [[0.1, -0.9], [0.3, 0.2]], "effect_size": -0.74},
        "seat": {"effect_size": 0.95, "interval": [0.62, 1.23], "sizes": {"x": 30, "y": 38}},
    }
    monkeypatch.setattr(session, "stored", lambda measure, *_: [results[measure]])
    card = measure_cards.biased_head(BUNDLED)
    assert card.number == "Head 1 in layer 2"
    assert card.meaning == (
        "should weaken the gender association most when it is switched off: by an estimated "
        "0.30 of d = −0.74 on half of the words"
    )
    interval = interval_text([0.62, 1.23], "+.2f")
    assert f"On all words: d = +0.95, {interval}, 68 target words, 1 context" in card.statistics
    assert card.page == "pages/heads.py"
    off = measure_cards.biased_head(replace(BUNDLED, masked_heads=(HeadRef(1, 0),)))
    assert off.number == "Head 2 in layer 2"  # the most biased of those that are on
    assert "by an estimated 0.20 of d = −0.74" in off.meaning
    every = tuple(HeadRef(layer, head) for layer in range(2) for head in range(2))
    assert measure_cards.biased_head(replace(BUNDLED, masked_heads=every)) is None
    results["head_bias"]["gradient"] = None
    assert measure_cards.biased_head(BUNDLED) is None


def test_there_is_no_card_where_nothing_was_measured_or_the_model_was_refused(health):
    health |= {"status": "red", "cloze_accuracy": None, "pppl": None}
    assert [make(BUNDLED) for make in cards.CARDS] == [None] * len(cards.CARDS)
    health.clear()
    assert [make(BUNDLED) for make in cards.CARDS] == [None] * len(cards.CARDS)


def script() -> None:
    import streamlit as st

    from components.home import card_grid

    card_grid.draw_card_grid()
    st.text("drawn")


Grid = Callable[[ModelSpec | None], AppTest]


@pytest.fixture
def grid(monkeypatch) -> Grid:
    """The cards on Home for a model; a script alone has no page to link to."""
    monkeypatch.setattr(st, "page_link", lambda *_, **__: None)
    return lambda spec: drawn(script, {"biascope_subject": None if spec is None else subject(spec)})


def test_cards_of_a_model_of_which_nothing_is_known_are_the_bundled_models(health, grid):
    for spec in (BUNDLED, ModelSpec("other", "sha256:0"), None):
        page = grid(spec)
        assert [metric.value for metric in page.metric if metric.value != "–"] == ["32%", "18.3"]
        assert page.header[0].value == "Results for the bundled model, all heads on"
        said = [mark.value for mark in page.markdown if "Nothing of this" in mark.value]
        assert len(said) == (spec is not None and spec != BUNDLED)


def test_cards_are_those_of_the_chosen_model_where_they_are_known(health, grid, monkeypatch):
    other = HEALTH | {"cloze_accuracy": 0.9}
    monkeypatch.setattr(session.health, "result", lambda spec: HEALTH if spec == BUNDLED else other)
    page = grid(ModelSpec("/models/other", "sha256:0"))
    assert page.header[0].value == "Results for other"
    assert "90%" in [metric.value for metric in page.metric]
    masked = replace(BUNDLED, masked_heads=(HeadRef(3, 1),))
    page = grid(masked)  # never checked with this mask
    assert page.header[0].value == "Results for the bundled model, all heads on"
    assert "1 head switched off" in page.markdown[0].value


def test_what_is_not_measured_with_the_mask_yet_keeps_its_card(health, grid, monkeypatch):
    masked = replace(BUNDLED, masked_heads=(HeadRef(3, 1),))
    monkeypatch.setattr(
        session.health, "exact_result", lambda spec: HEALTH if spec == masked else None
    )
    monkeypatch.setattr(card_grid, "CARDS", (measure_cards.pair_preference, health_cards.cloze))
    page = grid(masked)
    assert [metric.value for metric in page.metric] == ["–", "32%"]
    said = [mark.value for mark in page.markdown]
    assert "**Sentence pairs**" in said
    assert "not measured with 1 head switched off yet" in said
    assert "*Prepare*" in page.caption[0].value


def test_the_card_of_the_annotators_opens_the_answers_that_it_is_about(health, grid, monkeypatch):
    asked: list[Any] = []
    monkeypatch.setattr(st, "page_link", lambda *_, **named: asked.append(named["query_params"]))
    monkeypatch.setattr(card_grid, "CARDS", (measure_cards.shared_answers, health_cards.cloze))
    page = grid(BUNDLED)
    assert [metric.value for metric in page.metric] == ["–", "32%"]
    assert page.caption[0].value.startswith("Opening the page from here measures it")
    assert asked == [{"answers": "Simulated annotators"}]


@pytest.mark.parametrize(
    ("make", "layers", "shown"),
    [
        (measure_cards.biased_head, 4, "Opening the page from here measures it; *Prepare*"),
        (measure_cards.biased_head, 12, "Opening the page from here measures it, which may take"),
        (measure_cards.biased_head, 24, "The page offers to measure it in the background, which"),
        (measure_cards.pair_preference, 24, "Opening the page from here measures it, which may"),
    ],
)
def test_a_card_says_what_its_page_does_with_a_model_of_this_size(
    health, grid, monkeypatch, make, layers, shown
):
    facts = replace(SMALL, layers=layers)
    monkeypatch.setattr(card_grid.model_bar, "usable", lambda: subject(BUNDLED, facts=facts))
    monkeypatch.setattr(card_grid, "CARDS", (make, health_cards.cloze))
    assert grid(BUNDLED).caption[0].value.startswith(shown)


def test_a_shared_server_promises_no_background_work_for_a_large_model(health, grid, monkeypatch):
    facts = replace(SMALL, layers=24)
    monkeypatch.setattr(card_grid.model_bar, "usable", lambda: subject(BUNDLED, facts=facts))
    monkeypatch.setattr(card_grid, "CARDS", (measure_cards.biased_head, health_cards.cloze))
    monkeypatch.setattr(card_grid.shared, "is_shared", lambda: True)
    assert "on your own machine" in grid(BUNDLED).caption[0].value


def test_a_check_without_a_number_has_no_card_that_promises_one(health, grid, monkeypatch):
    health["cloze_accuracy"] = None
    monkeypatch.setattr(card_grid, "CARDS", (health_cards.cloze, health_cards.perplexity))
    assert [metric.value for metric in grid(BUNDLED).metric] == ["18.3"]


def test_what_people_come_for_is_before_the_checks_of_the_model():
    assert cards.CARDS[0] is measure_cards.pair_preference
    assert cards.CARDS[-2:] == (health_cards.cloze, health_cards.perplexity)


def test_flagged_completions_are_of_the_report_that_the_arena_opens_with(health, monkeypatch):
    overall = {"flag_rate": 0.131, "interval": [0.111, 0.153], "n": 3000}
    asked = []

    def stored(spec, prompts, suite, settings):
        asked.append((spec, prompts.drawn, suite.name, settings.variant))
        return {"overall": overall, "by_group": {"Sikhs": {}, "men": {}}}

    monkeypatch.setattr(session.arena, "stored", stored)
    card = measure_cards.flagged_completions(BUNDLED)
    assert (card.number, card.page) == ("13%", "pages/arena.py")
    assert "2 groups of people" in card.meaning
    assert f"{interval_text([11.1, 15.3], '.0f')} · 3,000 sentences" in card.statistics
    assert "demonstration" in card.statistics
    variant = "top-1 word, plain mask, pooled flags"
    assert asked == [(BUNDLED, {"n": 3000, "seed": 0}, "demo", variant)]
    overall["flag_rate"] = None
    assert measure_cards.flagged_completions(BUNDLED) is None


@pytest.mark.parametrize(("cards_", "in_a_row"), [(1, 3), (3, 3), (4, 4), (6, 3), (7, 4), (8, 3)])
def test_no_card_is_left_alone_in_the_last_row(cards_, in_a_row):
    assert card_grid.cards_in_a_row(cards_) == in_a_row


def test_only_the_bundled_model_is_waited_for(health, grid):
    health.clear()
    assert "Checking the model" in grid(BUNDLED).markdown[0].value
    assert not grid(ModelSpec("other", "sha256:0")).markdown


def use_few(monkeypatch, spec: ModelSpec) -> Any:
    """Few occupations in place of the bundled ones, and few trees, on a tiny model."""
    data = framed_set()
    monkeypatch.setattr(weighting, "TREES", 20)
    monkeypatch.setattr(session, "spec_of", lambda _: spec)
    monkeypatch.setattr(measure_cards, "load_framed", lambda _: data)
    monkeypatch.setattr(measure_cards, "corpus_counts", lambda *_: COUNTS)
    return data


def test_the_occupations_have_the_first_result_of_their_page(tiny_model_folder, monkeypatch):
    spec = session.spec_of(str(tiny_model_folder("bert")))
    data = use_few(monkeypatch, spec)
    assert measure_cards.occupations(spec) is None
    settings = CabmSettings(templates=templates_for(data.groups))
    study = session.cabm.study(spec, data, COUNTS, settings, lambda *_: None)
    monkeypatch.setattr(session, "measure", lambda *_: pytest.fail("computed"))
    card = measure_cards.occupations(spec)
    clear = study.unmasked["gap_p_holm"] < 0.05
    he = int((clear & (study.unmasked["low"] > 0)).sum())
    she = int((clear & (study.unmasked["high"] < 0)).sum())
    gaps = study.unmasked["unmasking"]
    above, below = int((gaps >= 0.001).sum()), int((gaps <= -0.001).sum())
    assert card.number == f"{max(above, below)} of {len(study.unmasked)}"
    clear = [f"*he* for {he}", f"*she* for {she}"]
    more = ["*he*", "*she*"]
    if below > above:
        clear, more = clear[::-1], more[::-1]
    assert f"{more[0]} more likely than {more[1]} in these sentences" in card.meaning
    assert f"{more[1]} for {min(above, below)}. Consistent enough" in card.meaning
    assert card.meaning.endswith(f"in other sentences of this kind: {', '.join(clear)}")
    assert "P(he) − P(she)" in card.statistics
    assert card.page == "pages/cabm.py"


@pytest.mark.parametrize(
    ("low", "high", "p", "more", "less", "clear"),
    [
        (0.1, 0.2, 0.01, "*he*", "*she*", 2),
        (-0.2, -0.1, 0.01, "*she*", "*he*", 2),
        (0.1, 0.2, 0.06, "*he*", "*she*", 0),
    ],
)
def test_the_card_of_the_occupations_says_which_pronoun(
    monkeypatch, low, high, p, more, less, clear
):
    data = framed_set()
    columns = {"unmasking": (low + high) / 2, "low": low, "high": high, "gap_p_holm": p}
    table = pd.DataFrame([columns] * 2)
    monkeypatch.setattr(measure_cards, "load_framed", lambda _: data)
    monkeypatch.setattr(session, "stored", lambda *_: [])
    monkeypatch.setattr(measure_cards, "unmasking_table", lambda *_: table)
    spec = ModelSpec(f"gap {low} {p}", "sha256:0")
    card = measure_cards.occupations(spec)
    assert card.number == "2 of 2"
    assert card.meaning.endswith(
        f"{more} more likely than {less} in these sentences; {less} for 0. Consistent enough "
        f"to expect the same in other sentences of this kind: {more} for {clear}, {less} for 0"
    )


def test_a_causal_model_keeps_cabm_on_the_card_of_the_occupations(tiny_model_folder, monkeypatch):
    spec = session.spec_of(str(tiny_model_folder("gpt2")))
    data = use_few(monkeypatch, spec)
    settings = for_kind(CabmSettings(), CAUSAL)
    study = session.cabm.study(spec, data, COUNTS, settings, lambda *_: None)
    assert measure_cards.occupations(spec) is None  # the forest was not asked for yet
    frame = study.scored(study.weigh(study.weighting, intervals=False)["weights"])
    card = measure_cards.occupations(spec)
    named = sum(category.endswith("-biased") for category in frame["category"])
    assert card.number == f"{named} of {len(frame)}"
    agreed = list_agreement(frame, data.groups)
    assert (agreed is None) == ("towards the group of their list" not in card.statistics)
    assert "CABM" in card.statistics


def test_planted_bias_has_a_card_of_the_newest_injection_into_the_bundled_model(monkeypatch):
    def injection(checkpoint: str, rho: float):
        recovery = {"rho": rho, "interval": [rho - 0.1, rho + 0.02], "n": 44}
        report = {
            "request": {"checkpoint": checkpoint},
            "recovery": {"unmasking": {"biased": recovery}},
        }
        return SimpleNamespace(report=report)

    injections = [
        SimpleNamespace(report=None),
        injection("/other", 0.1),
        injection("bundled", 0.97),
    ]
    monkeypatch.setattr(session.lab, "injections", lambda: injections)
    card = own_cards.planted_bias(BUNDLED)
    assert card.number == "+0.97"
    interval = interval_text([0.87, 0.99], "+.2f")
    assert f"{interval} · 44 occupations" in card.statistics
    assert card.page == "pages/lab.py"
    assert own_cards.planted_bias(replace(BUNDLED, masked_heads=(HeadRef(3, 1),))) is None
    del injections[2]
    assert own_cards.planted_bias(BUNDLED) is None


def test_a_list_of_jobs_that_cannot_be_read_costs_no_card_but_its_own(monkeypatch):
    def refuse():
        raise StorageError("The list cannot be read.")

    monkeypatch.setattr(session.lab, "injections", refuse)
    assert own_cards.planted_bias(BUNDLED) is None


def test_nothing_is_computed_for_the_card_of_the_annotators(monkeypatch):
    monkeypatch.setattr(session, "stored", lambda *_: None)
    assert measure_cards.shared_answers(BUNDLED) is None


def test_the_card_of_the_annotators_counts_what_the_store_holds(monkeypatch):
    def values(_name, _spec, items, _params):
        # The first answer of every second sentence is the model's first word.
        return [
            {
                "candidates": [
                    {"word": item["answers"][0] if n % 2 else "xyz", "log_probability": -1.0}
                ],
                "answers": [
                    {"form": word, "pieces": 1, "status": "word", "log_probability": -2.0}
                    for word in item["answers"]
                ],
            }
            for n, item in enumerate(items)
        ]

    monkeypatch.setattr(session, "stored", values)
    card = measure_cards.shared_answers(BUNDLED)
    assert card.number == "50%"
    assert "24 annotators × 24 English sentences" in card.statistics
    # The page opens on other answers where there are some, which this number is not of.
    assert dict(card.settings) == {"answers": "Simulated annotators"}
    low, high = map(int, re.findall(r"\d+", card.statistics)[1:3])
    assert low < 50 < high
