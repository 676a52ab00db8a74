"""The user's own text to count the groups in on the CABM page, or a table that has the counts."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from components.cabm.own_sentences import CabmSource, sheet_of
from components.frame.widgets import chosen_columns, kept_file, own_file
from components.frame.widgets.chosen_columns import NOT_CHOSEN
from engine.files.layout import FileSource
from engine.files.mapping import mapping_text
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.corpora import corpus_counts
from engine.measures.cabm.data.counts_file import count_roles, is_counts
from engine.measures.cabm.data.sentences import FramedSet


def ask(data: FramedSet, key: str) -> tuple[CorpusCounts, CabmSource] | None:
    """Draw the upload box; None until there is a file, and its columns are known.

    Args:
        data: the sentences, whose groups and targets are counted.
        key: identity of the sentences.
    """
    file = kept_file.ask(
        "Text to count in",
        "cabm_corpus",
        ["txt", "csv"],
        "A text file; or a table of counts, as `cooccurrences` writes it, or with columns chosen "
        "below.",
    )
    if file is None:
        return None

    def read(content: FileSource, name: str, mapping: Mapping[str, str]) -> CorpusCounts:
        return corpus_counts(name, data, data.targets, content, mapping)

    source, kind = (file.data, file.name, ()), f"counts {key}"
    if is_counts(file.name):
        found = chosen_columns.read_own_table(
            source, read, _names(data), count_roles(data.groups), "cabm_counts", kind, headed=True
        )
    else:
        found = own_file.read_once(read, kind, *source), NOT_CHOSEN
    if found is None:
        return None
    counts, reading = found
    words = ["--pmi-corpus", file.name]
    if reading.columns:
        words += ["--count-columns", mapping_text(reading.columns)]
    digest = sha256(file.data + repr(reading).encode()).hexdigest()[:16]
    return counts, CabmSource(
        f"{file.name} {digest}",
        tuple(words),
        {file.name: file.data},
        sheets=sheet_of("counts", reading),
        by_hand=reading.by_hand,
    )


def _names(data: FramedSet) -> dict[str, str]:
    first, second = data.groups.names
    return {
        "target": "occupation",
        "sentences": "sentences with it",
        "first": f"sentences with it and {first} words",
        "second": f"sentences with it and {second} words",
    }
