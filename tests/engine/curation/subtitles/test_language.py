"""A film of another language is noticed, from two lines on; one of the asked language never is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.project import PROJECT
from engine.curation.subtitles.folder import subtitle_files
from engine.curation.subtitles.language import heard, named
from engine.curation.subtitles.reading import read_film

FILMS = {
    "en": ["Where did you put the keys?", "I left them with the neighbour."],
    "de": ["Wo hast du die Schlüssel hingelegt?", "Ich habe sie beim Nachbarn gelassen."],
    "fr": ["Où as-tu mis les clés ?", "Je les ai laissées chez le voisin."],
    "es": ["¿Dónde has puesto las llaves?", "Las dejé en casa del vecino."],
    "nl": ["Waar heb je de sleutels gelaten?", "Ik heb ze bij de buurman gelaten."],
    "et": ["Kuhu sa võtmed panid?", "Ma jätsin need naabri juurde."],
    "fi": ["Mihin panit avaimet?", "Jätin ne naapurin luo."],
    "ru": ["Куда ты положил ключи?", "Я оставил их у соседа."],
    "ja": ["鍵はどこに置いたの？", "隣の人に預けてきたよ。"],
    "ar": ["أين وضعت المفاتيح؟", "تركتها عند الجيران."],
}

SHORT = ["He left.", "Take the keys.", "She was here.", "I saw them.", "What is that?", "Go home."]
NAMES = ["Jean-Pierre", "Marie-Claire Dubois", "Jürgen Krüger", "Giovanni", "Señora Muñoz", "Ah"]


@pytest.mark.parametrize("spoken", FILMS)
@pytest.mark.parametrize("asked", ["en", "et", "de"])
def test_another_language_than_the_asked_one_is_found(spoken, asked):
    assert heard(FILMS[spoken], asked).other == (None if spoken == asked else spoken)


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["No."],
        ["Monk."],
        ["Whaaaaat?!", "Nooooooo!!!"],
        ["Ja!", "Madame Dubois."],
        ["SHE LEFT THE KEYS THERE.", "NOBODY TOOK THEM."],
        ["12", "1984", "..."],
    ],
)
def test_little_text_names_and_capitals_are_no_other_language(texts):
    assert heard(texts, "en").other is None


MIXED = {
    "one long line among short ones": ["Get out.", "Now!", "Ich habe sie beim Nachbarn gelassen."],
    "a line that says nothing": ["Penalty!", "He hit the post.", "Das war wirklich nicht fair."],
    "half and half": ["Take it.", "I will.", *FILMS["de"]],
    "a song": [
        "She sings well.",
        "Who is she?",
        "Nobody here knows her.",
        "Il était une fois une petite fille qui dansait toute la nuit sans jamais dormir.",
    ],
}


@pytest.mark.parametrize("texts", MIXED.values(), ids=MIXED)
def test_a_film_with_lines_in_two_languages_is_in_none_clearly(texts):
    assert heard(texts, "en").other is None
    assert "is not clear, as parts may be in" in str(heard(texts, "en").doubt)


@given(
    spoken=st.sampled_from(["de", "fr", "es", "nl", "et", "fi", "ru"]),
    english=st.lists(st.sampled_from(SHORT), min_size=2, max_size=5),
)
def test_one_foreign_line_among_more_english_ones_leaves_no_film_out(spoken, english):
    assert heard([*english, FILMS[spoken][1]], "en").other is None


@given(
    names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=8),
    sign=st.sampled_from(["!", "?", "."]),
)
def test_names_numbers_and_cries_have_no_language(names, sign):
    texts = [f"{name}{sign}" for name in names]
    assert heard(texts, "en").other is None
    assert heard([*texts, "1984", "La la la la la la la la la la la."], "en").other is None


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ([], None),
        (["1984", "12:30"], None),
        (FILMS["en"], None),
        (FILMS["de"], None),
        (["Jean-Pierre!", "Marie-Claire!"], "Too little is said in it to tell its language"),
        (["Hasta mañana."], "Too little is said in it to tell its language"),
        (
            ["Get out.", "Now!", "Ich habe sie beim Nachbarn gelassen."],
            "Its language is not clear, as parts may be in German",
        ),
    ],
)
def test_what_cannot_be_told_is_said(texts, why):
    assert heard(texts, "en").doubt == why
    assert heard(texts, "xx").doubt is None


@pytest.mark.parametrize("asked", ["xx", "gsw"])
def test_a_language_that_the_detector_does_not_know_is_not_judged(asked):
    assert heard(FILMS["de"], asked).other is None


def test_languages_that_are_written_alike_are_taken_for_each_other():
    norwegian = ["Hvor har du lagt nøklene?", "Jeg la dem igjen hos naboen i går kveld."]
    for asked in ("no", "nb", "nn"):
        assert heard(norwegian, asked).other is None
    assert heard(norwegian, "sv").other in ("no", "da")


def test_a_long_film_is_judged_by_lines_of_all_its_parts():
    english = [f"{line} {at}" for at in range(1500) for line in FILMS["en"]]
    assert heard([*FILMS["de"] * 3, *english], "en").other is None
    assert heard([*FILMS["en"] * 3, *FILMS["de"] * 1500], "en").other == "de"


@pytest.mark.parametrize(("code", "name"), [("de", "German"), ("hy", "Armenian"), ("xx", "xx")])
def test_languages_are_named(code, name):
    assert named(code) == name


def test_sample_films_are_in_their_language():
    sample = PROJECT / "engine" / "curation" / "sample"
    for path in subtitle_files([sample]):
        asked = "et" if path.parent.name == "et" else "en"
        texts = [one.text for one in read_film(path, language=asked).sentences]
        assert heard(texts, asked).other is None, path.name


def test_real_films_of_other_languages_are_found(shared_data: Path):
    folder = shared_data / "subtitles"
    if not folder.is_dir():
        pytest.skip(f"no subtitles at {folder}")
    for path in subtitle_files([folder]):
        english = "eng" in (path.stem[-3:], path.parent.name)
        texts = [one.text for one in read_film(path).sentences]
        found = heard(texts, "en").other
        assert (found is None) == english, (path.name, found)
