"""The controls above the card: which pass and which order a review begins with."""

from __future__ import annotations

from components.frame.session import review as stored
from components.frame.shell import model_bar
from engine.curation.review import decisions, scores
from tests.components.curate.screen import Screen
from tests.engine.curation.review import reviews


def test_another_review_opens_in_the_first_pass(monkeypatch):
    name, other = reviews.made(), reviews.made("Another")
    decisions.decide(name, reviews.accept(reviews.candidate(0)))
    screen = Screen(monkeypatch, name, reviewer="Jaan", **{"pass": "Second pass"})
    assert screen.page.segmented_control(key="pass").value == "Second pass"
    screen.page.session_state["name"] = other
    screen.run()
    assert screen.page.segmented_control(key="pass").value == "First pass"
    assert screen.found == reviews.candidate(0).text


def test_an_empty_second_pass_says_why_and_leads_to_the_first(monkeypatch):
    screen = Screen(monkeypatch, reviews.made(), reviewer="Jaan", **{"pass": "Second pass"})
    assert screen.card is None
    assert "repeats what was decided in the first; **nothing has been decided" in screen.texts
    (button,) = [one for one in screen.page.button if one.label == "Go to the first pass"]
    button.click().run()
    assert screen.found == reviews.candidate(0).text


def test_the_largest_differences_come_first_only_where_the_model_of_the_page_scored(
    monkeypatch, name
):
    scores.keep_scores(name, "Model X", "x", {reviews.candidate(3).id: -3.0})
    assert Screen(monkeypatch, name, reviewer="Mari").found == reviews.candidate(0).text
    monkeypatch.setattr(model_bar, "chosen", lambda: None)
    monkeypatch.setattr(stored, "key_of_model", lambda spec: "x")
    screen = Screen(monkeypatch, name, reviewer="Mari")
    assert screen.found == reviews.candidate(3).text
    (progress,) = screen.page.get("progress")
    assert "Order: largest difference of Model X first" in progress.proto.text
