"""Titles and years from the names that subtitle files have."""

from __future__ import annotations

import pytest

from engine.curation.subtitles.reading import title_and_year


@pytest.mark.parametrize(
    ("name", "title", "year"),
    [
        ("The.Quiet.Street.1987.1080p.BluRay.x264.en.srt", "The Quiet Street", 1987),
        ("10 Things (1999).srt", "10 Things", 1999),
        ("2012.2009.srt", "2012", 2009),
        ("Blade Runner 2049 (2017)", "Blade Runner 2049", 2017),
        ("1917.srt", "1917", None),
        ("2001.A.Long.Way.1968.720p.srt", "2001 A Long Way", 1968),
        ("Harbour_Lights_[1975].et.vtt", "Harbour Lights", 1975),
        ("The.Ferry.S01E02.Fog.720p.WEB-DL.srt", "The Ferry S01E02", None),
        ("the-story-of-a-lamp-eng.srt", "the story of a lamp", None),
        ("Spider-Man.srt", "Spider-Man", None),
        ("The Web.srt", "The Web", None),
        ("Night Bus 2006 DVDRip-XYZ.srt", "Night Bus", 2006),
        ("folder/of/films\\Night Bus 2006.SDH.en.srt", "Night Bus", 2006),
        # What looks like a language, and a name without a title.
        *(
            (f"{title}.srt", title, None)
            for title in ("It", "En", "En Natt", "Find It", "(1999)", "1080p", "..", "_")
        ),
    ],
)
def test_title_and_year_are_read_from_a_name(name, title, year):
    assert title_and_year(name) == (title, year)
