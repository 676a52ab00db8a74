"""Live: heads switched off, what that changes in a sentence, and what it costs."""

from __future__ import annotations

from math import isnan
from typing import Any

import pandas as pd

from components.frame import session
from components.frame.present.numbers import interval_text, whole_percent
from components.stage.charts.before_after import before_after
from components.stage.kinds import titles
from components.stage.kinds.answer import (
    SOON,
    Answer,
    Asked,
    Field,
    Kind,
    blank,
    gap_text,
    unknown_words,
    with_notes,
    words,
)
from components.stage.kinds.completions import completed, shares, unknown_in
from engine.command_line.command import Command
from engine.core.intervention_text import in_words
from engine.core.spec import ModelSpec, check_heads, format_heads, parse_heads
from engine.core.wording import counted
from engine.measures.heads.before_after import SENTENCE, row_words
from engine.measures.heads.mask_metrics import CLOZE
from engine.measures.health.check import (
    EVERYDAY,
    PARAMS,
    correct_completions,
    health_items,
    prompts,
)
from engine.statistics.shares import exact_share_interval

_SEED = 0  # of the command; neither figure depends on it
_ENDS = ("before_low", "before_high", "after_low", "after_high")
_WAITS = f"{EVERYDAY} are being counted"
_COLUMNS = ("figure", "before", "after", *_ENDS, "n", "lost", "gained")


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """A sentence and everyday knowledge before and after heads are switched off.

    The sentence takes one forward, and the knowledge many: whoever asks for it soon gets the
    sentence first, unless all is known already.
    """
    sentence = gap_text(asked, "text")
    targets = words(asked, "targets", 2, 2, "words to compare")
    heads = parse_heads(str(asked.get("heads") or "")[:4000])
    check_heads(heads, facts.layers, facts.heads)
    specs = [spec.unmasked(), spec.with_masked(heads)]
    found = [completed(each, [sentence], targets) for each in specs]
    before, after = (shares(each.values[0]) for each in found)
    if len(before) < len(targets):
        raise unknown_words(unknown_in(found[0].values[0]))
    right = [_right(each, bool(asked.get(SOON))) for each in specs]
    frame = _frame(targets, before, after, right)
    done = _done(len(heads), facts.layers * facts.heads, in_words(spec.interventions))
    said = _reading(frame, done)
    said = with_notes(said, spec, [sentence], ())
    return Answer(
        f"{blank(sentence)} {said}",
        _alt(frame),
        before_after(frame),
        frame,
        _line(specs[1], sentence, targets),
        found[1].manifest | {"masked_heads": format_heads(heads), "cost": EVERYDAY},
        partial=None in right,
        said=said,
    )


def _line(masked: ModelSpec, sentence: str, targets: tuple[str, ...]) -> str:
    """The command that gives both words and the cost, before and after."""
    words = row_words((SENTENCE, CLOZE), (), _SEED, sentence, targets)
    return Command(tuple(words)).for_model(masked).line()


def _right(spec: ModelSpec, soon: bool) -> list[bool] | None:
    """Which of the plain sentences of the health check are completed correctly.

    Args:
        soon: whether None is the answer where that is not known yet.
    """
    items = health_items()["cloze"]
    asked = ("completion", spec, prompts(items), dict(PARAMS))
    values = session.stored(*asked)
    if values is None and soon:
        return None
    return correct_completions(items, session.measure(*asked).values if values is None else values)


def _frame(
    targets: tuple[str, ...],
    before: dict[str, float],
    after: dict[str, float],
    right: list[list[bool] | None],
) -> pd.DataFrame:
    """One row a figure: before, after, and the interval of a share that has one.

    Args:
        right: [before, after]; the row of the share is empty where one is not known yet.
    """
    rows: list[dict[str, Any]] = [
        {"figure": f"“{word}”", "before": before[word], "after": after[word]} for word in targets
    ]
    rows.append({"figure": EVERYDAY} | _cost(*right))
    return pd.DataFrame(rows, columns=list(_COLUMNS)).astype({"before": float, "after": float})


def _cost(before: list[bool] | None, after: list[bool] | None) -> dict[str, float]:
    if before is None or after is None:
        return {}
    n, was, now = len(before), sum(before), sum(after)
    bounds = dict(
        zip(_ENDS, (*exact_share_interval(was, n), *exact_share_interval(now, n)), strict=True)
    )
    lost = sum(one and not other for one, other in zip(before, after, strict=True))
    shares = {"before": was / n, "after": now / n}
    return {**shares, **bounds, "n": n, "lost": lost, "gained": now - was + lost}


def _done(off: int, heads: int, also: str) -> str:
    """What is done to the model, in words; empty where nothing is."""
    return ", ".join(filter(None, [f"{off} of {counted(heads, 'head')} off" * bool(off), also]))


def _reading(frame: pd.DataFrame, done: str) -> str:
    """What changed and what it costs, in one sentence each."""
    *words, cost = frame.to_dict("records")
    if not done:
        shares = ", ".join(f"{row['figure']} {whole_percent(row['before'])}" for row in words)
        return f"No head is switched off yet. {shares}; {_known(cost)}."
    changed = ", ".join(map(_changed, words))
    return f"{done[:1].upper()}{done[1:]}: {changed}. Cost: {_paid(cost)}."


def _changed(row: dict[Any, Any]) -> str:
    before, after = whole_percent(row["before"]), whole_percent(row["after"])
    if before == after:
        return f"{row['figure']} stays at {after}"
    return f"{row['figure']} {before} → {after}"


def _known(cost: dict[Any, Any]) -> str:
    if isnan(cost["before"]):
        return _WAITS
    return f"{round(cost['before'] * cost['n'])} of {cost['n']:.0f} {EVERYDAY}"


def _paid(cost: dict[Any, Any]) -> str:
    if isnan(cost["after"]):
        return _WAITS
    was, now = (round(cost[when] * cost["n"]) for when in ("before", "after"))
    interval = interval_text((100 * cost["after_low"], 100 * cost["after_high"]), ".0f")
    share = f"of {cost['n']:.0f} {EVERYDAY} ({whole_percent(cost['after'])}, {interval})"
    lost, gained = round(cost["lost"]), round(cost["gained"])
    if not lost and not gained:
        return f"none seen, the same {now} {share}"
    apart = f"{lost or 'none'} lost, {gained or 'none'} gained"
    if was == now:
        return f"{now} {share}, as before; {apart}"
    return f"{now} instead of {was} {share}; {apart}"


def _alt(frame: pd.DataFrame) -> str:
    said = "; ".join(
        f"{row['figure']} {whole_percent(row['before'])} → {whole_percent(row['after'])}"
        for row in frame.dropna(subset="after").to_dict("records")
    )
    return f"Shares before → after switching heads off: {said}."


KIND = Kind(
    "heads",
    (Field("text", "Sentence with ____ or [MASK]"), Field("targets", "Two words to compare")),
    answer,
    titles.of_heads,
    grid=True,
)
