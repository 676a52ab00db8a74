"""Subtitles of real films, in all the languages of the reference data, are read cleanly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.curation.candidate import FilmText
from engine.curation.subtitles.folder import subtitle_files
from engine.curation.subtitles.reading import read_film

_MARKUP = re.compile(
    r"<[a-zA-Z/]|\{|\}|&\w+;|-->|[♪♫\[\]\n\t]|[\u200e\u200f\u202a-\u202e]|  |^-|^\.\."
)
_CUE = re.compile(r"(?m)^\d\d:\d\d:\d\d,\d{3} -->")
_LANGUAGES = {"eng": "en", "deu": "de", "fra": "fr", "ita": "it", "spa": "es", "por": "pt"}


@pytest.fixture(scope="module")
def films(shared_data: Path) -> dict[Path, FilmText]:
    folder = shared_data / "subtitles"
    if not folder.is_dir():
        pytest.skip(f"no subtitles at {folder}")
    return {path: read_film(path) for path in subtitle_files([folder])}


def test_every_real_file_is_read_without_markup(films):
    for path, read in films.items():
        credited = path.stem.startswith("morevna-ep4")  # it says where to donate
        noted = ("1 cue with credits or an address left out.",) if credited else ()
        assert read.notes == noted, path.name
        marked = [one.text for one in read.sentences if _MARKUP.search(one.text)]
        assert marked == [], path.name


def test_sentences_of_real_files_are_in_order_and_about_as_many_as_their_cues(films):
    for path, read in films.items():
        starts = [one.start for one in read.sentences]
        assert starts == sorted(starts), path.name
        cues = len(_CUE.findall(path.read_text(encoding="utf-8-sig")))
        assert 0.6 * cues <= len(starts) <= 1.5 * cues, path.name


def test_real_files_in_old_encodings_give_the_same_sentences(films):
    compared = 0
    for path, expected in films.items():
        code = next((code for code in _LANGUAGES if code in (path.stem[-3:], path.parent.name)), "")
        text = path.read_text(encoding="utf-8-sig")
        try:
            old = text.encode("cp1252")
        except UnicodeEncodeError:
            continue
        if code and not text.isascii():
            read = read_film(old, path.name, _LANGUAGES[code])
            assert read.sentences == expected.sentences, path.name
            compared += 1
    assert compared >= 10
