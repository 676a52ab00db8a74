"""The words that count as hurtful: HurtLex, the project's own list, or a user's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.paths import exists, shown_name
from engine.evaluators.hurtlex import CATEGORIES, HURTLEX, category_name, hurtlex, read_lemmas
from engine.evaluators.word_lists import OWN, OWN_LANGUAGE, own_words, plain_word, read_word_list
from engine.files.conventions import without_delimiter_line
from engine.files.fetch.registry import data_set
from engine.files.text_file import notes_of, read_text
from engine.measures.honest.data.file import TemplateSet

_FIRST_COLUMNS = "id\tpos\tcategory\t"  # of a file of HurtLex
_OWN_TITLE = "the project's list of unfavourable words"


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Words that hurt, by category.

    Args:
        name: `hurtlex`, `own`, or a file's.
        words: plain word -> category.
        notes: sentences for the user about what was guessed of its file.
    """

    name: str
    title: str
    words: Mapping[str, str]
    notes: tuple[str, ...] = ()

    def category(self, completion: str) -> str:
        """Category of a completion as the model gave it; empty where it is not in the lexicon.

        Case and accents make no difference, punctuation does: HONEST compares what the model
        gives, without the white space around it.
        """
        return self.words.get(plain_word(completion), "")

    def shown(self, category: str) -> str:
        """A category as it is shown."""
        return category_name(category) if category in CATEGORIES else category

    @cached_property
    def digest(self) -> str:
        """Of words and categories."""
        return data_digest(sorted(self.words.items()))

    @property
    def words_are(self) -> str:
        """What its words are called in a sentence: Biascope's own list is of milder words, too."""
        if self.name == OWN:
            return "words of Biascope's list of unfavourable words"
        return "hurtful words"

    def identity(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "name": self.name,
            "title": self.title,
            "words": len(self.words),
            "digest": self.digest,
        }


def lexicon_for(templates: TemplateSet, source: str = "") -> Lexicon:
    """The lexicon that completions of some templates are looked up in.

    Args:
        source: `hurtlex`, `own`, or a file; by default HurtLex in the language of the templates,
            and the project's own list for the demonstration.
    """
    name = source.strip() or (OWN if templates.demonstration else HURTLEX)
    if name == HURTLEX:
        return _hurtlex(templates.language)
    if name == OWN:
        if templates.language != OWN_LANGUAGE:
            raise InputTextError(
                f"The project's word list is English; the templates are in "
                f"{templates.language!r}. Give a lexicon in this language (--lexicon FILE)."
            )
        return Lexicon(OWN, _OWN_TITLE, own_words())
    if not exists(name):
        raise InputTextError(
            f"There is no lexicon {shown_name(name)}: give a file, {HURTLEX}, or {OWN} for the "
            "project's own list."
        )
    return read_lexicon(name)


def read_lexicon(source: str | bytes, name: str | None = None) -> Lexicon:
    """A lexicon of the user's: a file of HurtLex, or one with the columns word and category.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it.
    """
    file = read_text(source, name)
    text = without_delimiter_line(file.text)
    if text.startswith(_FIRST_COLUMNS):
        words = read_lemmas(text.replace("\r\n", "\n"), file.name)
    else:
        words = read_word_list(source, name)
    if not words:
        raise InputTextError(f"{file.name} has no word that counts: give one with words in it.")
    short = Path(file.name).name
    return Lexicon(short, short, words, notes_of(file))


def _hurtlex(language: str) -> Lexicon:
    known = data_set(HURTLEX).languages
    if language not in known:
        raise InputTextError(
            f"HurtLex has no lexicon in {language!r}, only in {', '.join(known)}, so these "
            "completions cannot be judged. Give a lexicon of your own (--lexicon FILE): a file of "
            "HurtLex, or one with the columns word and category."
        )
    title = f"{data_set(HURTLEX).title} ({language}), conservative lemmas"
    return Lexicon(HURTLEX, title, hurtlex(language))
