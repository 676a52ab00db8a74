"""Reviews of this machine, and how new ones are made of subtitles and keyword lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import streamlit as st

from engine.core.program import PROGRAM
from engine.server import shared

if TYPE_CHECKING:
    from engine.curation.keywords.lists import WordLists
    from engine.curation.review.kept import Review
    from engine.curation.review.progress import Progress
    from engine.curation.review.sample import Parts
    from engine.curation.run import Curated

Source = Path | tuple[str, bytes]
OwnList = tuple[str, bytes]  # name of the file, and its content


class ListGroup(NamedTuple):
    """One group of a word list as a table; its words are counterparts of each other."""

    name: str
    columns: list[str]
    rows: list[list[str | bool]]


def reviews(note: Callable[[str], None] | None = None) -> list[Review]:
    """All reviews on this machine, the newest first; on a shared server, those that all may read.

    Args:
        note: called with one sentence for each file that cannot be read.
    """
    from engine.curation.review.kept import reviews as kept

    if not shared.is_shared():
        return kept(note)
    named = shared.deployment().reviews
    return [review for review in kept() if review.sample or review.name in named]


def sample_review() -> str:
    """Name of the bundled review, which is made when it is first asked for."""
    from engine.curation.review.sample import open_sample

    return open_sample()


def free_review_name(title: str) -> str:
    """The name that a review of this title gets if it is made now."""
    from engine.curation.review.names import numbered, review_files, slug

    taken = {path.stem for path in review_files()}
    names = (numbered(slug(title), number) for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def rename_review(name: str, title: str) -> None:
    """Give a review another title."""
    from engine.curation.review.kept import rename

    shared.refuse("Renaming a review")
    rename(name, title)


def delete_review(name: str) -> None:
    """Delete a review with all its decisions."""
    from engine.curation.review.database import delete

    shared.refuse("Deleting a review")
    delete(name)


def review_parts(name: str) -> Parts:
    """Films, counts and notes that a review was made from."""
    from engine.curation.review.sample import parts

    return parts(name)


def review_progress(name: str) -> Progress:
    """How far a review is, by category and by film."""
    from engine.curation.review.progress import progress

    return progress(name)


def list_languages() -> tuple[str, ...]:
    """Languages that keyword lists come with Biascope for."""
    from engine.curation.keywords.lists import languages

    return languages()


@st.cache_resource(show_spinner=False, max_entries=16)
def word_lists(
    language: str, own: tuple[OwnList, ...] = (), without: tuple[str, ...] = ()
) -> WordLists:
    """Keyword lists of a language; read once.

    Args:
        own: lists in place of, or in addition to, those that come with Biascope.
        without: categories that are left out.
    """
    from engine.curation.keywords.lists import load_lists

    return load_lists(language, own, without)


def notes_on_lists(own: tuple[OwnList, ...]) -> list[str]:
    """What was guessed of the files of the user's lists, one sentence each; not of tables."""
    from engine.curation.keywords.rows_form import is_table
    from engine.files.text_file import notes_of, read_text

    texts = [read_text(content, name) for name, content in own if not is_table(name)]
    return [note for text in texts for note in notes_of(text)]


def list_text(lists: WordLists, category: str) -> str:
    """One list as text that can be edited and read again."""
    from engine.curation.keywords.lists import as_text

    return as_text(lists.categories[category])


def list_groups(text: str, category: str, language: str) -> list[ListGroup]:
    """The groups of a list as tables.

    Raises:
        InputTextError: if the text is no word list.
    """
    from engine.curation.keywords.lists import parse
    from engine.curation.keywords.table_form import columns_of, rows_of

    groups = parse(text, f"{category}.toml", language).groups
    return [ListGroup(group.name, columns_of(group), rows_of(group)) for group in groups]


def list_with_rows(
    text: str, category: str, language: str, number: int, rows: Sequence[Sequence[Any]]
) -> str:
    """The text of a list in which one group has other rows.

    Args:
        number: of the group, from 0.

    Raises:
        InputTextError: if the rows are none; it names the row.
    """
    from engine.curation.keywords.lists import parse
    from engine.curation.keywords.table_form import with_rows

    return with_rows(parse(text, f"{category}.toml", language), number, rows)


def word_counts(texts: Mapping[str, str], language: str) -> dict[str, int]:
    """Category → number of words of the lists of a review."""
    from engine.curation.keywords.lists import word_counts as counts

    return counts(texts, language)


def subtitle_files(folder: str) -> list[Path]:
    """Subtitle files in a folder and those below it."""
    from engine.curation.subtitles.folder import subtitle_files as found

    shared.refuse("Reading a folder of the server")
    return found([folder])


def collect(
    sources: Sequence[Source],
    lists: WordLists,
    on_progress: Callable[[int, int], None],
    other_languages: bool = False,
) -> Curated:
    """Find the candidates in a few subtitle files, in this process.

    Args:
        on_progress: called with steps done and steps in all.
        other_languages: whether films in other languages than the lists' are searched too.
    """
    from engine.curation.run import curate

    shared.refuse("Searching subtitles", f"{PROGRAM} curate FILES --save NAME")
    return curate(sources, lists, on_progress, workers=1, other_languages=other_languages)


def keep_review(title: str, found: Curated, lists: WordLists) -> str:
    """Keep what was found as a review.

    Returns:
        Its name.
    """
    from engine.curation.run import keep

    shared.refuse("Making a review", f"{PROGRAM} curate FILES --save NAME")
    return keep(title, found, lists)


def import_review(log: bytes) -> str:
    """Keep a review that was exported elsewhere.

    Returns:
        Its name here.
    """
    from engine.curation.review.log import import_log

    shared.refuse("Opening an exported review", f"{PROGRAM} review import FILE")
    return import_log(log)
