"""What a cluster costs: two workers with one thread each against one process with two threads.

Both compute the same pairs in turn and keep nothing, so what differs is cutting, sending and
waiting, and what torch makes of a second thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.shown import opening, ranged, write_report
from engine.bench.timing import Ratio, in_turn, ratio
from engine.cluster import LOCAL, ClusterAsker, Settings, connected
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.flow.measurement import measure

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


SLICE = 128  # pairs timed before the other way has its turn
WORKERS = 2

THERE, HERE = "two workers, one thread each", "one process, two threads"
_MEASURE, _PARAMS = "pairs", {"variant": "cps"}


@dataclass(frozen=True)
class ClusterSpeed:
    """How fast pairs are scored in both ways.

    Args:
        pairs_per_second: way -> over all slices.
        to_here: speed of the workers over that of the process.
        largest_difference: between values of both, nats; they may differ in the last digits.
    """

    pairs: int
    pairs_per_second: dict[str, float]
    to_here: Ratio
    largest_difference: float


def cluster_speed(lm: MaskedLM, items: Sequence[dict[str, str]]) -> ClusterSpeed:
    """Time both ways on slices of some pairs.

    Args:
        items: `sent_more` and `sent_less`.
    """
    import torch

    count = max(1, len(items) // SLICE)
    slices = [list(items[start::count]) for start in range(count)]
    before = torch.get_num_threads()
    found: dict[str, list[Any]] = {HERE: [], THERE: []}

    def here(part: list[dict[str, str]]) -> None:
        done = measure(_MEASURE, lm.spec, part, _PARAMS, lambda: lm, None)
        found[HERE] += done.values

    try:
        torch.set_num_threads(WORKERS)
        with connected(LOCAL, WORKERS) as connection:
            asker = ClusterAsker(connection, None, Settings("cpu", WORKERS))
            ask, _ = asker(lm.spec)

            def there(part: list[dict[str, str]]) -> None:
                found[THERE] += ask(_MEASURE, part, _PARAMS).values

            here(slices[0])  # warm
            while ask(_MEASURE, slices[0], _PARAMS).manifest["cluster"]["workers"] < WORKERS:
                continue  # one of them still loads its model
            for values in found.values():
                values.clear()
            spent = in_turn(
                {HERE: partial(here, part), THERE: partial(there, part)} for part in slices
            )
            asker.release()
    finally:
        torch.set_num_threads(before)
    speeds = {
        way: [len(part) / time for part, time in zip(slices, spent[way], strict=True)]
        for way in spent
    }
    return ClusterSpeed(
        pairs=len(items),
        pairs_per_second={way: len(items) / sum(spent[way]) for way in spent},
        to_here=ratio(speeds[THERE], speeds[HERE]),
        largest_difference=_largest_difference(found[HERE], found[THERE]),
    )


def _largest_difference(first: list[Any], second: list[Any]) -> float:
    return max(
        abs(one[key] - other[key])
        for one, other in zip(first, second, strict=True)
        for key in ("score_more", "score_less")
        if "problem" not in one
    )


# --- cluster ------------------------------------------------------------------------------
# `bench cluster`: what a cluster costs, on this machine alone.


@with_model("mask", "device", "no_cache", no_cache=True)
def cluster(
    data: Annotated[str, typer.Option(help="File of pairs, or the name of a set.")] = "bundled",
    count: Annotated[
        int, typer.Option("--pairs", min=0, help="Take only so many of them; 0 for all.")
    ] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Two local Ray workers with one thread each against one process with two threads."""
    from engine.measures.pairs.command import read_given_pairs
    from engine.measures.pairs.frame import items_of

    preamble = opening("cluster", "cpu")
    table = read_given_pairs(data).pairs
    found = cluster_speed(
        replace(subject, device="cpu").lm(), items_of(table.head(count or len(table)))
    )
    what = f"{found.pairs:,} pairs of {data}"
    value = found.to_here
    write_report(
        {**preamble, "data": data, "model": subject.checkpoint, **asdict(found)},
        json_,
        ["", "value", "[slices]", "what"],
        [
            *(
                [way, f"{pace:.1f} pairs/s", "", what]
                for way, pace in found.pairs_per_second.items()
            ),
            [
                "workers / process",
                "",
                ranged(value.median, (value.low, value.high), ".2f"),
                "ratio",
            ],
            ["largest difference", f"{found.largest_difference:.1e} nats", "", what],
        ],
    )
