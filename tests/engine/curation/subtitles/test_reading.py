"""Files that are subtitles are read; others are refused with a sentence that says why."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile

import pytest

from engine.core.errors import InputTextError
from engine.curation.candidate import Film, Sentence
from engine.curation.subtitles import reading
from engine.curation.subtitles.reading import read_film

SRT = """1
00:00:01,000 --> 00:00:02,500
<i>My mother was</i>

2
00:00:02,600 --> 00:00:04,000
a pilot.
- Mine too!
"""


def test_a_film_is_read_with_its_name_and_times(tmp_path):
    path = tmp_path / "The.Quiet.Street.1987.en.srt"
    path.write_text(SRT)
    read = read_film(path)
    digest = hashlib.sha256(SRT.encode()).hexdigest()[:16]
    assert read.film == Film("The Quiet Street", 1987, path.name, digest, lines=3)
    assert read.sentences == (
        Sentence("My mother was a pilot.", 1.0, 4.0),
        Sentence("Mine too!", 2.6, 4.0),
    )
    assert read.notes == ()
    assert read_film(SRT.encode(), path.name) == read  # an upload


def test_letters_with_separate_accents_are_composed():
    text = SRT.replace("pilot", "ko\u0303ne\u0301")
    assert read_film(text.encode(), "a.srt").sentences[0].text == "My mother was a kõné."


def test_a_file_of_another_ending_is_read_by_its_content():
    assert len(read_film(SRT.encode(), "subtitles.txt").sentences) == 2
    assert len(read_film(SRT.encode(), "subtitles").sentences) == 2


def test_latin1_estonian_is_read():
    text = SRT.replace("a pilot", "öösel kõrgel mäel")
    read = read_film(text.encode("latin-1"), "a.et.srt", language="et")
    assert read.sentences[0].text == "My mother was öösel kõrgel mäel."
    assert len(read.notes) == 1


def test_right_to_left_text_is_read_whole():
    text = "1\n00:00:01,000 --> 00:00:02,000\n\u202bאמא שלי הייתה\nטייסת.\u202c\n- \u202bגם שלי!\n"
    read = read_film(text.encode(), "a.he.srt", language="he")
    assert [sentence.text for sentence in read.sentences] == ["אמא שלי הייתה טייסת.", "גם שלי!"]


def test_a_film_in_which_nothing_is_said_is_read_with_a_note():
    read = read_film(b"1\n00:00:01,000 --> 00:00:02,000\n[rain]\n", "a.srt")
    assert read.sentences == ()
    assert read.notes == ("Nothing is said in it: only sounds, music or credits.",)


def zipped() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.srt", SRT)
    return stream.getvalue()


ARCHIVES = {
    "a gzip archive": b"\x1f\x8b\x08" + bytes(30),
    "a RAR archive": b"Rar!\x1a\x07\x00" + bytes(30),
    "a 7z archive": b"7z\xbc\xaf\x27\x1c" + bytes(30),
    "a tar archive": bytes(257) + b"ustar\x00",
    "a ZIP archive": zipped(),
}
OTHERS = {
    "an MP4 video": bytes(4) + b"ftypisom" + bytes(40),
    "a Matroska or WebM video": b"\x1a\x45\xdf\xa3" + bytes(40),
    "an AVI video": b"RIFF\x00\x00\x00\x00AVI LIST",
    "an MPEG transport stream (a video)": (b"G" + bytes(187)) * 3,
    "a picture": b"\x89PNG\r\n",
    "a PDF": b"%PDF-1.7",
}


@pytest.mark.parametrize("kind", [*ARCHIVES, *OTHERS])
def test_archives_videos_and_documents_are_refused_with_what_to_do(kind):
    with pytest.raises(InputTextError) as refused:
        read_film((ARCHIVES | OTHERS)[kind], "films.srt")
    assert str(refused.value) == (
        f"films.srt is {kind}; unpack it and give the subtitle files in it."
        if kind in ARCHIVES
        else f"films.srt is {kind}, not subtitles; give a subtitle file (.srt, .vtt, .ass or .ssa)."
    )


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        *(
            (data, "a.srt", "is empty.")
            for data in (b"", b" \r\n\n", b"\xef\xbb\xbf\n", "\n".encode("utf-16"))
        ),
        *(
            (data, "a.srt", "holds no cue with a time and text.")
            for data in (b"Only words.\n", b"1\n00:00:01,000 --> 00:00:02,000\n\n")
        ),
        (
            b"1\n00:00:01:12 --> 00:00:02:10\nShe sang.\n",
            "a.srt",
            "holds no cue that can be read (1 cue without a readable time left out); write times "
            "as 00:00:01,000 --> 00:00:02,500 and the words below them.",
        ),
        (
            b"Only words.\n",
            "a.txt",
            "is not a subtitle file (.srt, .vtt, .ass or .ssa): it holds no times of cues.",
        ),
        (
            b"1\n00:00\0:01,000\xff\0\0 --> ",
            "a.srt",
            "holds zero bytes, so it is not text; give the subtitles as a text file.",
        ),
    ],
)
def test_files_without_subtitles_are_refused(data, name, message):
    with pytest.raises(InputTextError) as refused:
        read_film(data, name)
    assert str(refused.value) == f"{name} {message}"


def test_times_without_an_arrow_are_times_whatever_the_name_of_the_file():
    film = read_film(b"0:00:01.000,0:00:02.500\nShe sang.\n", "song.sbv")
    assert [sentence.text for sentence in film.sentences] == ["She sang."]


def test_a_file_over_the_limit_is_refused_by_name(monkeypatch, tmp_path):
    monkeypatch.setattr(reading, "MOST_BYTES", 2**20)
    data = SRT.encode() * 20_000
    (tmp_path / "big.srt").write_bytes(data)
    for source, name in ((data, "big.srt"), (tmp_path / "big.srt", None)):
        with pytest.raises(InputTextError, match=r"^big\.srt is larger than 1 MB"):
            read_film(source, name)


def test_a_file_that_is_not_there_a_folder_and_a_pipe_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.srt")
    for name, said in (
        ("none.srt", r"There is no file .*none\.srt"),
        ("", "is a folder; give a subtitle file"),
        ("pipe.srt", "not an ordinary file"),
    ):
        with pytest.raises(InputTextError, match=said):
            read_film(tmp_path / name)
