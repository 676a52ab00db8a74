"""`cabm`: the Context-Aware Bias Metric of occupations, or of any targets between two groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import say_unused
from engine.command_line.inputs import check_named, check_table, read_sentences, split_words
from engine.command_line.options import (
    CompareMaskOption,
    NoHeaderOption,
    ValuesOption,
    with_model,
)
from engine.command_line.output import write_json
from engine.command_line.subject import Subject, name_each
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.errors import InputTextError
from engine.core.families import MASKED
from engine.core.spec import format_heads
from engine.files.table_file import FORMATS, save_table
from engine.measures.cabm.command_cooccurrences import GroupsOption
from engine.measures.cabm.command_json import as_json
from engine.measures.cabm.command_tables import (
    NOTHING_SAID,
    CabmSheetOption,
    CountColumnsOption,
    GivenTables,
    TargetColumnsOption,
    TargetValuesOption,
    parse_count_columns,
    parse_sheets,
)
from engine.measures.cabm.command_text import show_cabm
from engine.measures.cabm.compared import compared
from engine.measures.cabm.data import cooccurrence as pmi_corpora
from engine.measures.cabm.data.sentences import GENDER, GENDER_WRITTEN, FramedSet, parse_groups
from engine.measures.cabm.data.sets import SETS, bundled_occupations, load_framed
from engine.measures.cabm.features import CONTEXTS, UNSIGNED
from engine.measures.cabm.over_models import over_models
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL, SMOOTHINGS
from engine.measures.cabm.scores import RAW, SCALES, STANDARDISED, THRESHOLDS
from engine.measures.cabm.settings import CabmSettings, as_published, for_kind
from engine.measures.cabm.studied import CabmStudy, study
from engine.measures.cabm.unmasking import templates_for, unmasking_items, with_slot
from engine.measures.cabm.weighting import (
    AUTOMATIC,
    CHOICES,
    DRAWS,
    EQUAL,
    SHAP_RF,
    USER,
    WEIGHTINGS,
    parse_weights,
    user_weights,
)

if TYPE_CHECKING:
    import pandas as pd

AlphaOption = Annotated[
    float,
    typer.Option(min=0, help="Pseudo-sentences added to each count of the PMI."),
    Fact.AFTERWARDS,
]
SeedOption = Annotated[
    int, typer.Option(help="Seed of forests, bootstraps and draws."), Fact.AFTERWARDS
]


@with_model()
def cabm(
    sentences: Annotated[
        str,
        typer.Option(help=f"A file, or one of {', '.join(SETS)}."),
        Names.FILE,
    ] = "bundled",
    weighting: Annotated[
        str,
        typer.Option(
            help=f"{', '.join(WEIGHTINGS)}, or {AUTOMATIC}: {SHAP_RF} if the forest clearly tells "
            f"the lists apart better than chance, else {EQUAL}, of features that repeat."
        ),
        Fact.AFTERWARDS,
    ] = "",
    weights: Annotated[
        str,
        typer.Option(help="Weights of your own, as pmi=0.5,cosine=0.3,context=0.2."),
        Fact.AFTERWARDS,
    ] = "",
    scale: Annotated[
        str,
        typer.Option(help=f"{' or '.join(SCALES)}; {RAW} where models are compared."),
        Fact.AFTERWARDS,
    ] = "",
    published: Annotated[
        bool,
        typer.Option("--published", help="As in the thesis; weights may have any sum."),
        Fact.AFTERWARDS,
    ] = False,
    pmi_corpus: Annotated[
        str,
        typer.Option(help=f"{', '.join(pmi_corpora.CORPORA)}, or a file to count in."),
        Fact.AFTERWARDS,
        Names.FILE,
    ] = pmi_corpora.BUNDLED,
    alpha: AlphaOption = ALPHA,
    smoothing: Annotated[
        str, typer.Option(help=" or ".join(SMOOTHINGS)), Fact.AFTERWARDS
    ] = PROPORTIONAL,
    context: Annotated[str, typer.Option(help=" or ".join(CONTEXTS)), Fact.AFTERWARDS] = UNSIGNED,
    sentence: Annotated[str, typer.Option(help="Sentence vector: cls, mean or none.")] = "cls",
    groups: GroupsOption = GENDER_WRITTEN,
    targets: Annotated[
        str,
        typer.Option(help="File of targets to look for, optionally with their lists."),
        Names.FILE,
    ] = "",
    columns: Annotated[
        str, typer.Option(help="Columns of the sentences by name, as sentence=A,gender=B.")
    ] = "",
    values: ValuesOption = "",
    sheet: CabmSheetOption = "",
    no_header: NoHeaderOption = False,
    target_columns: TargetColumnsOption = "",
    target_values: TargetValuesOption = "",
    count_columns: CountColumnsOption = "",
    templates: Annotated[
        str,
        typer.Option(help="Unmasking templates, one a line, with [MASK] and {target}."),
        Names.FILE,
    ] = "",
    threshold: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="How far from 0 a score is neutral: standardised, in standard deviations of the "
            f"scores ({THRESHOLDS[STANDARDISED]:g}); raw, of the score ({THRESHOLDS[RAW]:g}).",
        ),
        Fact.AFTERWARDS,
    ] = None,
    draws: Annotated[
        int, typer.Option(min=20, help="Bootstrap draws of forest weights."), Fact.AFTERWARDS
    ] = DRAWS,
    seed: SeedOption = 0,
    over: Annotated[
        str,
        typer.Option(
            "--over",
            help="Further models, comma-separated, such as those that the Lab trained: how far "
            "the scores differ over all of them.",
        ),
        Names.MODELS,
    ] = "",
    compare: Annotated[
        str, typer.Option(help="A second model on the same sentences."), Names.MODEL
    ] = "",
    compare_mask: CompareMaskOption = "",
    compare_dtype: Annotated[
        str, typer.Option(help="Precision of the second model; alone, of the same model.")
    ] = "",
    out: Annotated[
        str, typer.Option(help=f"Table of the occupations to write: {FORMATS}."), Fact.ELSEWHERE
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How far each occupation leans to one gender: corpus counts, vectors and contexts in one."""
    chosen = _weighting(weighting, weights)
    _check(scale, published, smoothing, context)
    check_table(out)
    tables = GivenTables(
        columns,
        values,
        target_columns,
        target_values,
        count_columns,
        parse_sheets(sheet),
        not no_header,
    )
    data = framed(sentences, groups, targets, tables)
    settings = CabmSettings(
        weighting=chosen,
        user_weights=tuple(parse_weights(weights).items()) if weights else (),
        alpha=alpha,
        smoothing=smoothing,
        context=context,
        sentence=sentence,
        threshold=threshold,
        scale=scale or STANDARDISED,
        templates=with_slot(read_sentences(templates)) if templates else (),
        seed=seed,
        draws=draws,
    )
    settings = (
        as_published(settings, data.groups)
        if published
        else replace(settings, templates=settings.templates or templates_for(data.groups))
    )
    # Weights that cannot be are refused before a model is loaded.
    if settings.weighting == USER:
        user_weights(dict(settings.user_weights), free=published)
    others = _further(subject, over)
    second = _second(subject, compare, compare_mask, compare_dtype)
    found = study_asked(subject, data, pmi_corpus, settings, tables)
    unread = _unread(subject, found)
    report = as_json(found, found.weigh(found.weighting)) | unread_report(unread)
    if not report["draws"]:
        say_unused("these weights are not learned, so they have no bootstrap", "--draws")
    if others:
        report["over_models"] = _over_models(subject, found, others, pmi_corpus, tables)
    if second is not None:
        other = study_asked(second, data, pmi_corpus, settings, tables)
        report["comparison"] = compared(found, other, report["weights"])
        if note := unread_note(_unread(second, other)):
            _say(f"{_label(second)}: {note}")
    if out:
        save_table(_with_deviations(found.scored(report["weights"]), report), Path(out))
    for warning in (*found.warnings, *found.remarks):
        typer.echo(warning, err=True)
    if json_:
        write_json(report)
        return
    show_cabm(report)
    if note := unread_note(unread):
        typer.echo(note)


def _unread(subject: Subject, found: CabmStudy) -> list[list[str]]:
    """Words that the model cannot read, of every sentence and template that the figures are of."""
    texts = [sentence.text for sentence in found.vectors.sentences]
    if found.unmasked is not None:
        templates = with_slot(found.settings.templates)
        items = unmasking_items(found.frame["occupation"].tolist(), templates)
        texts += [item["text"] for item in items]
    return unread_of(subject, list(dict.fromkeys(texts)))


def _say(sentence: str) -> None:
    typer.echo(sentence, err=True)


def _further(subject: Subject, over: str) -> list[Subject]:
    """The models that `--over` names, each once, before anything is measured.

    Raises:
        InputTextError: where it names none but the measured model.
        UnknownModelError: where there is no such model.
    """
    found, again = {subject.spec: subject}, []
    for name in split_words(over):
        other = subject.other(name)
        if found.setdefault(other.spec, other) is not other:
            again.append(name)
    if over and len(found) < 2:
        raise InputTextError(
            f"--over {over} names no model but the measured one; name another to compare with it."
        )
    for name in again:
        _say(f"--over {name}: this model is there already and is counted once.")
    name_each([*found.values()])
    return [*found.values()][1:]


def _second(subject: Subject, compare: str, mask: str, dtype: str) -> Subject | None:
    """The model compared with, if any is named; a precision alone leaves the mask as it is."""
    if not (compare or mask or dtype):
        return None
    second = subject.other(compare, mask if compare or mask else subject.mask, dtype)
    name_each([subject, second])
    return second


def _over_models(
    subject: Subject,
    found: CabmStudy,
    others: Sequence[Subject],
    corpus: str,
    tables: GivenTables,
) -> dict[str, Any]:
    """Standard deviations over the model at hand and the others, raw and with its weights."""
    weights = found.weigh(found.weighting, intervals=False)["weights"]
    studies = {_label(subject): found}
    for other in others:
        asked = replace(found.settings, kind=MASKED)
        studied = studies[_label(other)] = study_asked(other, found.data, corpus, asked, tables)
        if note := unread_note(_unread(other, studied)):
            _say(f"{_label(other)}: {note}")
    names = set.intersection(*(set(each.names) for each in studies.values()))
    frames = {label: each.comparable(weights, names) for label, each in studies.items()}
    return over_models(frames, found.settings.seed)


def _label(subject: Subject) -> str:
    """A model with its masked heads, without which it is another one."""
    spec = subject.spec
    masked = f" (masked: {format_heads(spec.masked_heads)})" if spec.masked_heads else ""
    return f"{spec.exact_name}{masked}"


def _with_deviations(frame: pd.DataFrame, report: Mapping[str, Any]) -> pd.DataFrame:
    """The table to write, with the standard deviation of each occupation over the models."""
    rows = report.get("over_models", {}).get("by_occupation", [])
    for name in [key for key in (rows[0] if rows else {}) if key != "occupation"]:
        by_occupation = {row["occupation"]: row[name] for row in rows}
        column = f"{name.lower()}_sd_over_models"
        frame = frame.assign(**{column: frame["occupation"].map(by_occupation)})
    return frame


def framed(
    sentences: str, groups: str, targets: str, tables: GivenTables = NOTHING_SAID
) -> FramedSet:
    """The sentences that the options name."""
    chosen = parse_groups(groups)
    listed = tables.read_targets(targets, chosen, _say)
    check_named(sentences, SETS)
    if sentences not in SETS:
        known = listed if listed is not None else bundled_occupations()
        lists = {target: name for target, name in known.items() if name in chosen.names}
        found = tables.read_framed(sentences, chosen, known, lists)
        for note in found.notes:
            _say(f"{found.title}: {note}")
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
    counts = pmi_corpora.corpus_counts(corpus, data, data.targets, source, mapping)
    fitting = for_kind(settings, subject.facts.kind)
    return study(subject.measure, subject.derive, data, counts, fitting)


def _weighting(weighting: str, weights: str) -> str:
    """The weighting that two options name."""
    if weighting not in ("", *CHOICES):
        raise InputTextError(
            f"A weighting is {', '.join(WEIGHTINGS)}, {AUTOMATIC}, or {USER} with --weights; got "
            f"{weighting!r}."
        )
    if weights and weighting not in ("", USER):
        raise InputTextError(
            f"--weights gives weights of your own and --weighting {weighting} works them out; "
            "leave out one of the two."
        )
    if weighting == USER and not weights:
        raise InputTextError(
            f"--weighting {USER} needs --weights, as --weights pmi=0.5,cosine=0.3,context=0.2."
        )
    return USER if weights else weighting or AUTOMATIC


def _check(scale: str, published: bool, smoothing: str, context: str) -> None:
    for name, value, choices in (
        ("scale", scale or STANDARDISED, SCALES),
        ("smoothing", smoothing, SMOOTHINGS),
        ("context", context, CONTEXTS),
    ):
        if value not in choices:
            raise InputTextError(f"--{name} is {' or '.join(choices)}; got {value!r}.")
    if published and scale not in ("", RAW):
        raise InputTextError(
            f"--published is on the {RAW} scale; leave out --scale {scale} or --published."
        )
