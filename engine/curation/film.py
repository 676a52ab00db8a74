"""A subtitle file as text: the film it belongs to, and its sentences in order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Film:
    """The film that a subtitle file belongs to.

    Args:
        title: from the name of the file, without its year and release tags.
        year: of the film, where the name of the file holds it.
        file: name of the file, without its folders.
        digest: of the file's bytes, 16 hexadecimal digits of SHA-256.
        lines: lines of text in its cues, before cleaning.
    """

    title: str
    year: int | None
    file: str
    digest: str
    lines: int


@dataclass(frozen=True)
class Sentence:
    """One sentence of a film.

    Args:
        text: cleaned, on one line.
        start: of the cue it begins in, seconds.
        stop: of the cue it ends in, seconds.
    """

    text: str
    start: float
    stop: float


@dataclass(frozen=True)
class FilmText:
    """What was read of a subtitle file.

    Args:
        notes: sentences for the user where something was guessed or left out.
    """

    film: Film
    sentences: tuple[Sentence, ...]
    notes: tuple[str, ...] = ()
