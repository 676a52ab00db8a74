"""`counter`: attention to the person word of a stereotype, against its counterpart."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.columns.column import CROSSED, Column, Family, Link, Reading
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.core.wording import counted, no_interval
from engine.words.association_tests import bundled_test
from engine.words.counterparts import counterpart_sentences

if TYPE_CHECKING:
    from engine.flow.asking import Ask, Derive

SENTENCES = 500  # as many as the paper took
_ONLY = "gender"  # the one bundled test whose person words have counterparts


def column(argument: str) -> Column:
    """The column of the bundled gender sentences."""
    if argument not in ("", _ONLY):
        raise InputTextError(
            f"The counter-stereotype experiment has the set {_ONLY}, whose person words have "
            f"counterparts; got {argument!r}."
        )
    items = _items(causal=False)

    def read(ask: Ask, _derive: Derive, kind: str, _seed: int) -> Reading:
        # All contestants share the units; a causal model cannot attend to a later word.
        return _reading(items, ask("counter_stereotype", items, {}).values, kind)

    return Column(
        name=f"counter:{_ONLY}",
        title="Attention to the stereotype, gender",
        data=f"{len(items)} of Biascope's sentences and their counter-stereotypes",
        variant="Attention from target to person word, original minus counter-stereotype, mean "
        "over all heads, masked ones included",
        counted="sentences",
        higher="more attention to the person word of the stereotype",
        digits=4,
        version=1,
        interval_version=4,
        identity={"items": data_digest(items)},
        read=read,
        measures=("counter_stereotype",),
        texts=tuple(side["text"] for item in items for side in item.values()),
        page=Link("/heads", {"heads_tab": "Counter-stereotype test"}),
    )


@lru_cache(maxsize=2)
def _items(causal: bool) -> list[dict[str, Any]]:
    test = bundled_test(_ONLY)
    return counterpart_sentences(test, iter(test.contexts or ()), SENTENCES, causal).items


def _reading(items: list[dict[str, Any]], values: list[dict[str, Any]], kind: str) -> Reading:
    """The mean difference; its interval is over person words and targets, which sentences share."""
    import numpy as np

    from engine.measures.counter.counter_stereotype import word_crossing, words_note
    from engine.statistics.crossed import crossed_difference_test

    parts = tuple(
        None
        if "problem" in value
        else float((np.array(value["original"]) - np.array(value["counter"])).mean())
        for value in values
    )
    read = [place for place, part in enumerate(parts) if part is not None]
    if not read:
        raise InputTextError(f"No sentence could be read by this model: {values[0]['problem']}")
    known = np.array([parts[place] for place in read], float)
    crossing = word_crossing(items)
    persons, targets = (np.array(numbers)[read] for numbers in crossing)
    unread = len(parts) - len(read)
    notes = []
    if unread:
        why = " in which the target comes first" if kind == CAUSAL else ""
        notes.append(f"{counted(unread, 'sentence')}{why} could not be used.")
    note = words_note(known, persons, targets)
    if note:
        notes.append(no_interval("the mean", note))
    interval = None if note else crossed_difference_test(known, persons, targets)[1]
    return Reading(
        float(known.mean()),
        interval,
        len(read),
        parts,
        notes=tuple(notes),
        detail={CROSSED: [*crossing]},
    )


FAMILY = Family(
    name="counter",
    title="Attention to the person word of a stereotype, minus that to its counterpart",
    usage="counter[:gender]",
    column=column,
    suggested=(f"counter:{_ONLY}",),
    seconds=2.0,
)
