"""What the options of `cabm` name: sentences, counts, and a study of a model on them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import check_named
from engine.command_line.subject import Subject
from engine.command_line.unread import unread_of
from engine.core.errors import InputTextError
from engine.measures.cabm.command_tables import NOTHING_SAID, GivenTables, parse_count_columns
from engine.measures.cabm.data import corpora
from engine.measures.cabm.data.sentences import GENDER, FramedSet, parse_groups
from engine.measures.cabm.data.sets import SETS, bundled_occupations, load_framed
from engine.measures.cabm.settings import CabmSettings, for_kind
from engine.measures.cabm.studied import CabmStudy
from engine.measures.cabm.study import study
from engine.measures.cabm.unmasking import unmasking_items, with_slot

AlphaOption = Annotated[
    float,
    typer.Option(min=0, help="Pseudo-sentences added to each count of the PMI."),
    Fact.AFTERWARDS,
]
SeedOption = Annotated[
    int, typer.Option(help="Seed of forests, bootstraps and draws."), Fact.AFTERWARDS
]

say_aside = partial(typer.echo, err=True)


def framed(
    sentences: str, groups: str, targets: str, tables: GivenTables = NOTHING_SAID
) -> FramedSet:
    """The sentences that the options name."""
    chosen = parse_groups(groups)
    listed = tables.read_targets(targets, chosen, say_aside)
    check_named(sentences, SETS)
    if sentences not in SETS:
        known = listed if listed is not None else bundled_occupations()
        lists = {target: name for target, name in known.items() if name in chosen.names}
        found = tables.read_framed(sentences, chosen, known, lists)
        for note in found.notes:
            say_aside(f"{found.title}: {note}")
        return replace(found, asked=tuple(listed or ()))
    tables.check_no_sentences()
    if chosen.words != GENDER.words or listed is not None:
        raise InputTextError(
            f"The set {sentences} has its own occupations and pronouns; other groups and targets "
            "need sentences of your own: --sentences FILE."
        )
    return load_framed(sentences)


def study_asked(
    subject: Subject,
    data: FramedSet,
    corpus: str,
    settings: CabmSettings,
    tables: GivenTables = NOTHING_SAID,
) -> CabmStudy:
    """A study of the model that the options name."""
    source, mapping = tables.counts_in(corpus), parse_count_columns(tables.count_columns)
    counts = corpora.corpus_counts(corpus, data, data.targets, source, mapping)
    fitting = for_kind(settings, subject.facts.kind)
    return study(subject.measure, subject.derive, data, counts, fitting)


def unread_in(subject: Subject, found: CabmStudy) -> list[list[str]]:
    """Words that the model cannot read, in every sentence and template that the figures are of."""
    texts = [sentence.text for sentence in found.vectors.sentences]
    if found.unmasked is not None:
        templates = with_slot(found.settings.templates)
        items = unmasking_items(found.frame["occupation"].tolist(), templates)
        texts += [item["text"] for item in items]
    return unread_of(subject, list(dict.fromkeys(texts)))
