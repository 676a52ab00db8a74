"""Corpora that PMI can be counted in: the bundled counts, public texts, or a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from engine.core.errors import InputTextError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set
from engine.files.layout import FileSource
from engine.files.samples import SAMPLES
from engine.files.text_file import read_text
from engine.measures.cabm.data.cooccurrence import CorpusCounts, cooccurrences, sentences_of
from engine.measures.cabm.data.counts_file import is_counts, read_counts
from engine.measures.cabm.data.sentences import GENDER, FramedSet, Groups
from engine.measures.cabm.data.sets import WINOBIAS, load_framed
from engine.words.contexts import corpus_lines

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
        return _counted(corpus_lines(texts_file), targets, data.groups, CORPORA[WIKITEXT])
    if is_counts(corpus):
        given = corpus if file is None else file
        counts = read_counts(given, corpus, "", mapping, data.groups)
        if counts.groups != data.groups.names:
            raise InputTextError(
                f"{counts.corpus} counts {' and '.join(counts.groups)}, and the groups measured "
                f"are {' and '.join(data.groups.names)}."
            )
        return counts
    if file is None:
        return _counted(corpus_lines(corpus), targets, data.groups, Path(corpus).name)
    text = read_text(file, corpus)
    return _counted(text.text.splitlines(), targets, data.groups, corpus, " ".join(text.notes))


def _counted(
    lines: Iterable[str], targets: Sequence[str], groups: Groups, title: str, note: str = ""
) -> CorpusCounts:
    return cooccurrences(sentences_of(lines), targets, groups, title, note)


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
