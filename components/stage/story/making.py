"""Making the story: every live screen is asked of the bundled model, and its answer is kept."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

from components.frame import session
from components.frame.present.numbers import interval_text
from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT
from components.stage.charts.planted import planted_and_measured
from components.stage.kinds.registry import KINDS
from engine.core.errors import InputTextError
from engine.core.program import PROGRAM
from engine.core.spec import ModelSpec
from engine.core.wording import counted, figure_text
from engine.files.export import known_cells, write_whole
from engine.lab.places import read_report
from engine.pins import Collection, Pin, Question, make_pin, story
from engine.pins.collection import text_of
from engine.pins.pin import content_digest, without_fetching

_WORDS = Path(__file__).with_name("story.toml")
_PLANTED = "planted-bias"
_PLANTED_COLUMNS = ("occupation", "planted", "measured")
_SAME_ORDER = 0.9  # rank correlation from which on an order is nearly the planted one
_MEASURE = "unmasking"  # in an injection's report: the pronoun probability gap


def story_words() -> dict[str, Any]:
    """The words of the story."""
    return tomllib.loads(_WORDS.read_text(encoding="utf-8"))


def story_of(injection: Path | None, before: Collection) -> Collection:
    """The story with results of the bundled model as it is now.

    Args:
        injection: folder of a finished injection; None keeps the screen there is.
        before: the story as it was, for screens that are not made again.
    """
    words = story_words()
    spec, facts = session.spec_and_facts(session.BUNDLED)
    pins = []
    for entry in words["screens"]:
        if "live" in entry:
            pin = _live(entry, spec, facts)
        elif entry["key"] == _PLANTED:
            pin = _planted(entry, injection, before)
        else:
            said, rows = entry["reading"], entry["rows"]
            pin = make_pin(entry["title"], said, None, entry["columns"], rows, "", {})
        pins.append(_worded(pin, entry))
    return Collection(words["title"], tuple(pins))


def _live(entry: Mapping[str, Any], spec: ModelSpec, facts: session.Facts) -> Pin:
    live = entry["live"]
    answer = KINDS[live["kind"]].answer(spec, facts, live)
    frame = known_cells(answer.frame)
    return make_pin(
        entry["title"],
        answer.reading,
        in_light(answer.figure, LIGHT),
        list(frame.columns),
        frame.to_numpy().tolist(),
        answer.command,
        answer.manifest,
        alt=answer.alt,
        live=live,
    )


def _planted(entry: Mapping[str, Any], injection: Path | None, before: Collection) -> Pin:
    if injection is None:
        kept = [pin for pin in before.pins if pin.key == _PLANTED]
        if not kept:
            raise InputTextError("Name the folder of a finished injection (--injection).")
        return _drawn_again(kept[0])
    if not (injection / "recovery.json").is_file():
        raise InputTextError(f"{injection} holds no finished injection; give its --out.")
    report = read_report(injection)
    column = f"biased_{_MEASURE}"
    rows = [
        (row["occupation"], float(row["planted"]), float(row[column]))
        for row in report["occupations"]
        if row.get(column) is not None
    ]
    said = planted_in_words(report["recovery"][_MEASURE]["biased"])
    away = fmean(abs(planted - measured) for _, planted, measured in rows)
    asked = {key: value for key, value in report["request"].items() if key != "planted"}
    manifest = {"measure": _MEASURE, "request": asked, "libraries": report["libraries"]}
    return make_pin(
        entry["title"],
        said,
        in_light(planted_and_measured(rows), LIGHT),
        _PLANTED_COLUMNS,
        rows,
        f"{PROGRAM} inject --quick --out planted",
        manifest,
        alt="Each dot is an occupation: the planted share of “he” to the right, the share that was "
        f"measured upwards. On average the two differ by {away:.2f}.",
    )


def planted_in_words(correlation: Mapping[str, Any]) -> str:
    """That the planted order is measured again, one sentence.

    Args:
        correlation: of an injection's report: `rho`, `interval` and `n`.

    Raises:
        InputTextError: where the interval does not show it, since the words of the story say so.
    """
    interval = interval_text(correlation["interval"], ".2f") or "no interval"
    if not correlation["interval"] or correlation["interval"][0] < _SAME_ORDER:
        raise InputTextError(
            "The story says that the planted order comes back almost exactly, for which the "
            f"interval of the rank correlation has to lie above {_SAME_ORDER}; of this injection "
            f"it has {interval}. Train for more steps, or on more sentences."
        )
    return (
        f"{counted(correlation['n'], 'occupation')}, in nearly the order that was planted: rank "
        f"correlation {figure_text(correlation['rho'], '.2f')}, {interval} (1 is the same order, "
        "0 is none)."
    )


def _drawn_again(pin: Pin) -> Pin:
    """The screen that there is, with its figure as it is drawn today; its numbers stay."""
    rows = [(str(name), float(one or 0), float(two or 0)) for name, one, two in pin.rows.rows]
    drawn = replace(pin, figure=without_fetching(in_light(planted_and_measured(rows), LIGHT)))
    return replace(drawn, digest=content_digest(drawn))


def _worded(pin: Pin, entry: Mapping[str, Any]) -> Pin:
    questions = tuple(Question(**question) for question in entry["questions"])
    named = pin.named(entry["title"]).noted(entry["note"].strip())
    return replace(named, key=entry["key"], questions=questions)


def make(injection: Path | None) -> Path:
    """Write the story that comes with Biascope, and say where."""
    text = text_of(story_of(injection, story.shipped()))
    return write_whole(story.STORY, lambda stream: stream.write(text + "\n"))
