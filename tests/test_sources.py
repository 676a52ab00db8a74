"""The references on the method cards: complete, linked, and the same on every card."""

from __future__ import annotations

import re

import pytest

from components.frame.present.explain import card_text, cards


def sources(card: str) -> list[str]:
    """The references of a card."""
    _, _, below = card_text(card).partition("\n**Sources**\n\n")
    return below.strip().splitlines()


_HOSTS = (
    r"aclanthology\.org|doi\.org|arxiv\.org|www\.jstor\.org|www\.jmlr\.org|repository\.upenn\.edu|"
    r"cdn\.openai\.com|transformer-circuits\.pub"
)
_REFERENCE = re.compile(
    rf"- [^\[\]()]+ \((?:1[89]|20)\d\d\)\. \[[^\]]{{15,}}\]\(https://(?:{_HOSTS})/\S+\).? \S.+\."
)


@pytest.mark.parametrize("card", cards())
def test_every_source_has_authors_a_year_a_title_with_a_link_and_a_venue(card):
    assert sources(card)
    for line in sources(card):
        assert _REFERENCE.match(line) or "; no public link known." in line, line


@pytest.mark.parametrize("card", cards())
def test_every_work_that_a_card_cites_is_among_its_sources(card):
    text = " ".join(card_text(card).partition("\n**Sources**")[0].split())
    below = sources(card)
    for name, year in re.findall(
        r"([A-Z][\w'’-]+)(?:(?:,| and) [A-Z][\w'’-]+)*(?: et al\.)? \(?((?:19|20)\d\d)\b", text
    ):
        name = name.removesuffix("'s")
        assert any(name in line and f"({year})" in line for line in below), (name, year)


def test_a_work_is_referred_to_in_the_same_words_on_every_card():
    known: dict[str, str] = {}
    for card in cards():
        for line in sources(card):
            reference = line.partition(" *Here: ")[0]
            title = re.search(r"\[(.+?)\]", reference)
            work = title[1] if title else reference.partition("). ")[0]
            assert known.setdefault(work.casefold(), reference) == reference, card
