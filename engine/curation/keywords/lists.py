"""Keyword lists by language and category: Biascope's, and the user's own in any form."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePath

from engine.core.errors import InputTextError
from engine.core.languages import language_name
from engine.core.wording import counted, listed
from engine.curation.candidate import CATEGORIES
from engine.curation.keywords.group import (
    SIZE_LIMIT,
    CategoryList,
    Group,
    ListedWord,
    category_of,
    language_of,
)
from engine.curation.keywords.json_form import is_json, parse_json, with_counterparts
from engine.curation.keywords.plain_form import parse_plain
from engine.curation.keywords.rows_form import KeywordTable, is_table, read_keywords
from engine.curation.keywords.toml_form import as_text, parse_toml
from engine.files.layout import USUAL, Layout, laid_out
from engine.files.text_file import read_text, say_notes

__all__ = [
    "CategoryList",
    "Group",
    "WordLists",
    "as_text",
    "languages",
    "load_lists",
    "only_categories",
    "parse",
    "word_lists",
]

_FOLDER = Path(__file__).parent
_SAID = 5  # bad rows of a table in a note
_WANTED = "a word list in TOML, text or JSON or as a table, each by an option of its own"
_TOML = re.compile(r"\s*(\[|[\w-]+\s*=)")


@dataclass(frozen=True)
class WordLists:
    """What is looked for in the sentences of one language.

    Args:
        language: two-letter code.
        categories: bias type -> its words, in the order of CrowS-Pairs, then the user's own.
        digest: of the language and of all words, which stands for them in a hash.
    """

    language: str
    categories: Mapping[str, CategoryList] = field(hash=False)
    digest: str

    def group(self, entry: ListedWord) -> Group:
        """The group that a word is of."""
        return self.categories[entry.category].groups[entry.group]


def languages() -> tuple[str, ...]:
    """Codes of the languages that Biascope has lists of, English first."""
    found = {path.parent.name for path in _FOLDER.glob("*/*.toml")}
    return tuple(sorted(found, key=lambda code: (code != "en", code)))


def load_lists(
    language: str,
    own: Sequence[tuple[str, bytes | Path]] = (),
    without: Sequence[str] = (),
    note: Callable[[str], None] | None = None,
    mapping: Mapping[str, str] | None = None,
    layout: Layout = USUAL,
) -> WordLists:
    """The lists of a language, with the user's own.

    Args:
        own: (name, content or place) of the user's lists. One of a category replaces the list
            that comes with Biascope, or adds to it where it says `extend`; several of one
            category are taken together, in the order of their names.
        without: categories to leave out.
        note: called with each sentence for the user about what was guessed of the user's lists.
        mapping: role -> column, of the user's lists that are tables; by default columns are
            recognised by their names.
        layout: where these tables lie in their files.
    """
    try:
        code = language_of(language)
    except ValueError as error:
        raise InputTextError(f"{error}.") from None
    chosen = dict(_shipped(code))

    def read(name: str, source: bytes | Path) -> Sequence[CategoryList]:
        """The lists of a file: of a table one for each category, of any other file one."""
        shown = PurePath(name).name or name
        if is_table(shown):
            return _of_table(read_keywords(laid_out(source, layout), shown, mapping, code), note)
        return [_own(shown, source, code, note)]

    given = sorted((one for each in own for one in read(*each)), key=lambda one: one.source)
    for category in dict.fromkeys(one.category for one in given):
        chosen[category] = _joined(
            chosen.get(category), [one for one in given if one.category == category]
        )
    if not chosen:
        raise InputTextError(
            f"Biascope has no keyword lists for {language_name(code)}, only for "
            f"{listed([language_name(one) for one in languages()])}. Give lists of your own."
        )
    left_out = _named(chosen, without)
    kept = sorted(chosen.keys() - left_out, key=_place)
    if not kept:
        raise InputTextError("All categories are left out; keep at least one.")
    return word_lists(code, [chosen[category] for category in kept])


def only_categories(lists: WordLists, names: Sequence[str]) -> WordLists:
    """The lists of some categories; all where none is named."""
    wanted = _named(lists.categories, names)
    if not wanted:
        return lists
    kept = [one for category, one in lists.categories.items() if category in wanted]
    return word_lists(lists.language, kept)


def word_lists(language: str, lists: Sequence[CategoryList]) -> WordLists:
    """Lists of one language together, each of a category of its own."""
    content = "\n".join((language, *map(as_text, lists)))
    digest = hashlib.sha256(content.encode()).hexdigest()[:16]
    return WordLists(language, {one.category: one for one in lists}, digest)


def parse(text: str, source: str, language: str = "") -> CategoryList:
    """Read a list, in TOML, as plain text or as JSON.

    Args:
        source: name of the file, for errors.
        language: of a list that names none.
    """
    if len(text) > SIZE_LIMIT:
        raise InputTextError(
            f"{source} is longer than {SIZE_LIMIT // 2**20} MB, which no word list needs."
        )
    if is_json(text, source):
        return parse_json(text, source, language)
    return (parse_toml if _is_toml(text, source) else parse_plain)(text, source, language)


def _is_toml(text: str, source: str) -> bool:
    if PurePath(source).suffix.lower() == ".toml":
        return True
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return _TOML.match(next(lines, "")) is not None


@lru_cache(maxsize=8)
def _shipped(language: str) -> Mapping[str, CategoryList]:
    paths = sorted(_FOLDER.glob(f"{language}/*.toml"))
    read = [parse_toml(path.read_text(encoding="utf-8"), path.name) for path in paths]
    return {one.category: one for one in read}


def _own(
    shown: str, source: bytes | Path, language: str, note: Callable[[str], None] | None
) -> CategoryList:
    """The list of a file that is no table, which is of one category."""
    file = read_text(source, shown, wanted=_WANTED)
    say_notes(note, file)
    found = parse(file.text, shown, language)
    if found.language != language:
        raise InputTextError(
            f"{shown} is a list for {language_name(found.language)}; the subtitles are read as "
            f"{language_name(language)}."
        )
    return found


def _of_table(table: KeywordTable, note: Callable[[str], None] | None) -> Sequence[CategoryList]:
    """The lists of a table; which of its rows are left out is said."""
    problems = zip(table.rejected["row"], table.rejected["problem"], strict=True)
    bad = [f"Row {row}: {problem}{'' if problem[-1] in '.?' else '.'}" for row, problem in problems]
    if not table.lists:
        raise InputTextError(f"{table.name} holds no keyword that can be used. {bad[0]}")
    left_out = f"{counted(len(bad), 'row')} of {table.name} left out. {' '.join(bad[:_SAID])}"
    for sentence in (*table.notes, *([left_out] if bad else [])):
        if note is not None:
            note(sentence)
    return table.lists


def _joined(shipped: CategoryList | None, own: Sequence[CategoryList]) -> CategoryList:
    """One list of a category: the user's own, with the shipped one where all of them extend it."""
    if shipped is not None and all(one.extends for one in own):
        together = [shipped, *own]
    else:
        bare = [one for one in own if one.bare]
        rest = [one for one in own if not one.bare]
        together = [*([with_counterparts(bare, shipped)] if bare else []), *rest]
    return replace(
        together[0],
        groups=tuple(group for one in together for group in one.groups),
        source=" and ".join(one.source for one in together),
        extends=False,
        bare=False,
    )


def _named(chosen: Mapping[str, CategoryList], names: Sequence[str]) -> set[str]:
    """Categories as users write them."""
    try:
        named = {category_of(name) for name in names}
    except ValueError as error:
        raise InputTextError(f"{error}.") from None
    unknown = sorted(named - chosen.keys())
    if unknown:
        raise InputTextError(
            f"There is no list of {unknown[0]}; there is {listed(sorted(chosen), 20)}."
        )
    return named


def _place(category: str) -> tuple[int, str]:
    known = category in CATEGORIES
    return CATEGORIES.index(category) if known else len(CATEGORIES), category


# --- own ----------------------------------------------------------------------------------


def own_lists(lists: WordLists) -> dict[str, str]:
    """Category → text of each list that is not as Biascope has it, as `parse` reads it."""
    known = lists.language in languages()
    shipped = load_lists(lists.language).categories if known else {}
    return {
        category: as_text(one)
        for category, one in lists.categories.items()
        if category not in shipped or as_text(one) != as_text(shipped[category])
    }


def word_counts(texts: Mapping[str, str], language: str) -> dict[str, int]:
    """Category → number of words in its list."""
    return {
        category: parse(text, f"{category}.toml", language).words
        for category, text in texts.items()
    }
