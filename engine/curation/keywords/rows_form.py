"""Keyword lists as a table of any of the forms that tables are read in: a keyword in each row.

    keyword,counterparts,category
    old,"young, middle-aged",age
    pensioner/pensioners,teenager/teenagers,age

Only the keyword is needed. Without a column of categories the name of the file says which one it
is, as in `age.xlsx`. Without counterparts the words get those that Biascope's own list of the
category has, as those of JSON do.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.curation.keywords.group import SIZE_LIMIT, CategoryList, category_of, is_known, word_of
from engine.curation.keywords.json_form import category_in_name, words_alone
from engine.curation.keywords.plain_form import groups_of, word_rows
from engine.curation.keywords.toml_form import MOST_WORDS
from engine.files.columns import Roles
from engine.files.layout import FileSource
from engine.files.recognised import RecognisedFile, UserTable, recognised

ENDINGS = (".csv", ".tsv", ".xlsx", ".jsonl", ".ndjson")
KEYWORD, COUNTERPARTS, CATEGORY = "keyword", "counterparts", "category"
ROLES = Roles(
    {
        KEYWORD: (KEYWORD, "keywords", "word", "words", "term", "terms"),
        COUNTERPARTS: (COUNTERPARTS, "counterpart", "opposite", "opposites"),
        CATEGORY: (CATEGORY, "categories", "biastype", "type"),
    },
    (KEYWORD,),
    f"Name the column of the words {KEYWORD}; {COUNTERPARTS} and {CATEGORY} may be left out.",
)
_BETWEEN = re.compile(r"[,;|]")  # counterparts in a cell
_FORM = "/"  # between the forms of a word


@dataclass(frozen=True, eq=False, kw_only=True)
class KeywordTable(UserTable):
    """A table of keywords as it was understood.

    Args:
        lists: one of each category, in the order of their first rows.
        entries: (keyword, its counterparts, category), those of one keyword together.
    """

    lists: tuple[CategoryList, ...]
    entries: tuple[tuple[str, tuple[str, ...], str], ...]

    @property
    def words(self) -> int:
        """Number of words that are looked for."""
        return sum(one.words for one in self.lists)

    def as_csv(self) -> str:
        """The same words as a table that is read without being told its columns."""
        text = io.StringIO()
        rows = ((word, ", ".join(others), category) for word, others, category in self.entries)
        csv.writer(text, lineterminator="\n").writerows([tuple(ROLES.names), *rows])
        return text.getvalue()


def is_table(name: str) -> bool:
    """Whether a list is a table, by the ending of its name."""
    return PurePath(name).suffix.lower() in ENDINGS


def read_keywords(
    source: FileSource,
    name: str,
    mapping: Mapping[str, str] | None = None,
    language: str = "",
) -> KeywordTable:
    """Read a table of keywords.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: of the file, which says the category where no column does.
        mapping: role -> the file's column; by default it is recognised by its name.
        language: code of the words' language.

    Raises:
        InputTextError: if no row can be used, or the name of the file is no category.
    """
    file = recognised(source, name, mapping, None, ROLES)
    if len(file.text.text) > SIZE_LIMIT:
        raise InputTextError(
            f"{name} is longer than {SIZE_LIMIT // 2**20} MB, which no word list needs."
        )
    rows = _Rows(file, "" if CATEGORY in file.places else _named_category(name))
    file.sort_out(rows.read)
    lists = tuple(_list(words, category, language, name) for category, words in rows.found.items())
    entries = tuple(
        (word, tuple(others), category)
        for category, words in rows.found.items()
        for word, others in words.items()
    )
    table = KeywordTable(lists=lists, entries=entries, **file.about())
    if table.words > MOST_WORDS:
        raise InputTextError(
            f"{name} has {counted(table.words, 'word')}; {MOST_WORDS:,} are the most."
        )
    return table


def _named_category(name: str) -> str:
    try:
        return category_of(category_in_name(PurePath(name).stem))
    except ValueError:
        raise InputTextError(
            f"{name} has no column of categories, and its name is none either; call it by a "
            "category, as gender.csv, or add a column category."
        ) from None


class _Rows:
    """The rows of a table by category, those of one keyword together.

    Args:
        category: of all rows, where no column says it.
    """

    def __init__(self, file: RecognisedFile, category: str) -> None:
        self._places, self._category = file.places, category
        self.found: dict[str, dict[str, list[str]]] = {}  # category -> keyword -> counterparts

    def read(self, _: int, cells: list[str]) -> str:
        """What is wrong with a row; one without a fault is kept."""
        keyword = self._cell(cells, KEYWORD)
        if not keyword:
            return "the keyword is empty"
        given = [part.strip() for part in _BETWEEN.split(self._cell(cells, COUNTERPARTS))]
        try:
            category = self._category or category_of(self._cell(cells, CATEGORY))
            words = self.found.get(category, {})
            counterparts = [*words.get(keyword, ()), *filter(None, given)]
            word_rows(keyword, counterparts)
        except ValueError as error:
            return str(error)
        self.found.setdefault(category, {})[keyword] = counterparts
        return ""

    def _cell(self, cells: list[str], role: str) -> str:
        return cells[self._places[role]].strip() if role in self._places else ""


def _list(
    words: Mapping[str, list[str]], category: str, language: str, source: str
) -> CategoryList:
    if not any(words.values()) and not any(_FORM in word for word in words):
        alone = dict.fromkeys(word_of(word).casefold() for word in words)
        return words_alone([*alone], category, language, source)
    listed = [word_rows(keyword, counterparts) for keyword, counterparts in words.items()]
    return CategoryList(category, language, groups_of(listed, is_known(language)), source)
