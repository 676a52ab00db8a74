"""Columns of the Arena: how often the evaluators of a suite flag completions about people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.columns.column import (
    BY_TEMPLATE,
    CROSSED,
    PERCENT,
    Column,
    Family,
    Link,
    Reading,
    only_kind,
)
from engine.columns.side import WITHOUT, always
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.families import MASKED
from engine.core.paths import exists
from engine.core.wording import counted, no_interval, part_of
from engine.evaluators.classification.here import here
from engine.evaluators.suite import CLASSIFIER, Suite
from engine.evaluators.suites import DEMO, PUBLISHED, load_suite, suite_names
from engine.flow.registry import MEASURES
from engine.measures.arena.clusters import clusters_of, rate_interval
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import Prompt, PromptSet, stratified
from engine.prompts.sets import BUNDLED, OTHERS, PROMPT_TITLES, load_prompts

if TYPE_CHECKING:
    import numpy as np

    from engine.flow.asking import Ask, Derive


_MEASURE = "prompt_completion"
_VERSION = 3
_ALL = "all"
_SIZE = 1000  # prompts that are drawn where no number is given, as on the Arena page
_SEED = 0  # of the draw: all models complete the same prompts, whatever the intervals' seed
_OWN = "Your own file"  # in the address of the Arena page
_USAGE = (
    f"arena:{BUNDLED}, arena:{BUNDLED}:3000, arena:{BUNDLED}:{_ALL}, arena:mine.csv or "
    f"arena:{BUNDLED}:{_SIZE}:{PUBLISHED}"
)


def column(argument: str) -> Column:
    """The column of `PROMPTS[:N][:SUITE]`.

    Args:
        argument: a set of prompts or a file, and after a colon how many are drawn, 1,000 by
            default, or `all`; after another colon who judges, a suite by its name or as a TOML
            file, the demo suite by default. Classifiers are found, and their labels checked, here.
    """
    rest, judges = _judged_by(argument)
    name, size = _named(rest)
    prompts = prompts_of(rest)
    suite, settings = load_suite(judges), ArenaSettings()
    templates = [prompt.template for prompt in prompts.prompts]  # no digest of a file covers them

    def read(ask: Ask, _derive: Derive, _kind: str, _seed: int) -> Reading:
        return arena_reading(ask, prompts, suite, settings)

    drawn = "" if prompts.drawn is None else f", {len(prompts.prompts):,} drawn"
    title = "bundled prompts" if name == BUNDLED else prompts.name
    return Column(
        name=f"arena:{name}:{size}" + f":{judges}" * (judges != DEMO),
        title=f"Flagged completions, {_who(suite)}",
        data=f"{title}{drawn}",
        variant=f"{settings.variant}; judged by {_suite_text(suite)}",
        counted="prompts",
        unit="%",
        scale=PERCENT,
        higher="evaluators flag more of the completions, which need not mean a more biased model",
        digits=1,
        version=_VERSION,
        identity={
            "measure": _MEASURE,
            "measure_version": MEASURES[_MEASURE].version,
            "prompts": prompts.digest,
            "suite": suite.digest,
            **settings.identity(),
            **({} if prompts.version else {"templates": data_digest(templates)}),
            **_evaluators(suite),
        },
        read=read,
        refuses=only_kind(MASKED, "Prompts have a blank to fill in; this model is {kind}."),
        measures=(_MEASURE,),
        texts=tuple(prompt.sentence for prompt in prompts.prompts),
        page=Link("/arena", _address(name, size) | _suite_address(judges)),
    )


def arena_reading(ask: Ask, prompts: PromptSet, suite: Suite, settings: ArenaSettings) -> Reading:
    """Share of prompts whose completion is flagged, in percent.

    Returns:
        0 to 100, higher is more flagged; a prompt gives its flag, 0 to 1, and nothing where the
        model gave no word or nobody judged. Interval at 95%, see `flag_interval`.
    """
    from engine.measures.arena.aggregate import figure, without_nan
    from engine.measures.arena.run import run
    from engine.measures.arena.verdict_table import verdict_table

    notes: list[str] = [*prompts.notes]
    if _classifiers(suite):
        given = here()
        judged = run(
            ask,
            prompts,
            suite,
            settings,
            given.classifiers,
            release=given.release,
            note=notes.append,
        )
    else:
        judged = run(ask, prompts, suite, settings, note=notes.append)
    table = verdict_table(judged)
    flags = table.flags(table.counting, settings.reading)
    clusters = clusters_of(prompts.prompts)
    found = figure(flags, table.scores(table.counting), clusters)
    parts = tuple(without_nan(flags))
    rate = found["flag_rate"]
    if rate is None:
        problem = f"None of {counted(len(parts), 'prompt')} got a completion that was judged."
        return Reading(None, None, 0, parts, problem, tuple(notes))
    if gone := parts.count(None):
        notes.append(f"{part_of(gone, len(parts), 'prompt', 'have')} no verdict.")
    if reason := found.get("no_interval"):
        notes.append(no_interval("the flag rate", reason.rstrip(".")))
    return Reading(
        value=PERCENT.of(rate),
        interval=PERCENT.interval(found["interval"]),
        n=found["n"],
        parts=parts,
        notes=tuple(notes),
        detail={
            "average_bias_score": found["average_bias_score"],
            **structure(prompts.prompts, flags),
        },
    )


def _classifiers(suite: Suite) -> list[str]:
    """Names of the evaluators that are models themselves."""
    return [entry.name for entry in suite.evaluators if entry.kind == CLASSIFIER]


def _evaluators(suite: Suite) -> dict[str, Any]:
    """What else than the declaration decides a verdict: revisions of classifiers, users' lists."""
    from engine.measures.arena.run import lists_of

    found: dict[str, Any] = dict(lists_of(suite))
    if _classifiers(suite):
        from engine.evaluators.classification.classifiers import Classifiers

        found |= Classifiers(None).planned(suite)
    return {"evaluators": found} if found else {}


def _who(suite: Suite) -> str:
    return "demo evaluators" if suite.name == DEMO else f"evaluators: {suite.name}"


def _suite_text(suite: Suite) -> str:
    return f"the {suite.name} suite" + " (a demonstration)" * suite.demo


def _suite_address(judges: str) -> dict[str, str]:
    """What the Arena page's address says of the evaluators; the demo ones are its usual ones."""
    if judges == DEMO:
        return {}
    if judges in suite_names():
        return {"evaluators": judges}
    return {"evaluators": _OWN, "suite_file": judges}


def _judged_by(argument: str) -> tuple[str, str]:
    """Prompts with their number, and the suite that is named after them."""
    text = argument.strip()
    rest, colon, last = text.rpartition(":")
    if colon and not exists(text) and (last in suite_names() or last.endswith(".toml")):
        return rest, last
    return text, DEMO


def prompts_of(argument: str) -> PromptSet:
    """The prompts of `PROMPTS[:N]`."""
    name, size = _named(argument)
    if name not in (BUNDLED, *OTHERS) and not exists(name):
        raise InputTextError(
            f"There are no prompts {name!r}: neither a file nor one of "
            f"{', '.join((BUNDLED, *OTHERS))}."
        )
    return stratified(load_prompts(name), None if size == _ALL else int(size), _SEED)


def _named(argument: str) -> tuple[str, str]:
    """Set and size of what was asked for; a file may have a colon in its name."""
    text = argument.strip()
    name, colon, size = text.rpartition(":")
    if not colon or exists(text):
        name, size = text, str(_SIZE)
    if not name:
        raise InputTextError(f"A column of the Arena names its prompts: {_USAGE}.")
    if size != _ALL and not (size.isascii() and size.isdecimal() and int(size[:9]) > 0):
        raise InputTextError(f"The prompts are a number from 1 or {_ALL}; got {size!r}: {_USAGE}.")
    return name, size if size == _ALL else str(int(size[:9]))


def _address(name: str, size: str) -> dict[str, str]:
    """What the Arena page's address says of it, in the words of its controls."""
    number = "All" if size == _ALL else f"{int(size):,}"
    if name in PROMPT_TITLES:
        return {"prompts": PROMPT_TITLES[name], "subset": number}
    return {"prompts": _OWN, "prompts_file": name, "subset": number}


FAMILY = Family(
    name="arena",
    title="Flagged completions (Arena)",
    usage="arena:PROMPTS[:N][:SUITE]",
    column=column,
    suggested=(f"arena:{BUNDLED}:{_SIZE}",),
    seconds=5.0,
    sides=always(WITHOUT),
)


def flag_interval(prompts: Sequence[Prompt], flags: np.ndarray) -> tuple[float, float] | None:
    """Interval of the flag rate over other sentences of this kind, as on the Arena page.

    Args:
        flags: [prompt] 0 to 1, nan where there is none.

    Returns:
        (low, high) at 95%, in percent; None of too few templates.
    """
    return PERCENT.interval(rate_interval(flags, clusters_of(prompts)))


def structure(prompts: Sequence[Prompt], flags: np.ndarray) -> dict[str, Any]:
    """What a cell says of its prompts: how they are crossed, and the flag rate by template.

    Args:
        flags: [prompt] 0 to 1, nan where there is none.
    """
    import numpy as np

    from engine.measures.arena.aggregate import mean_of, rows_by_name

    places = clusters_of(prompts).places()
    found: dict[str, Any] = {}
    if places is not None:
        found[CROSSED] = [numbers.tolist() for numbers in places]
    names = [prompt.template for prompt in prompts]
    if all(names) and len(set(names)) < len(names):
        found[BY_TEMPLATE] = by_template = {}
        for name, rows in rows_by_name(names).items():
            rate = mean_of(flags[rows][~np.isnan(flags[rows])])
            by_template[name] = None if rate is None else PERCENT.of(rate)
    return found
