"""The bench of curation, on few films."""

from __future__ import annotations

import sys

import pytest

from engine.bench.curate import command_cost, real_lines, stage_times, write_films
from engine.core.errors import BiascopeError
from engine.curation.subtitles.reading import read_film


@pytest.fixture
def folder(tmp_path):
    write_films(tmp_path, real_lines(None), 3, 40, seed=0)
    return tmp_path


def test_made_films_have_the_lines_that_were_asked_for(folder):
    films = [read_film(path) for path in sorted(folder.glob("*.srt"))]
    assert [(one.film.title, one.film.year, one.film.lines) for one in films] == [
        *(("Made Film 0001", 1950, 40), ("Made Film 0002", 1951, 40)),
        ("Made Film 0003", 1952, 40),
    ]
    assert len({one.film.digest for one in films}) == 3


def test_films_of_one_seed_are_equal(folder, tmp_path):
    again = tmp_path / "again"
    again.mkdir()
    write_films(again, real_lines(None), 3, 40, seed=0)
    for path in again.glob("*.srt"):
        assert path.read_bytes() == (folder / path.name).read_bytes()


def test_every_stage_is_timed(folder):
    found = stage_times(folder, workers=1)
    assert min(found.plain, found.searched, found.gathered, found.proposed) > 0
    assert found.sentences > found.hits >= found.unique > 0
    assert found.goal == found.searched + found.gathered


def test_a_folder_without_english_subtitles_is_refused(tmp_path):
    with pytest.raises(BiascopeError, match="holds no English subtitles"):
        real_lines(tmp_path)


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="memory of several processes: Linux only")
def test_the_command_is_watched_with_its_helpers(folder):
    found = command_cost(folder, workers=2)
    assert found.candidates > 0
    assert 0.03 < found.peak_gb < 2
