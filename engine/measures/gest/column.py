"""Columns of GEST: the stereotype rate of one set of sentences under one template, or all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.columns.column import (
    BY_TEMPLATE,
    EXP,
    IDENTITY,
    Column,
    Family,
    Link,
    Reading,
    only_kind,
    reader,
)
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.families import MASKED
from engine.core.paths import exists
from engine.measures.gest.data.file import read_gest
from engine.measures.gest.data.sets import BUNDLED, GEST, gest_sets, load_gest
from engine.measures.gest.scoring import ALL, TEMPLATES, parse_template, template_text
from engine.measures.gest.study import items_of, notes, study_of
from engine.measures.gest.verdict import PUBLISHED, VARIANTS

if TYPE_CHECKING:
    from engine.measures.gest.data.file import GestFile

VERSION = 2
_ALL_VERSION = 3  # of all templates, which say what each gives
_TEMPLATE = "0"  # where none is asked for


def column(argument: str) -> Column:
    """The column of `[data][:template]`."""
    data, template = _parts(argument)
    templates = parse_template(template)
    file = _read(data)
    sentences = file.sentences["sentence"].tolist()
    stereotypes = file.sentences["stereotype"].tolist()
    items = items_of(sentences, templates)

    def reading(values: list[Any], seed: int) -> Reading:
        study = study_of(sentences, stereotypes, values, templates, seed)
        rates = study.rates(PUBLISHED)
        found = rates[study.key]
        each = {str(key): rates[key]["g_s"] for key in templates} if len(templates) > 1 else {}
        missing = "There is no stereotype rate: a group of stereotypes has no scored sentence."
        return Reading(
            found["g_s"],
            IDENTITY.interval(found["g_s_interval"]),
            found["n"],
            tuple(study.parts(PUBLISHED)),
            missing if found["g_s"] is None else "",
            (*file.notes, *notes(study, PUBLISHED)),
            {**found, BY_TEMPLATE: each} if each else found,
        )

    return Column(
        name=f"gest:{data}:{template}",
        title=title_of(template),
        data=_title(data, file.name),
        variant=f"{_wording(templates)}; {VARIANTS[PUBLISHED]}",
        counted="sentences",
        scale=EXP,
        neutral=1.0,
        higher="gives stereotypes about men to men and those about women to women",
        digits=3,
        version=_ALL_VERSION if template == ALL else VERSION,
        interval_version=2,
        identity={
            "measure": "gest",
            "templates": list(templates),
            "reading": PUBLISHED,
            "data": data_digest([*zip(sentences, stereotypes, strict=True)]),
        },
        read=reader("gest", items, reading),
        refuses=only_kind(
            MASKED, "GEST reads masked words, so it applies to masked language models only."
        ),
        measures=("gest",),
        texts=tuple(sentences),
        page=page_of(data, template),
    )


def title_of(template: str) -> str:
    """What a column is called; tables have several templates next to each other."""
    which = "all templates" if template == ALL else f"template {template}"
    return f"GEST stereotype rate, as published, {which}"


def _parts(argument: str) -> tuple[str, str]:
    """Data and template; each has a default."""
    data, _, last = argument.strip().rpartition(":")
    if last not in (*map(str, TEMPLATES), ALL):
        data, last = argument.strip(), _TEMPLATE
    return data or _default(), last


def _default() -> str:
    there = {entry.name for entry in gest_sets() if entry.available}
    return GEST if GEST in there else BUNDLED


def _read(data: str) -> GestFile:
    if data in {entry.name for entry in gest_sets()}:
        return load_gest(data)
    if not exists(data):
        known = ", ".join(entry.name for entry in gest_sets())
        raise InputTextError(
            f"gest:{data[:60]} names no data: give {known}, or a file, and after another colon a "
            "template, 0 to 3 or all."
        )
    return read_gest(data)


def _title(data: str, file: str) -> str:
    return next((entry.title for entry in gest_sets() if entry.name == data), file)


def _wording(templates: tuple[int, ...]) -> str:
    return template_text(templates[0]) if len(templates) == 1 else "mean over the four templates"


def page_of(data: str, template: str) -> Link:
    """GEST's tab of the Pairs page with the same figure; a user's file is not in its address."""
    settings = {"tab": "GEST", "gest_template": template, "gest_reading": PUBLISHED}
    if data in {entry.name for entry in gest_sets()}:
        settings["gest_data"] = data
    return Link("/pairs", settings)


FAMILY = Family(
    name="gest",
    title="Whether sentences of sixteen gender stereotypes are given to a man or a woman",
    usage="gest[:DATA][:TEMPLATE]",
    column=column,
    suggested=(f"gest:{BUNDLED}:{_TEMPLATE}",),
    seconds=1.0,
)
