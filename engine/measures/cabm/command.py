"""`cabm`: the Context-Aware Bias Metric of occupations, or of any targets between two groups."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import say_unused
from engine.command_line.inputs import check_table, read_sentences
from engine.command_line.options import (
    CompareMaskOption,
    NoHeaderOption,
    ValuesOption,
    with_model,
)
from engine.command_line.output import write_json
from engine.command_line.subject import Subject
from engine.command_line.unread import unread_note, unread_report
from engine.files.table_file import FORMATS, save_table
from engine.measures.cabm.command_cooccurrences import GroupsOption
from engine.measures.cabm.command_json import as_json
from engine.measures.cabm.command_models import (
    compare_over,
    compare_with,
    further_models,
    second_model,
    with_deviations,
    with_gaps,
)
from engine.measures.cabm.command_settings import check_choices, completed, weighting_asked
from engine.measures.cabm.command_study import (
    AlphaOption,
    SeedOption,
    framed,
    say_aside,
    study_asked,
    unread_in,
)
from engine.measures.cabm.command_tables import (
    CabmSheetOption,
    CountColumnsOption,
    GivenTables,
    TargetColumnsOption,
    TargetValuesOption,
    parse_sheets,
)
from engine.measures.cabm.command_text import show_cabm
from engine.measures.cabm.data import corpora
from engine.measures.cabm.data.sentences import GENDER_WRITTEN
from engine.measures.cabm.data.sets import SETS
from engine.measures.cabm.features import CONTEXTS, UNSIGNED
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL, SMOOTHINGS
from engine.measures.cabm.scores import RAW, SCALES, STANDARDISED, THRESHOLDS
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.unmasking import with_slot
from engine.measures.cabm.weighting import (
    AUTOMATIC,
    DRAWS,
    EQUAL,
    SHAP_RF,
    WEIGHTINGS,
    parse_weights,
)


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
        typer.Option(help=f"{', '.join(corpora.CORPORA)}, or a file to count in."),
        Fact.AFTERWARDS,
        Names.FILE,
    ] = corpora.BUNDLED,
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
    chosen = weighting_asked(weighting, weights)
    check_choices(scale, published, smoothing, context)
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
    settings = completed(settings, published, data.groups)
    others = further_models(subject, over)
    second = second_model(subject, compare, compare_mask, compare_dtype)
    found = study_asked(subject, data, pmi_corpus, settings, tables)
    unread = unread_in(subject, found)
    report = as_json(found, found.weigh(found.weighting)) | unread_report(unread)
    if not report["draws"]:
        say_unused("these weights are not learned, so they have no bootstrap", "--draws")
    if others:
        report["over_models"] = compare_over(subject, found, others, pmi_corpus, tables)
    if second is not None:
        report["comparison"] = compare_with(
            second, found, settings, report["weights"], pmi_corpus, tables
        )
    if out:
        table = with_gaps(found.scored(report["weights"]), found, report)
        save_table(with_deviations(table, report), Path(out))
    for warning in (*found.warnings, *found.remarks):
        say_aside(warning)
    if json_:
        write_json(report)
        return
    show_cabm(report)
    if note := unread_note(unread):
        typer.echo(note)
