"""Speed of scoring pairs, beside its ceiling and its floor, and of a second look; memory of many.

The ceiling is the encoder alone on the same rows in the same batches; the floor is the plain
loop of the published scripts, one row a forward. All ways take turns on the same slices, so
that a busy machine slows them alike.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.app import browser, running, window
from engine.bench.memory import check_system, peak_of
from engine.bench.shown import in_seconds, opening, ranged, write_report
from engine.bench.timing import Ratio, Times, Work, in_turn, ratio, seconds, times
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.inference.plan import Row
from engine.inference.reference import plain_loop, run_encoder
from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.preparation import UnscorableError, prepare_pair
from engine.measures.pairs.scoring import pair_scores
from engine.measures.pairs.summary import summarise
from engine.measures.pairs.variants import Variant

if TYPE_CHECKING:
    import pandas as pd
    from playwright.sync_api import Page

    from engine.models.loading import MaskedLM


SLICE = 64  # pairs timed before the next way has its turn
_SINGLES = 24  # rows of a slice that the loop scores one by one

SCORED, ENCODER, SINGLE = "pairs in batches", "encoder only", "one row a forward"


@dataclass(frozen=True)
class PairSpeed:
    """How fast pairs are scored.

    Args:
        rows: distinct masked rows of all pairs.
        rows_per_second: way -> rows a second over all slices.
        to_ceiling: speed over that of the encoder alone.
        to_floor: speed over that of the plain loop.
        second_look: seconds to read every value back and work out table and figures.
        largest_difference: between a score of a pair and the plain loop's, nats.
    """

    pairs: int
    rows: int
    rows_per_second: dict[str, float]
    to_ceiling: Ratio
    to_floor: Ratio
    second_look: float
    largest_difference: float


def pair_speed(lm: MaskedLM, pairs: pd.DataFrame, variant: Variant, folder: Path) -> PairSpeed:
    """Time every way on slices of a set.

    Args:
        pairs: `sent_more` and `sent_less`; those that cannot be scored are left out.
        folder: for the store that the second look reads.
    """
    items = [item for item in items_of(pairs) if _rows(lm, [item], variant)]
    count = max(1, -(-len(items) // SLICE))
    slices = [items[start::count] for start in range(count)]
    rows = [_rows(lm, part, variant) for part in slices]
    pair_scores(lm, items[:2], {"variant": variant.name})  # warm
    spent = in_turn(
        _ways(lm, part, found, variant) for part, found in zip(slices, rows, strict=True)
    )
    done = {
        SCORED: [len(part) for part in rows],
        ENCODER: [len(part) for part in rows],
        SINGLE: [len(_some(part)) for part in rows],
    }
    speeds = {
        way: [number / time for number, time in zip(done[way], spent[way], strict=True)]
        for way in spent
    }
    return PairSpeed(
        pairs=len(items),
        rows=sum(map(len, rows)),
        rows_per_second={way: sum(done[way]) / sum(spent[way]) for way in spent},
        to_ceiling=ratio(speeds[SCORED], speeds[ENCODER]),
        to_floor=ratio(speeds[SCORED], speeds[SINGLE]),
        second_look=_second_look(lm, pairs, variant, folder),
        largest_difference=_largest_difference(lm, slices[0][:4], variant),
    )


def _ways(
    lm: MaskedLM, items: list[dict[str, str]], rows: list[Row], variant: Variant
) -> dict[str, Work]:
    return {
        SCORED: lambda: pair_scores(lm, items, {"variant": variant.name}),
        ENCODER: lambda: run_encoder(lm, rows),
        SINGLE: lambda: plain_loop(lm, _some(rows)),
    }


def _rows(lm: MaskedLM, items: Sequence[dict[str, str]], variant: Variant) -> list[Row]:
    """Distinct rows of some pairs; none for a pair that cannot be scored."""
    found: dict[Row, None] = {}
    for item in items:
        try:
            pair = prepare_pair(lm, item["sent_more"], item["sent_less"], variant)
        except UnscorableError:
            continue
        found |= dict.fromkeys(pair.rows)
    return list(found)


def _some(rows: Sequence[Row]) -> list[Row]:
    """A few rows, of every length alike."""
    ordered = sorted(rows, key=lambda row: len(row.ids))
    step = max(1, len(ordered) // _SINGLES)
    return ordered[step // 2 :: step]


def _largest_difference(lm: MaskedLM, items: Sequence[dict[str, str]], variant: Variant) -> float:
    """How far the batched sums of a few pairs lie from those of the plain loop."""
    largest = 0.0
    values: Sequence[Any] = pair_scores(lm, items, {"variant": variant.name})
    for item, value in zip(items, values, strict=True):
        pair = prepare_pair(lm, item["sent_more"], item["sent_less"], variant)
        for side, readings in pair.readings.items():
            singles = plain_loop(lm, [reading.row for reading in readings])
            found = [given for given in value[side]["log_probabilities"] if given is not None]
            total = sum(sum(single.log_probabilities) for single in singles)
            largest = max(largest, abs(total - sum(found)))
    return largest


def _second_look(lm: MaskedLM, pairs: pd.DataFrame, variant: Variant, folder: Path) -> float:
    """Seconds from asking for a scored set to its figures, with every value stored."""
    from engine.flow.measurement import measure
    from engine.storage.store import Store

    store = Store(folder / "second-look.sqlite")
    items: list[Any] = items_of(pairs)

    def look() -> None:
        params = {"variant": variant.name}
        found = measure("pairs", lm.spec, items, params, lambda: lm, store)
        summarise(pair_frame(pairs, found.values, variant))

    look()
    spent = seconds(look)
    store.close()
    return spent


# --- pairs --------------------------------------------------------------------------------
# `bench pairs` measures the speed of pair scores, and the memory of a large file.

_COLUMNS = ["", "value", "[slices]", "what"]


@with_model("mask", "no_cache", no_cache=True)
def pairs(
    data: Annotated[str, typer.Option(help="File of pairs, or the name of a set.")] = "crows-pairs",
    count: Annotated[
        int, typer.Option("--pairs", min=0, help="Take only so many of them; 0 for all.")
    ] = 0,
    measure: Annotated[str, typer.Option(help="Variant of the speed.")] = "cps",
    rows: Annotated[
        int, typer.Option(min=0, help="Rows of the large file; 0 leaves the memory out.")
    ] = 20_000,
    large: Annotated[
        str, typer.Option("--large-measure", help="Variant of the large file.")
    ] = "aul",
    page: Annotated[bool, typer.Option(help="Also open the large file in a browser.")] = True,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Speed of pair scores: ceiling, plain loop and store; memory of a large file."""
    import tempfile

    from engine.measures.pairs.command import read_given_pairs
    from engine.measures.pairs.variants import variant_of

    preamble = opening("pairs", subject.device)
    table = read_given_pairs(data).pairs
    lm = subject.lm()
    with tempfile.TemporaryDirectory() as folder:
        speed = pair_speed(lm, table.head(count or len(table)), variant_of(measure), Path(folder))
    del lm  # the commands below load their own
    command = opened = None
    if rows:
        with tempfile.TemporaryDirectory() as folder:
            command = command_cost(Path(folder), rows, large, subject.checkpoint)
    if rows and page:
        with tempfile.TemporaryDirectory() as folder:
            opened = page_cost(Path(folder), rows, large)
    report = {
        **preamble,
        "data": data,
        "measure": measure,
        "model": subject.checkpoint,
        "dtype": subject.dtype,
        **asdict(speed),
        "large_file": None if command is None else asdict(command),
        "large_page": None if opened is None else asdict(opened),
    }
    lines = [*_speed(speed, data, measure), *_command(command), *_page(opened)]
    write_report(report, json_, _COLUMNS, lines)


def _speed(found: PairSpeed, data: str, measure: str) -> list[list[str]]:
    what = f"{found.pairs:,} pairs of {data}, {measure}, {found.rows:,} rows"
    return [
        *([way, f"{speed:.0f} rows/s", "", what] for way, speed in found.rows_per_second.items()),
        *(
            [name, "", ranged(value.median, (value.low, value.high), ".2f"), "ratio"]
            for name, value in (
                ("batches / encoder only", found.to_ceiling),
                ("batches / one row a forward", found.to_floor),
            )
        ),
        ["from the store", in_seconds(found.second_look), "", "no value computed"],
        ["largest difference of a score", f"{found.largest_difference:.1e} nats", "", "four pairs"],
    ]


def _command(found: CommandCost | None) -> list[list[str]]:
    if found is None:
        return []
    what = f"`pairs` on {found.pairs:,} rows, {found.measure}"
    return [
        ["peak memory", f"{found.peak_gb:.2f} GB", "", what],
        ["time", in_seconds(found.seconds), "", what],
    ]


def _page(found: PageCost | None) -> list[list[str]]:
    if found is None:
        return []
    what = f"the page with {found.pairs:,} rows, {found.measure}"
    pressed = f"{in_seconds(found.pressed.fastest)} to {in_seconds(found.pressed.p90)}"
    return [
        ["peak memory of the server", f"{found.peak_gb:.2f} GB", "", what],
        ["upload to results", in_seconds(found.opened), "", what],
        ["search to table", in_seconds(found.pressed.median), pressed, "median, fastest, 90th"],
    ]


# --- many pairs ---------------------------------------------------------------------------
# A file of many pairs shows the memory of scoring it, and of the page that shows it.
#
# The sentences are made of a few words, all different, so that no pair is computed once for
# two. Both ways are the real ones: the command line, and the app in a browser.

_GROUPS = (("woman", "man"), ("girl", "boy"), ("mother", "father"), ("aunt", "uncle"))
_VERBS = tuple("cooked sold painted forgot carried found wanted cleaned lost hid kept drew".split())
_THINGS = tuple(
    "dinner cars houses flowers letters shoes tables apples books chairs coats maps".split()
)
_PLACES = tuple("home work school church town sea court night noon dawn dusk first last".split())
_DAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
SEARCHED = (*_DAYS, *_PLACES)
MOST = len(_GROUPS) * len(_VERBS) * len(_THINGS) * len(_PLACES) * len(_DAYS)


def write_pairs(path: Path, count: int) -> Path:
    """Write a CSV of distinct pairs of sentences of eleven words, four bias types."""
    if count > MOST:
        raise ValueError(f"there are {MOST} pairs, not {count}")
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["sent_more", "sent_less", "stereo_antistereo", "bias_type"])
        frames = product(_GROUPS, _VERBS, _THINGS, _PLACES, _DAYS)
        for number, (group, verb, thing, place, day) in zip(range(count), frames, strict=False):
            text = f"The {{}} who {verb} the {thing} was at {place} on {day}."
            sides = [text.format(word) for word in group]
            writer.writerow([*sides, "stereo", f"type {number % 4 + 1}"])
    return path


@dataclass(frozen=True)
class CommandCost:
    """One `pairs` command over a file.

    Args:
        peak_gb: resident memory of its process, all libraries included, 10^9 bytes.
    """

    pairs: int
    measure: str
    peak_gb: float
    seconds: float


@dataclass(frozen=True)
class PageCost:
    """The page with such a file uploaded and every pair scored.

    Args:
        peak_gb: resident memory of the server's process, 10^9 bytes.
        opened: seconds from the upload to the figures, all values in the store.
        pressed: seconds from a searched word to the new table.
    """

    pairs: int
    measure: str
    peak_gb: float
    opened: float
    pressed: Times


def command_cost(folder: Path, count: int, measure: str, model: str) -> CommandCost:
    """Score a file of that many pairs by the command line, without a store."""
    file = write_pairs(folder / "pairs.csv", count)
    arguments = ["pairs", str(file), "--measure", measure, "--model", model]
    peak, seconds = peak_of([*arguments, "--out", str(folder / "scores.csv")])
    return CommandCost(count, measure, peak / 1e9, seconds)


def page_cost(folder: Path, count: int, measure: str, presses: int = 5) -> PageCost:
    """Score a file as a job, open it on the page, and press its filters.

    Args:
        presses: words searched in the table, each followed by all pairs again.
    """
    check_system()
    file = write_pairs(folder / "pairs.csv", count)
    with running(folder / "cache") as server, browser() as chromium, window(chromium) as page:
        server.engine("pairs", str(file), "--measure", measure)
        page.goto(f"{server.url}/pairs?measure={measure}&data=Your+own+file")
        page.get_by_test_id("stFileUploaderDropzone").wait_for()
        begun = time.perf_counter()
        page.set_input_files("input[type=file]", str(file))
        page.locator(".st-key-claim h2").wait_for()
        opened = time.perf_counter() - begun
        pressed = times(list(_pressed(page, file, count, presses)))
    return PageCost(count, measure, server.peak / 1e9, opened, pressed)


def _pressed(page: Page, file: Path, count: int, presses: int) -> Iterator[float]:
    """Seconds from searching a word until the table is of its pairs only, and back to all."""
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    box = page.get_by_label("Search").first
    for word in SEARCHED[:presses]:
        for text in (word, ""):
            found = sum(text in line for line in lines)
            begun = time.perf_counter()
            box.fill(text)
            box.press("Enter")
            page.get_by_text(f"{found:,} of {count:,} pairs").wait_for()
            yield time.perf_counter() - begun
