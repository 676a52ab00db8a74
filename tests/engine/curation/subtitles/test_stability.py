"""What is read once, written and read again is the same; and nothing breaks the reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.curation.candidate import Sentence
from engine.curation.subtitles.cleaning import clean_cues
from engine.curation.subtitles.cues import Cue
from engine.curation.subtitles.reading import join_cues, read_film
from tests.engine.curation.subtitles.written import WRITERS

WORDS = st.sampled_from(
    "the The old Old I she Mary Mr. U.S. 3.5 10:30 Listen no. No! why? ... …well "
    "mother-in-law õhtul ÕDE šokk -- – [sighs] (sighs) *laughs* *so* "
    "♪ <i> </i> {\\an8} &amp; & < > "
    "\u200b \u202b שלום؟ 是的。 走 「はい」 »So« “Yes.” www.x.example -No "
    "\\N \\h".split()
)
OPENINGS = st.sampled_from(
    ["", "", "", "JOHN: ", "[Mary] ", "- ", "-", "♪ ", "...", "Subtitles by ", "Edited: "]
)
LINES = st.tuples(OPENINGS, st.lists(WORDS, min_size=1, max_size=8).map(" ".join)).map("".join)
TEXTS = st.lists(LINES, min_size=1, max_size=3).map("\n".join)
SPACED = 7.0  # seconds, after which no sentence goes on


def apart(texts: list[str]) -> list[Sentence]:
    return [Sentence(text, SPACED * at, SPACED * at + 0.5) for at, text in enumerate(texts)]


@pytest.mark.parametrize("ending", WRITERS)
@given(texts=st.lists(TEXTS, max_size=6))
def test_sentences_read_back_from_a_file_are_the_same(ending, texts):
    cues = [Cue(at, at + 0.9, text) for at, text in enumerate(texts)]
    once = [sentence.text for sentence in join_cues(clean_cues(cues))]
    if not once:
        return
    written = apart(once)
    again = read_film(WRITERS[ending](written).encode(), f"film{ending}")
    assert again.sentences == tuple(written)


def refusal(data: bytes, name: str) -> str:
    """Why a file is refused; what is read of it must be sentences with times."""
    try:
        read = read_film(data, name)
    except InputTextError as refused:
        return str(refused)
    assert all(one.text.strip() and one.start <= one.stop for one in read.sentences)
    return name


@given(data=st.binary(max_size=400))
def test_any_bytes_are_read_or_refused_with_a_reason(data):
    for name in ("a.srt", "a.vtt", "a.ass", "a.bin"):
        assert refusal(data, name).startswith(name)


PARTS = (
    "1 00:00:01,000 00:00:02,000 --> -> 00:01.000 WEBVTT NOTE STYLE [Events] Dialogue: 0, Hello. "
    "0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi [V4+Styles] 0 <v {\\p1} \ufeff \x85 \x1e".split(" ")
)
PIECES = st.sampled_from([*PARTS, "\n", "\n\n", "\r\n", " "])


@given(pieces=st.lists(PIECES, max_size=40))
def test_broken_files_are_read_or_refused_with_a_reason(pieces):
    text = "".join(pieces)
    for name in ("a.srt", "a.vtt", "a.ass"):
        for encoding in ("utf-8", "utf-16"):
            assert refusal(text.encode(encoding), name).startswith(name)
