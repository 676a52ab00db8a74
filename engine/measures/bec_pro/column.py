"""`bec-pro`: association of person words with professions, male list against female list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.columns.column import BY_TEMPLATE, Column, Family, Link, Reading, masked_only, reader
from engine.columns.effect import list_reading
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.paths import exists
from engine.core.wording import listed
from engine.measures.bec_pro.data.sentences import BALANCED, GENDERS
from engine.measures.bec_pro.data.sets import BEC_PRO, BUNDLED, LANGUAGES, load_professions
from engine.measures.bec_pro.report import MEASURE, associations, items_of, unknown_persons

if TYPE_CHECKING:
    from engine.measures.bec_pro.data.sentences import ProfessionSet

_VARIANT = (
    "Mean association of male minus female person words, male list minus female list of "
    "professions; one mask a word of the profession in the prior"
)


def column(argument: str) -> Column:
    """The column of BEC-Pro in a language, of the bundled professions, or of a file."""
    name = argument or BUNDLED
    data = _data(name)
    items = items_of(data)
    lists = data.units

    def reading(values: list[Any], _seed: int) -> Reading:
        from engine.measures.bec_pro.report import by_profession, by_template

        frame = associations(data, values)
        professions = by_profession(frame).set_index("profession")
        balanced = professions[professions["group"] == BALANCED]
        unknown = unknown_persons(data, frame)
        return list_reading(
            professions["gap"],
            lists,
            GENDERS,
            [f"Not in the vocabulary, left out: {listed(unknown)}."] if unknown else [],
            detail={
                "balanced": balanced["gap"].to_dict(),
                BY_TEMPLATE: {entry["template"]: entry["value"] for entry in by_template(frame)},
            },
        )

    return Column(
        name=f"bec-pro:{name}",
        title="BEC-Pro, male minus female list",
        data=data.title,
        variant=_VARIANT,
        counted="professions",
        unit="nats",
        higher="professions of the male list draw male words more than those of the female list",
        digits=2,
        version=3,
        identity={
            "items": data_digest(items),
            "lists": [*map(list, lists.items())],
            "sentences": data_digest(
                [[each.text, each.person, each.gender, each.unit] for each in data.sentences]
            ),
        },
        read=reader(MEASURE, items, reading),
        refuses=masked_only("an association of person words with professions"),
        measures=(MEASURE,),
        texts=data.texts,
        page=Link("/cabm", {"view": "BEC-Pro", "professions": name}),
    )


def _data(name: str) -> ProfessionSet:
    if name in LANGUAGES:
        return load_professions(BEC_PRO, name)
    if name != BUNDLED and not exists(name):
        raise InputTextError(
            f"bec-pro:{name} is neither a file nor one of {', '.join((BUNDLED, *LANGUAGES))}."
        )
    return load_professions(name)


FAMILY = Family(
    name="bec-pro",
    title="Association of person words with professions (BEC-Pro), nats",
    usage=f"bec-pro[:{'|'.join((BUNDLED, *LANGUAGES))}|FILE]",
    column=column,
    suggested=(f"bec-pro:{BUNDLED}",),
    seconds=4.0,
)
