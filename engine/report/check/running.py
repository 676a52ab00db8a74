"""One command run again in a process and cache of its own, within limits, offline; its tables."""

from __future__ import annotations

import csv
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.command_line.command import with_options
from engine.command_line.declared import declared
from engine.command_line.entries import ENTRIES
from engine.core.child_processes import OWN_GROUP, end_all, interpreter
from engine.core.errors import BiascopeError, first_line, why
from engine.core.program import found_anywhere, run_module
from engine.curation.review.names import FOLDER as REVIEWS
from engine.files.export import known_cells
from engine.files.fetch.places import FOLDER as DATASETS
from engine.files.fits import FOLDER as FITS
from engine.measures.heads.mask_metrics import CLOZE
from engine.measures.health.check import EVERYDAY
from engine.models.convert.made import FOLDER as CONVERTED
from engine.report.check.changed import Manifest, manifests_of
from engine.report.check.compare import Record, tables_of
from engine.report.check.lines import Line
from engine.storage.store import CACHE, SIZE_LIMIT, STORE_FILE, cache_folder

_CHILD = "engine.report.check.child"
SECONDS = 600  # of one command
_MOST_OUTPUT = 256 * 2**20  # bytes
_MOST_WRITTEN = 2**30  # bytes of one file
_WITHOUT_CACHE = "--no-cache"


class NotRunError(BiascopeError):
    """A command that gave nothing to compare, with the reason."""


@dataclass(frozen=True)
class Given:
    """What a command gives.

    Args:
        tables: all that its answer holds, and the file that it writes.
        manifests: all of its answer.
    """

    tables: list[list[Record]]
    manifests: list[Manifest] = field(default_factory=list)


def run(line: Line, folder: Path, from_store: bool = False, seconds: float = SECONDS) -> Given:
    """The tables that a command gives, and the manifests.

    Args:
        folder: an empty one, for what it writes.
        from_store: whether values that are known may be used; else everything is computed again.
    """
    written = _written(line, folder)
    words = [*(["--out", str(written)] if written else []), "--json"]
    if not from_store and _WITHOUT_CACHE in declared(line.name).options:
        words.append(_WITHOUT_CACHE)
    cache = scratch_cache(folder, from_store)
    most = _MOST_WRITTEN + (SIZE_LIMIT if from_store else 0)
    limits = [os.getpid(), most, math.ceil(seconds * (os.cpu_count() or 1))]
    _, variables = interpreter()
    command = [*run_module(_CHILD), *map(str, limits), *with_options(line.words, words)]
    text = _output(command, folder, variables | {CACHE: str(cache)}, seconds)
    try:
        answer = json.loads(text)
        tables = [*shaped(line.name, answer), *tables_of(answer)]
        manifests = [*manifests_of(answer)]
    except (ValueError, RecursionError):
        raise NotRunError("its command printed no JSON") from None
    if written and written.suffix == ".csv":
        tables.append(_csv(written))
    return Given(tables, manifests)


def _written(line: Line, folder: Path) -> Path | None:
    entry = ENTRIES[line.name]
    needed = entry.written_with
    if needed and not any(word.startswith(f"{needed}=") for word in line.words):
        return None
    return folder / entry.written if entry.written else None


def _output(
    command: Sequence[str], folder: Path, variables: Mapping[str, str], seconds: float
) -> str:
    environment = {
        **found_anywhere(os.environ),
        **variables,
        "HF_HUB_OFFLINE": "1",  # datasets and models that are not here are not fetched
    }
    with (folder / "printed").open("wb") as printed, (folder / "said").open("wb") as said:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=said,
                env=environment,
                **OWN_GROUP,
            )
        except (OSError, ValueError) as error:  # such as one that is longer than the system takes
            raise NotRunError(f"its command cannot be started ({why(error)})") from None
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise NotRunError(f"its command took longer than {seconds:g} seconds") from None
        finally:
            end_all(process.pid)
            process.wait()
    if code != 0:
        text = (folder / "said").read_text(encoding="utf-8", errors="replace").strip()
        last = text.splitlines()[-1] if text else f"exit status {code}"
        raise NotRunError(f"its command failed: {first_line(ValueError(last))}")
    path = folder / "printed"
    if path.stat().st_size > _MOST_OUTPUT:
        raise NotRunError("its command printed too much to compare")
    return path.read_text(encoding="utf-8", errors="replace")


def _csv(path: Path) -> list[Record]:
    """The rows of a file that a command wrote, numbers as numbers."""
    if not path.is_file():
        return []
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = [dict(row) for row in csv.DictReader(stream)]
    except (csv.Error, UnicodeDecodeError) as error:
        raise NotRunError(f"its command wrote no table that can be read ({error})") from None
    return [{str(name): _value(text) for name, text in row.items()} for row in rows]


def _value(text: Any) -> Any:
    if not isinstance(text, str) or text == "":
        return None
    try:
        return float(text)
    except ValueError:
        return text


# --- scratch ------------------------------------------------------------------------------
# One checked command has a cache folder: what it may read of the user's, and room to write.
#
# Reports, values and whatever else a command keeps are deleted with it, so a check leaves nothing
# in the user's cache. Only where stored values may be used is the store the user's own.

_READ = (DATASETS, CONVERTED, REVIEWS, FITS)


def scratch_cache(folder: Path, from_store: bool) -> Path:
    """Make the cache folder of a command.

    Args:
        folder: an empty one of the command.
        from_store: whether stored values may be used; new ones are then stored with them.
    """
    own = cache_folder().resolve()
    made = folder / "cache"
    made.mkdir(mode=0o700)
    for name in (*_READ, *([STORE_FILE] if from_store else [])):
        if (own / name).exists():
            _link(made / name, own / name)
    return made


def _link(place: Path, there: Path) -> None:
    """Have a name lead to a file or folder of the user's cache."""
    try:
        place.symlink_to(there)
    except OSError as error:
        if sys.platform == "win32" and there.is_dir():  # a junction needs no right
            from _winapi import CreateJunction

            CreateJunction(str(there), str(place))
            return
        raise NotRunError(
            f"no link to {there.name} of the cache can be made ({why(error)}); on Windows, turn on "
            "Developer Mode"
        ) from None


# --- shapes -------------------------------------------------------------------------------
# The tables of the pages are made of a command's JSON where that has another shape.

Answer = Mapping[str, Any]
_HERE = "measured here"  # what the page calls a figure that was not imported


def shaped(name: str, answer: Any) -> list[list[Record]]:
    """The tables of a command's pages; none where the command gives them as they are.

    Args:
        name: of the command.
        answer: the JSON that it printed.
    """
    if not isinstance(answer, Mapping):
        return []
    found = []
    for shape in _SHAPES.get(name, ()):
        try:
            found.append(shape(answer))
        except (KeyError, TypeError, IndexError, ValueError, AttributeError):
            continue  # another version of the command: the table is not there
    return [table for table in found if table]


def _heads(answer: Answer) -> list[Record]:
    """One row a head."""
    from engine.measures.heads.bias import head_frame

    frame = head_frame(answer["gradient"], answer["effect_size"], answer.get("ablation"))
    rows = known_cells(frame).to_dict("records")
    return [{str(key): value for key, value in row.items()} for row in rows]


def _head_path(answer: Answer) -> list[Record]:
    """One row a part of the sum."""
    from engine.measures.heads.path import path_rows

    return path_rows(answer["parts"])


def _mask(answer: Answer) -> list[Record]:
    """One row a metric, before and after."""
    rows = []
    for metric in answer["metrics"]:
        for side, heads in (("before", ""), ("after", answer["masked_heads"])):
            value = metric[side]
            if value is None:
                continue
            low, high = value["interval"] or (None, None)
            row = {"figure": metric["name"], "masked_heads": heads, "value": value["value"]}
            row |= {"low": low, "high": high}
            if side == "after":
                down, up = metric["change_interval"] or (None, None)
                row |= {"change": metric["change"], "change_low": down, "change_high": up}
                row |= {"change_p_holm": metric["change_p_holm"]}
            rows.append(row)
    return rows


def _before_after(answer: Answer) -> list[Record]:
    """One row a word looked up, then the share of plain sentences, as a live screen shows them."""
    sentence = answer["sentence"] or {"before": {"targets": ()}, "after": None}
    before = sentence["before"]["targets"]
    after = (sentence["after"] or sentence["before"])["targets"]
    rows: list[Record] = [
        {"figure": f"“{one['word']}”", "before": one["probability"], "after": two["probability"]}
        for one, two in zip(before, after, strict=True)
    ]
    for metric in answer["metrics"]:
        if metric["name"] != CLOZE:
            continue
        row: Record = {"figure": EVERYDAY, "n": metric["n"]}
        for side in ("before", "after"):
            found = metric[side] or metric["before"]
            low, high = found["interval"]
            row |= {side: found["value"] / 100}
            row |= {f"{side}_low": low / 100, f"{side}_high": high / 100}
        rows.append(row | {"lost": metric["lost"], "gained": metric["gained"]})
    return rows


def _steering_curve(answer: Answer) -> list[Record]:
    """One row a position of the slider: both words, and the share of everyday sentences."""
    from engine.interventions.curve import position_at

    rows = []
    for point in answer["curve"]:
        row: Record = {"slider": position_at(point["strength"]), "strength": point["strength"]}
        row |= {one["word"]: one["probability"] for one in point["words"]}
        cost = point["everyday"]
        rows.append(row | {"everyday": cost["share"], "right": cost["right"], "n": cost["n"]})
    return rows


_COMPARED = "_compared"  # end of a column of the model compared with


def _gaps(answer: Answer) -> list[Record]:
    """One row an occupation, with the probabilities of its pronouns, of both models if two."""
    rows, beside = [], _gaps_compared(answer)
    first, second = answer["groups"]
    for entry in answer["occupations"]:
        gap = entry["unmasking"]
        low, high = gap["interval"] or (None, None)
        row = {"occupation": entry["occupation"], "p_first": gap[first], "p_second": gap[second]}
        row |= {"score": gap["difference"], "score_low": low, "score_high": high}
        rows.append(row | {"gap_p_holm": gap["p_holm"]} | beside.get(entry["occupation"], {}))
    return rows


def _gaps_compared(answer: Answer) -> dict[str, Record]:
    """Occupation -> what the page has of the model compared with, and of the change from it."""
    names = {"unmasking": "score", "low": "score_low", "high": "score_high"}
    found = {}
    for entry in answer.get("comparison", {}).get("gaps") or ():
        row = {"log_odds": entry["log_odds"], "change": entry["change"]}
        for name, value in entry.items():
            if name.endswith(_COMPARED):
                stem = name.removesuffix(_COMPARED)
                row[f"{names.get(stem, stem)}{_COMPARED}"] = value
        found[entry["occupation"]] = row
    return found


def _words(answer: Answer) -> list[Record]:
    """One row an occupation and template, with the likeliest words."""
    rows = []
    for entry in answer["occupations"]:
        for first in entry["unmasking"]["first_words"]:
            row = {"occupation": entry["occupation"], "template": first["template"]}
            for number, word in enumerate(first["words"], 1):
                row |= {f"word_{number}": word}
                row |= {f"probability_{number}": first["probabilities"][number - 1]}
            rows.append(row)
    return rows


def _scorecard(answer: Answer) -> list[Record]:
    """One row a model and measure, models in the order of the command, as on the page."""
    titles = {one["name"]: one["title"] for one in answer["measures"]}
    rows = []
    for cell in answer["cells"]:
        low, high = cell["interval"] or (None, None)
        row = {"measure": titles[cell["measure"]], "from": _HERE}
        row |= {name: cell[name] for name in ("value", "n", "rank")}
        rows.append(row | {"low": low, "high": high})
    return rows


_SHAPES: Mapping[str, tuple[Callable[[Answer], list[Record]], ...]] = {
    "cabm": (_gaps, _words),
    "heads": (_heads,),
    "head-path": (_head_path,),
    "mask": (_mask, _before_after),
    "steer curve": (_steering_curve,),
    "sweep": (_scorecard,),
}
