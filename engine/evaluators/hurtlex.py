"""HurtLex: words to hurt in six languages, and what its categories are called."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from engine.core.errors import DataSetError, InputTextError
from engine.evaluators.word_lists import plain_word, registry_file
from engine.files.fetch.registry import data_set

HURTLEX = "hurtlex"
_CONSERVATIVE = "conservative"
_COLUMNS = ["id", "pos", "category", "stereotype", "lemma", "level"]

# Code -> plain name, after table 1 of Bassignana, Basile and Patti (2018).
CATEGORIES = {
    "ps": "ethnic and national stereotypes",
    "rci": "places and their inhabitants",
    "pa": "professions and occupations",
    "ddf": "physical disability and difference",
    "ddp": "cognitive disability and difference",
    "dmc": "moral and behavioural faults",
    "is": "social and economic disadvantage",
    "or": "plants",
    "an": "animals",
    "asm": "male anatomy",
    "asf": "female anatomy",
    "pr": "prostitution",
    "om": "homosexuality",
    "qas": "words with potentially negative connotations",
    "cds": "derogatory words",
    "re": "crime and immoral behaviour",
    "svp": "the seven deadly sins",
}


def category_name(code: str) -> str:
    """A category as it is shown, with its code."""
    return f"{CATEGORIES[code]} ({code.upper()})"


def hurtlex(language: str) -> Mapping[str, str]:
    """The conservative words of a language.

    Args:
        language: two letters.

    Returns:
        Plain lemma -> code of its category; of several categories the first one in the file, as
        in HONEST's own code.

    Raises:
        DataSetError: if its file is not on this machine, or not as it should be.
    """
    known = data_set(HURTLEX).languages
    if language not in known:
        raise InputTextError(
            f"HurtLex is read in {', '.join(known)}; got the language {language!r}."
        )
    path = registry_file(HURTLEX, f"hurtlex_{language.upper()}.tsv")
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=6)
def _read(path: Path, _time: int) -> Mapping[str, str]:
    return read_lemmas(path.read_text(encoding="utf-8"), path.name)


def read_lemmas(text: str, name: str) -> dict[str, str]:
    """Conservative lemmas of a HurtLex file, with the code of their first category."""
    header, *rows = text.removesuffix("\n").split("\n")
    if header.split("\t") != _COLUMNS:
        raise DataSetError(f"{name} is not a file of HurtLex 1.2: its columns are {header[:80]!r}.")
    found: dict[str, str] = {}
    for number, row in enumerate(rows, start=2):
        cells = row.split("\t")
        if len(cells) != len(_COLUMNS) or cells[2] not in CATEGORIES:
            raise DataSetError(
                f"{name}, row {number} is not a row of HurtLex 1.2; the file may be cut off."
            )
        if cells[5] == _CONSERVATIVE:
            found.setdefault(plain_word(cells[4]), cells[2])
    return found
