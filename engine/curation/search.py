"""What one subtitle file gives: its sentences that hold keywords, with those around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.paths import shown_name
from engine.curation.candidate import Film, FilmText, Skipped
from engine.curation.counterparts.proposal import Proposal, Refusal
from engine.curation.counterparts.propose import propose
from engine.curation.keywords.lists import WordLists
from engine.curation.keywords.matching import KeywordFinder
from engine.curation.subtitles.language import heard, named
from engine.curation.subtitles.reading import read_film

AROUND = 3  # sentences kept before and after one with keywords

SubtitleSource = Path | tuple[str, bytes]  # a file, or the name and content of an upload


@dataclass(frozen=True)
class Held:
    """A sentence that holds keywords.

    Args:
        number: in its film, from 0.
        start: seconds.
        keywords: category → its keywords in the sentence, as listed, each once, in order.
    """

    number: int
    start: float
    keywords: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class FilmHits:
    """What is kept of a film.

    Args:
        sentences: number of all its sentences.
        held: those with keywords, in order.
        texts: number → text of these and of the sentences around them.
    """

    film: Film
    sentences: int
    held: tuple[Held, ...]
    texts: dict[int, str]
    notes: tuple[str, ...]


class Search:
    """Reads files, and proposes counterparts, with one set of lists.

    Args:
        other_languages: whether films are searched that are clearly in another language than the
            lists, which are left out otherwise.
    """

    def __init__(self, lists: WordLists, other_languages: bool = False) -> None:
        self._lists = lists
        self._other_languages = other_languages
        self._finder = KeywordFinder(lists)

    def read(self, source: SubtitleSource) -> FilmHits | Skipped:
        """The sentences of a file that hold keywords, or why it was left out."""
        path, name = (source, None) if isinstance(source, Path) else (source[1], source[0])
        try:
            return self._searched(read_film(path, name, self._lists.language))
        except InputTextError as error:
            if not isinstance(source, Path):
                return Skipped(source[0], str(error))
            # Kept with the review, which others are given: the name says enough.
            return Skipped(source.name, str(error).replace(shown_name(source), source.name))

    def _searched(self, read: FilmText) -> FilmHits | Skipped:
        asked = self._lists.language
        texts = [sentence.text for sentence in read.sentences]
        other, why = heard(texts, asked)
        wanted = named(asked)
        if other is None:
            notes = (f"{why}; it was searched with lists for {wanted}.",) if why else ()
            return self._found(replace(read, notes=(*read.notes, *notes)))
        spoken = named(other)
        if not self._other_languages:
            reason = (
                f"{read.film.file} is in {spoken}, not in {wanted}; choose {spoken} as the "
                "language, or include films in other languages."
            )
            return Skipped(read.film.file, reason)
        note = f"The film is in {spoken}, and was searched with lists for {wanted}."
        return self._found(replace(read, notes=(*read.notes, note)))

    def _found(self, read: FilmText) -> FilmHits:
        sentences = read.sentences
        held: list[Held] = []
        near: set[int] = set()
        for number, sentence in enumerate(sentences):
            hits = self._finder.find(sentence.text)
            if hits:
                words = {
                    category: tuple(dict.fromkeys(hit.entries[0].word for hit in found))
                    for category, found in hits.items()
                }
                held.append(Held(number, sentence.start, words))
                near.update(range(max(0, number - AROUND), number + AROUND + 1))
        texts = {
            number: sentences[number].text for number in sorted(near) if number < len(sentences)
        }
        return FilmHits(read.film, len(sentences), tuple(held), texts, read.notes)

    def propose(self, items: Sequence[tuple[str, str]]) -> list[Proposal | Refusal]:
        """Counterparts of sentences, or why there are none.

        Args:
            items: (category, sentence that holds keywords of it).
        """
        return [
            propose(text, self._finder.find(text)[category], self._lists, category)
            for category, text in items
        ]
