"""How often targets and group words stand in one sentence of a corpus: counts for PMI.

Counts are of sentences: one that holds both "nurse" and "she" counts once for the two
together, however often it names them. A sentence with words of both groups counts for both.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import InputTextError
from engine.files.cells import cells_of
from engine.files.columns import Roles, column_mapping, plain_name
from engine.files.conventions import likely_delimiter, named_delimiter
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set
from engine.files.layout import FileSource, by_number
from engine.files.records import as_table
from engine.files.samples import SAMPLES
from engine.files.text_file import TextFile, read_text
from engine.measures.cabm.data.sentences import GENDER, FramedSet, Groups
from engine.measures.cabm.data.sets import WINOBIAS, load_framed
from engine.words.contexts import WordFinder, corpus_lines

if TYPE_CHECKING:
    import pandas as pd

_COUNT = re.compile(r"[0-9]{1,18}")  # more sentences than any corpus has
_HEADER = ("target", "sentences")
ALL = "(all)"  # the row of a counts file that holds the totals
# A capital or a digit after a full stop begins a sentence; "Mr. Smith" is cut too, seldom enough.
_BREAK = re.compile(r"(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(]*[A-Z0-9])")


class TargetCount(NamedTuple):
    """Sentences that hold a target, alone and with a word of each group."""

    sentences: int
    first: int
    second: int


@dataclass(frozen=True)
class CorpusCounts:
    """Sentence counts of one corpus.

    Args:
        corpus: as people read it.
        groups: names of the two groups.
        sentences: of the corpus.
        first: of them with a word of the first group; second likewise.
        targets: every target that was looked for, also those never found.
        note: what a user should know of the corpus.
        words: group word -> sentences that hold it; empty where only groups were counted.
        pairs: target -> group word -> sentences that hold both.
    """

    corpus: str
    groups: tuple[str, str]
    sentences: int
    first: int
    second: int
    targets: dict[str, TargetCount] = field(default_factory=dict)
    note: str = ""
    words: dict[str, int] = field(default_factory=dict)
    pairs: dict[str, dict[str, int]] = field(default_factory=dict)


def sentences_of(lines: Iterable[str]) -> Iterator[str]:
    """Lines cut into sentences at full stops before a capital or a digit."""
    for line in lines:
        yield from (part for part in _BREAK.split(line) if part.strip())


def cooccurrences(
    sentences: Iterable[str], targets: Iterable[str], groups: Groups, corpus: str, note: str = ""
) -> CorpusCounts:
    """Count a corpus.

    Args:
        sentences: one each; a paragraph counts as one sentence.
    """
    wanted = list(dict.fromkeys(targets))
    members = [set(words) for words in groups.words]
    finder = WordFinder([*wanted, *(word for words in groups.words for word in words)])
    found = dict.fromkeys(wanted, TargetCount(0, 0, 0))
    words = {word: 0 for listed in groups.words for word in listed}
    pairs = {target: dict(words) for target in wanted}
    total = of_first = of_second = 0
    for sentence in sentences:
        total += 1
        held = {entry.word for entry in finder.find(sentence)}
        first, second = (not member.isdisjoint(held) for member in members)
        of_first += first
        of_second += second
        together = held & words.keys()
        for word in together:
            words[word] += 1
        for target in held & found.keys():
            count = found[target]
            found[target] = TargetCount(
                count.sentences + 1, count.first + first, count.second + second
            )
            for word in together:
                pairs[target][word] += 1
    return usable(
        CorpusCounts(corpus, groups.names, total, of_first, of_second, found, note, words, pairs)
    )


def usable(counts: CorpusCounts) -> CorpusCounts:
    """Counts that a PMI can be taken from."""
    if not counts.sentences:
        raise InputTextError(f"{counts.corpus} has no sentence to count.")
    for name, number in zip(counts.groups, (counts.first, counts.second), strict=True):
        if not number:
            raise InputTextError(
                f"No sentence of {counts.corpus} has a word of the group {name}, so PMI is "
                "undefined; choose another corpus."
            )
    return counts


def counts_frame(counts: CorpusCounts) -> pd.DataFrame:
    """Counts as a table that `read_counts` reads, the whole corpus in its first row."""
    import pandas as pd

    whole = [ALL, counts.sentences, counts.first, counts.second, *counts.words.values()]
    rows = [
        [target, *count, *counts.pairs.get(target, {}).values()]
        for target, count in counts.targets.items()
    ]
    return pd.DataFrame(
        [whole, *rows], columns=[*_HEADER, *counts.groups, *counts.words], dtype=object
    )


def count_roles(groups: Groups) -> Roles:
    """What the columns of counts can be, where two groups are compared."""
    names = {
        "target": ("target",),
        "sentences": ("sentences",),
        "first": (plain_name(groups.names[0]),),
        "second": (plain_name(groups.names[1]),),
    }
    return Roles(
        names,
        tuple(names),
        f"Counts have a row for each target and one, {ALL}, for the whole corpus: its sentences, "
        f"and those with a word of {groups.names[0]} (first) and of {groups.names[1]} (second).",
    )


def is_counts(name: str) -> bool:
    """Whether a file of this name holds counts, and no text to count in."""
    return Path(name).suffix.lower() in (".csv", ".tsv", ".xlsx", ".xlsm")


def read_counts(
    source: FileSource,
    corpus: str,
    note: str = "",
    mapping: Mapping[str, str] | None = None,
    groups: Groups = GENDER,
) -> CorpusCounts:
    """Counts from a table: `target,sentences,FIRST,SECOND` with the row `(all)`.

    More columns, one a group word, hold the sentences with that word.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        mapping: role of `count_roles` -> the file's column; further columns are not read then.
        groups: of the roles.
    """
    file = read_text(source, corpus)
    if mapping or not file.header:
        rows = _chosen(file, mapping or {}, groups)
    else:
        named, counted = named_delimiter(file.text)
        mark = named or likely_delimiter(counted)
        with as_table(file.name):
            rows = list(csv.reader(io.StringIO(counted), delimiter=mark))
    if not rows or len(rows[0]) < 4 or tuple(rows[0][:2]) != _HEADER:
        raise InputTextError(
            f"{file.name} is not a file of counts; its first row is target,sentences,GROUP,GROUP."
        )
    if not any(rows[1:]):
        raise InputTextError(f"{file.name} has no rows below its header.")
    numbers = {row[0]: _numbers(row, len(rows[0]), file.name) for row in rows[1:] if row}
    total = numbers.pop(ALL, None)
    if total is None:
        raise InputTextError(f"{file.name} has no row {ALL} with the counts of the whole corpus.")
    for target, found in numbers.items():
        if found[0] > total[0] or max(found[1:]) > found[0]:
            raise InputTextError(f"{file.name}: the counts of {target!r} are higher than possible.")
    names = rows[0][4:]
    targets = {target: TargetCount(*found[:3]) for target, found in numbers.items()}
    pairs = {
        target: dict(zip(names, found[3:], strict=True))
        for target, found in numbers.items()
        if names
    }
    words = dict(zip(names, total[3:], strict=True))
    sentences, first, second = total[:3]
    counted_groups = (rows[0][2], rows[0][3])
    said = " ".join([*filter(None, [note]), *file.notes])
    return usable(
        CorpusCounts(corpus, counted_groups, sentences, first, second, targets, said, words, pairs)
    )


def _chosen(file: TextFile, mapping: Mapping[str, str], groups: Groups) -> list[list[str]]:
    """Header and rows of the columns that the user chose."""
    roles = count_roles(groups)
    given = mapping if file.header else by_number(mapping)
    _, cells = cells_of(file, partial(roles.fit, given))
    columns = column_mapping(file.called, cells.header, given, roles, file.missing)
    places = [cells.header.index(columns[role]) for role in roles.names]
    if cells.bad:
        row, problem, _ = min(cells.bad)
        raise InputTextError(f"{file.name}, row {row} {problem}.")
    rows = [[held[place].strip() for place in places] for _, held in cells.good]
    return [[*_HEADER, *groups.names], *rows]


def _numbers(row: list[str], width: int, file: str) -> list[int]:
    if len(row) != width or not all(_COUNT.fullmatch(cell.strip()) for cell in row[1:]):
        wanted = "three" if width == 4 else str(width - 1)
        raise InputTextError(f"{file}: {','.join(row)[:60]!r} is not a target and {wanted} counts.")
    return [int(cell) for cell in row[1:]]


# --- pmi corpora --------------------------------------------------------------------------
# Corpora that PMI can be counted in: the bundled counts, public texts, or a file.

BUNDLED, WIKITEXT, SENTENCES = "bundled", "wikitext2", "sentences"
_WIKITEXT_SET = "wikitext2-test"
CORPORA = {
    BUNDLED: "Open English text, counted",
    WIKITEXT: "WikiText-2, test split",
    WINOBIAS: "WinoBias sentences",
    SENTENCES: "The measured sentences themselves",
}
_FILE = SAMPLES / "occupation_counts.csv"
_NOTE = (
    "Text the bundled model was trained on: novels of 1890-1928, reviews, dialogues, "
    "textbooks, Wikipedia. Only the counts are here."
)
_BALANCED = "Balanced by design, so any association in them is left over from the design."


def corpus_counts(
    corpus: str,
    data: FramedSet,
    targets: Sequence[str],
    file: FileSource | None = None,
    mapping: Mapping[str, str] | None = None,
) -> CorpusCounts:
    """Counts of targets and of the data's groups in one corpus.

    Args:
        corpus: one of `CORPORA`, or the path of a text file or of a counts file.
        file: what to read where `corpus` is its name alone: content, or a path with its layout.
        mapping: of counts, role -> the file's column.
    """
    if corpus == BUNDLED:
        return _bundled(data.groups)
    if corpus in (WINOBIAS, SENTENCES):
        source = data if corpus == SENTENCES else load_framed(WINOBIAS)
        texts = dict.fromkeys(sentence.text for sentence in source.sentences)
        title = f"the sentences of {data.title}" if corpus == SENTENCES else CORPORA[corpus]
        return cooccurrences(texts, targets, data.groups, title, _BALANCED)
    if corpus == WIKITEXT:
        folder = find(_WIKITEXT_SET)
        if folder is None:
            raise absent(_WIKITEXT_SET)
        texts_file = folder / data_set(_WIKITEXT_SET).files[0].name
        return _counted(texts_file, targets, data.groups, CORPORA[WIKITEXT])
    if is_counts(corpus):
        given = corpus if file is None else file
        counts = read_counts(given, corpus, "", mapping, data.groups)
        if counts.groups != data.groups.names:
            raise InputTextError(
                f"{counts.corpus} counts {' and '.join(counts.groups)}, and the groups measured "
                f"are {' and '.join(data.groups.names)}."
            )
        return counts
    if file is not None:
        text = read_text(file, corpus)
        said = " ".join(text.notes)
        return cooccurrences(
            sentences_of(text.text.splitlines()), targets, data.groups, corpus, said
        )
    return _counted(corpus, targets, data.groups, Path(corpus).name)


def _counted(path: str | Path, targets: Sequence[str], groups: Groups, title: str) -> CorpusCounts:
    return cooccurrences(sentences_of(corpus_lines(path)), targets, groups, title)


@lru_cache(maxsize=1)
def bundled_counts() -> CorpusCounts:
    """Counts of occupations and gendered pronouns that come with the project."""
    return read_counts(_FILE.read_bytes(), "open English text", _NOTE)


def _bundled(groups: Groups) -> CorpusCounts:
    if groups.words != GENDER.words:
        raise InputTextError(
            "The bundled counts are of he, him, his and she, her, hers; other groups need a corpus "
            "to count in: a text file, or the sentences themselves."
        )
    return replace(bundled_counts(), groups=groups.names)
