"""Subtitles of real films, in all the languages of the reference data, are read cleanly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.curation.subtitles.folder import subtitle_files
from engine.curation.subtitles.reading import read_film

_MARKUP = re.compile(
    r"<[a-zA-Z/]|\{|\}|&\w+;|-->|[♪♫\[\]\n\t]|[\u200e\u200f\u202a-\u202e]|  |^-|^\.\."
)
_CUE = re.compile(r"(?m)^\d\d:\d\d:\d\d,\d{3} -->")
_LANGUAGES = {"eng": "en", "deu": "de", "fra": "fr", "ita": "it", "spa": "es", "por": "pt"}


@pytest.fixture(scope="module")
def films(shared_data: Path) -> list[Path]:
    folder = shared_data / "subtitles"
    if not folder.is_dir():
        pytest.skip(f"no subtitles at {folder}")
    return subtitle_files([folder])


def test_every_real_file_is_read_without_markup(films):
    for path in films:
        read = read_film(path)
        assert read.notes == (), path.name
        marked = [one.text for one in read.sentences if _MARKUP.search(one.text)]
        assert marked == [], path.name


def test_sentences_of_real_files_are_about_as_many_as_their_cues(films):
    for path in films:
        cues = len(_CUE.findall(path.read_text(encoding="utf-8-sig")))
        assert 0.6 * cues <= len(read_film(path).sentences) <= 1.5 * cues, path.name


def test_sentences_of_real_files_are_in_the_order_of_their_times(films):
    for path in films:
        starts = [one.start for one in read_film(path).sentences]
        assert starts == sorted(starts), path.name


def test_real_files_in_old_encodings_give_the_same_sentences(films):
    compared = 0
    for path in films:
        code = next((code for code in _LANGUAGES if code in (path.stem[-3:], path.parent.name)), "")
        text = path.read_text(encoding="utf-8-sig")
        try:
            old = text.encode("cp1252")
        except UnicodeEncodeError:
            continue
        if code and not text.isascii():
            read = read_film(old, path.name, _LANGUAGES[code])
            assert read.sentences == read_film(path).sentences, path.name
            compared += 1
    assert compared >= 10
