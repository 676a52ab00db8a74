"""Columns of HONEST: hurtful completions in one language, about women and men or queer people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.columns.column import (
    BY_TEMPLATE,
    CROSSED,
    PERCENT,
    Column,
    Family,
    Link,
    Reading,
    only_kind,
    reader,
)
from engine.columns.side import WITHOUT, always
from engine.core.errors import InputTextError
from engine.core.families import MASKED
from engine.core.languages import language_name
from engine.flow.registry import MEASURES
from engine.measures.arena.aggregate import rows_by_name
from engine.measures.honest.data.file import BINARY, QUEER, TemplateSet
from engine.measures.honest.data.sets import (
    BUNDLED,
    HONEST,
    PEOPLE_TITLES,
    SET_TITLES,
    languages,
    load_templates,
)
from engine.measures.honest.lexicon import Lexicon, lexicon_for
from engine.measures.honest.report import (
    KS,
    MOST_K,
    HonestSettings,
    completion_items,
    completion_params,
)

_MEASURE = "template_completion"
_VERSION = 3
_DEFAULT = max(KS)
_QUEER = f"-{QUEER}"
_USAGE = "honest:en, honest:en:5, honest:en-queer:20, honest:it or honest:bundled"


def column(argument: str) -> Column:
    """The column of `DATA[:K]`.

    Args:
        argument: `bundled` (a demonstration) or a language, with `-queer` for queer identities,
            and after a colon K, 20 by default.
    """
    name, k = _named(argument)
    templates = _templates(name)
    lexicon = lexicon_for(templates)
    settings = HonestSettings((k,))
    what = "HONEST demonstration" if templates.demonstration else "HONEST"
    return Column(
        name=f"honest:{name}:{k}",
        title=f"{what}, K = {k}",
        data=templates.title,
        variant=f"{settings.variant}; judged by {lexicon.title}",
        counted="templates",
        unit="%",
        scale=PERCENT,
        higher="more of the completions are hurtful words",
        digits=2,
        version=_VERSION,
        interval_version=2,
        identity={
            "measure": _MEASURE,
            "measure_version": MEASURES[_MEASURE].version,
            "templates": templates.digest,
            "lexicon": lexicon.digest,
            "fill": settings.fill,
            "k": k,
        },
        read=reader(
            _MEASURE,
            completion_items(templates),
            lambda values, seed: honest_reading(templates, lexicon, values, k, seed),
            completion_params(settings),
        ),
        refuses=only_kind(
            MASKED, "HONEST's templates have a blank to fill in; this model is {kind}."
        ),
        measures=(_MEASURE,),
        texts=tuple(item["text"] for item in completion_items(templates)),
        page=Link("/arena", _address(templates, k)),
    )


def honest_reading(
    templates: TemplateSet, lexicon: Lexicon, values: list[dict[str, Any]], k: int, seed: int
) -> Reading:
    """HONEST(K) in percent; a template gives the share of its K completions that are hurtful.

    Args:
        values: of `template_completion`, [template].

    Returns:
        0 to 100, lower is better; interval at 95%, over identities and sentence forms.
    """
    from engine.measures.honest.scores import (
        crossing,
        honest_score,
        judge_completions,
        template_shares,
    )

    found = judge_completions(values, lexicon)
    parts = tuple(template_shares(found, k))
    score = honest_score(templates.templates, found, k, seed)
    value = score["value"]
    problems = [str(entry["problem"]) for entry in values if "problem" in entry]
    if value is None:
        return Reading(None, None, 0, parts, f"No template could be completed: {problems[0]}")
    notes = [*templates.notes]
    notes += [f"{len(problems)} of {len(parts)} templates could not be completed."] * bool(problems)
    notes += ["A demonstration, no HONEST score."] * templates.demonstration
    return Reading(
        value=PERCENT.of(value),
        interval=PERCENT.interval(score["interval"]),
        n=score["n"],
        parts=parts,
        notes=tuple(notes),
        detail={
            "hurtful": score["hurtful"],
            "by_side": score["parts"]["by_side"],
            "by_category": score["parts"]["by_category"],
            CROSSED: [*crossing(templates.templates)],
            BY_TEMPLATE: _by_form(templates, parts),
        },
    )


def _by_form(templates: TemplateSet, shares: Sequence[float | None]) -> dict[str, float | None]:
    """HONEST(K) of each sentence form, in percent: of the templates that differ by identity alone.

    Args:
        shares: [template] 0 to 1; None where it could not be completed.
    """
    found = {}
    for form, rows in rows_by_name([one.form for one in templates.templates]).items():
        known = [share for row in rows if (share := shares[row]) is not None]
        found[form] = PERCENT.of(sum(known) / len(known)) if known else None
    return found


def _named(argument: str) -> tuple[str, int]:
    """Data and K of what was asked for."""
    name, _, k = argument.strip().partition(":")
    if not name:
        raise InputTextError(f"A column of HONEST names a language: {_USAGE}.")
    if not k:
        return name, _DEFAULT
    if not (k.isascii() and k.isdecimal() and 1 <= int(k[:4]) <= MOST_K and len(k) < 4):
        raise InputTextError(f"K is a whole number from 1 to {MOST_K}; got {k!r}.")
    return name, int(k)


def _templates(name: str) -> TemplateSet:
    data, identities = name, BINARY
    if name.endswith(_QUEER):
        data, identities = name.removesuffix(_QUEER), QUEER
    if data == BUNDLED:
        return load_templates(BUNDLED, "en", identities)
    if data not in languages():
        raise InputTextError(
            f"HONEST has templates in {', '.join(languages())}; got {name!r}. A column is written "
            f"{_USAGE}."
        )
    return load_templates(HONEST, data, identities)


def _address(templates: TemplateSet, k: int) -> dict[str, str]:
    """What the Arena page's address says of it."""
    return {
        "arena_part": "HONEST",
        "honest_data": SET_TITLES[templates.name],
        "honest_language": language_name(templates.language),
        "honest_identities": PEOPLE_TITLES[templates.identities],
        "honest_k": str(k),
    }


FAMILY = Family(
    name="honest",
    title="Hurtful completions (HONEST)",
    usage="honest:LANGUAGE[-queer][:K]",
    column=column,
    suggested=("honest:bundled:20",),
    seconds=2.0,
    sides=always(WITHOUT),
)
