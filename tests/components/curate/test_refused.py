"""Sentences without a counterpart are listed, and blurred as the others on the page."""

from __future__ import annotations

from tests.components.curate.screen import Screen
from tests.engine.curation.review import reviews


def listed(screen: Screen) -> list[str]:
    (frame,) = screen.page.dataframe
    return [*frame.value["sentence"]]


def test_sentences_of_films_are_blurred_until_the_user_turns_that_off(monkeypatch):
    screen = Screen(monkeypatch, reviews.made(), reviewer="Mari", refused="1")
    text = reviews.refused_candidate().text
    assert [len(shown) for shown in listed(screen)] == [len(text)]
    assert "mother" not in listed(screen)[0]
    screen.page.toggle(key="blur_refused_films").set_value(False).run()
    assert listed(screen) == [text]
