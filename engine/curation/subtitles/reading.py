"""A subtitle file as a film's sentences; each file that is none is refused with a reason."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import Path, PurePath

from engine.core.errors import InputTextError, why
from engine.core.paths import ordinary_file, shown
from engine.curation.film import Film, FilmText
from engine.curation.subtitles.cleaning import clean_cues
from engine.curation.subtitles.cues import ENDINGS, cues_of, is_timed
from engine.curation.subtitles.encoding import decoded
from engine.curation.subtitles.film_name import title_and_year
from engine.curation.subtitles.kinds import archive_of, medium_of
from engine.curation.subtitles.sentences import joined

MOST_BYTES = 10 * 2**20
_DIGEST = 16  # hexadecimal digits
_WANTED = "a subtitle file (.srt, .vtt, .ass or .ssa)"


def read_film(
    source: Path | str | bytes, name: str | None = None, language: str = "en"
) -> FilmText:
    """Read a subtitle file.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it; title, year and format are taken from it.
        language: two-letter code, by which an encoding is recognised.

    Raises:
        InputTextError: if it cannot be read, is too large, or holds no subtitles.
    """
    known = name or ("The file" if isinstance(source, bytes) else str(source))
    file = re.split(r"[/\\]", known)[-1]
    data = source if isinstance(source, bytes) else _bytes_of(source)
    text, notes = _text_of(data, shown(file), language)
    cues, left_out = cues_of(text, PurePath(file).suffix.lower())
    if not cues:
        raise InputTextError(f"{shown(file)} holds no cue with a time and text.")
    sentences = joined(clean_cues(cues))
    shown_lines = "\n".join(cue.text.replace(r"\N", "\n") for cue in cues).split("\n")
    lines = sum(1 for line in shown_lines if line.strip())
    title, year = title_and_year(file)
    digest = hashlib.sha256(data).hexdigest()[:_DIGEST]
    if not sentences:
        notes = (*notes, "Nothing is said in it: only sounds, music or credits.")
    return FilmText(Film(title, year, file, digest, lines), sentences, (*notes, *left_out))


def _bytes_of(path: Path | str) -> bytes:
    try:
        with ordinary_file(path, _WANTED).open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{shown(path)} cannot be read ({why(error)}).") from None


def _text_of(data: bytes, known: str, language: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file that may hold subtitles, and notes on its encoding."""
    if not data.strip():
        raise InputTextError(f"{known} is empty.")
    archive = archive_of(data)
    if archive:
        raise InputTextError(f"{known} is {archive}; unpack it and give the subtitle files in it.")
    medium = medium_of(data)
    if medium:
        raise InputTextError(f"{known} is {medium}, not subtitles; give {_WANTED}.")
    if len(data) > MOST_BYTES:
        raise InputTextError(
            f"{known} is larger than {MOST_BYTES // 2**20} MB, the most that is read of one file."
        )
    try:
        text, _, notes = decoded(data, language)
    except InputTextError as error:
        raise InputTextError(f"{known} {error}") from None
    if not text.strip("\ufeff \r\n\t\0"):
        raise InputTextError(f"{known} is empty.")
    if PurePath(known).suffix.lower() not in ENDINGS and not is_timed(text):
        raise InputTextError(f"{known} is not {_WANTED}: it holds no times of cues.")
    return unicodedata.normalize("NFC", text), notes
