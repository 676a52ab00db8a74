"""Lists of keywords alone, in the JSON of the CineBias repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.core.errors import InputTextError
from engine.curation.counterparts.proposal import Proposal, Refusal
from engine.curation.counterparts.propose import propose
from engine.curation.keywords.lists import as_text, load_lists, only_categories, parse
from engine.curation.keywords.matching import KeywordFinder
from engine.curation.run import curate
from tests.engine.curation.conftest import srt


def keywords(*words: object, **more: object) -> bytes:
    return json.dumps({"keywords": words, **more}).encode()


def found(text: str, *own: tuple[str, bytes], language: str = "en") -> dict[str, list[str]]:
    """Category → the found words, of these lists' categories alone."""
    lists = load_lists(language, own)
    named = [category for category, one in lists.categories.items() if ".json" in one.source]
    hits = KeywordFinder(only_categories(lists, named)).find(text)
    return {category: [text[hit.start : hit.stop] for hit in of] for category, of in hits.items()}


@pytest.mark.parametrize(
    ("name", "category", "language"),
    [
        ("age.json", "age", "en"),
        ("physical_appearance.json", "physical-appearance", "en"),
        ("race-color.json", "race-color", "en"),
        ("gender_male.json", "gender", "en"),
        ("Gender-final (2).json", "gender", "en"),
        ("est_sexual_orientation.json", "sexual-orientation", "et"),
        ("et_age.json", "age", "et"),
        ("est_vegan.json", "vegan", "et"),
        ("weather.json", "weather", "en"),
    ],
)
def test_category_and_language_are_those_of_the_name(name, category, language):
    read = parse(keywords("palm").decode(), name, "en")
    assert (read.category, read.language, read.source) == (category, language, name)


def test_what_the_file_itself_says_comes_first():
    text = keywords("palm", category="age", language="fr", extend=True).decode()
    read = parse(text, "est_gender.json", "en")
    assert (read.category, read.language, read.extends) == ("age", "fr", True)


def test_words_are_found_with_and_without_capitals_and_loose_commas():
    own = ("weather.json", keywords("Storm,", " hail ", "Ice storm", "90s", "", "storm"))
    assert found("A storm, HAIL and an Ice Storm in the 90s.", own) == {
        "weather": ["storm", "HAIL", "Ice Storm", "90s"]
    }


def test_words_of_the_file_alone_are_found_and_have_the_counterparts_that_are_known():
    own = [("gender_female.json", keywords("Woman", "convent"))]
    lists = load_lists("en", own)
    finder = KeywordFinder(lists)
    assert "gender" not in finder.find("The man and his brother sang.")

    def proposed(text: str) -> Proposal | Refusal:
        return propose(text, finder.find(text)["gender"], lists, "gender")

    first = proposed("The woman sang.")
    assert isinstance(first, Proposal)
    assert first.sent_less == "The man sang."
    second = proposed("The convent burned.")
    assert isinstance(second, Refusal)
    assert second.reason == "The list names no counterpart of this word."


def test_two_files_of_one_category_are_taken_together():
    own = [("gender_male.json", keywords("uncle")), ("gender_female.json", keywords("aunt"))]
    lists = load_lists("en", own)
    hits = KeywordFinder(lists).find("Her uncle and her aunt.")["gender"]
    assert [hit.entries[0].word for hit in hits] == ["uncle", "aunt"]
    outcome = propose("Her uncle and her aunt.", hits, lists, "gender")
    assert isinstance(outcome, Refusal)
    assert outcome.code == "both-sides"


def test_a_list_is_written_and_read_again_with_the_same_finds():
    lists = load_lists("en", [("gender.json", keywords("uncle", "convent"))])
    again = load_lists("en", [("gender.toml", as_text(lists.categories["gender"]).encode())])
    text = "An uncle and an aunt in a convent."
    assert again.categories["gender"].words == lists.categories["gender"].words < 10
    assert KeywordFinder(again).find(text)["gender"] == KeywordFinder(lists).find(text)["gender"]


@pytest.mark.process
def test_helpers_look_for_the_same_words():
    lists = load_lists("en", [("gender.json", keywords("uncle"))])
    films = [(f"{number}.srt", srt("My uncle sang.", "My aunt sang.")) for number in range(2)]
    run = curate(films, only_categories(lists, ["gender"]), workers=2)
    assert [one.text for one in run.candidates] == ["My uncle sang."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"keywords": ["a", ', "my_age.json is not JSON (it ends in the middle"),
        ("[" * 100_000, "my_age.json is not JSON (nested too deep)"),
        ('"storm"', "my_age.json holds a text where keywords are needed; write them as"),
        ("{}", 'my_age.json has no key "keywords"; write them as {"keywords": ["old", "young"]}.'),
        ('{"keywords": "storm"}', 'my_age.json: "keywords" is a list of words in quotes; got'),
        ('{"keywords": []}', "my_age.json holds no word; write one in quotes."),
        ('{"keywords": ["storm", 3]}', "my_age.json: keyword 2 is a word in quotes; got 3."),
        ('{"keywords": ["storm", "?"]}', "my_age.json: keyword 2: '?' has no letter to look for."),
        ('{"keywords": ["storm"], "words": []}', "my_age.json: 'words' is no key of a list of"),
        ('{"keywords": ["storm"], "language": 3}', "my_age.json: language is a text in quotes;"),
        ('{"keywords": ["storm"], "extend": "x"}', "my_age.json: extend is true or false;"),
        ('{"keywords": ["storm"], "category": "gendr"}', "did you mean gender?"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(text, said):
    with pytest.raises(InputTextError) as refused:
        parse(text, "my_age.json", "en")
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_list_of_another_language_is_refused():
    with pytest.raises(InputTextError, match="is a list for Estonian; the subtitles are read as"):
        load_lists("en", [("est_age.json", keywords("eakas"))])


def test_the_lists_of_the_repository_are_read(shared_data: Path):
    folder = shared_data / "cinebias"
    if not folder.is_dir():
        pytest.skip(f"no lists at {folder}")
    for language, place in (("en", "Scripts/Keywords"), ("et", "Estonian/Estonian_keywords")):
        own = [(path.name, path) for path in sorted((folder / place).glob("*.json"))]
        lists = load_lists(language, own)
        assert len(own) == 10
        read = [one for one in lists.categories.values() if ".json" in one.source]
        assert len(read) == (8 if language == "en" else 10)
        finder = KeywordFinder(lists)
        for one in read:
            for name, path in own:
                if name in one.source.split(" and "):
                    word = json.loads(path.read_text())["keywords"][0]
                    assert one.category in finder.find(f"{word} ."), (name, word)
