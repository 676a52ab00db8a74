"""The bundled sample's subtitles are whole files that read without loss."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pysubs2
import pytest

import engine.curation

FOLDER = Path(engine.curation.__file__).parent / "sample"
ENGLISH = sorted(path for path in FOLDER.iterdir() if path.suffix in {".srt", ".vtt", ".ass"})
ESTONIAN = sorted((FOLDER / "et").iterdir())
NAME = re.compile(r"(?P<title>[A-Za-z.]+)\.(?P<year>(19|20)\d\d)\.(srt|vtt|ass)")


def cues(path: Path) -> list[pysubs2.SSAEvent]:
    read = pysubs2.load(str(path), encoding="utf-8")
    return [event for event in read if not event.is_comment]


def title_and_year(path: Path) -> tuple[str, int]:
    name = NAME.fullmatch(path.name)
    assert name is not None, path.name
    return name["title"], int(name["year"])


def test_there_are_twelve_english_films_in_three_formats():
    assert Counter(path.suffix for path in ENGLISH) == {".srt": 10, ".vtt": 1, ".ass": 1}
    assert len(ESTONIAN) == 2


def test_names_hold_a_year_and_no_title_occurs_twice():
    named = [title_and_year(path) for path in ENGLISH + ESTONIAN]
    assert len({title for title, _ in named}) == len(named)
    years = [title_and_year(path)[1] for path in ENGLISH]
    assert (min(years), max(years), len(set(years))) == (1951, 2023, 12)


@pytest.mark.parametrize("path", ENGLISH + ESTONIAN, ids=lambda path: path.name)
def test_no_cue_is_empty_times_ascend_and_the_last_is_the_credit_line(path):
    read = cues(path)
    fewest, most = (45, 70) if path in ENGLISH else (20, 30)
    assert fewest <= len(read) <= most
    assert all(re.search(r"\w", event.plaintext) for event in read)
    assert all(event.plaintext.count("\n") <= 1 for event in read)
    assert all(event.start < event.end for event in read)
    assert all(one.end <= following.start for one, following in pairwise(read))
    assert re.fullmatch(r"Sub(titles by|tiitrid:).*Biascope.*", read[-1].plaintext)


def test_the_card_lists_every_film_with_its_cues():
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.+?)` \| (\d+) \| .+? \| (\d+) \|$", card, flags=re.MULTILINE)
    expected = {
        path.relative_to(FOLDER).as_posix(): (title_and_year(path)[1], len(cues(path)))
        for path in ENGLISH + ESTONIAN
    }
    assert {name: (int(year), int(count)) for name, year, count in rows} == expected


def test_some_lines_occur_in_several_films():
    lines = Counter(line for path in ENGLISH for line in {cue.plaintext for cue in cues(path)})
    assert sum(films > 1 for films in lines.values()) >= 5
