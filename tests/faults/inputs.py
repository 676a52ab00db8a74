"""Odd inputs, given one after another to everything that reads what users give."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine.bench.random_models import Shape, build
from tests.faults.command_lines import odd_command_line
from tests.faults.receivers import RECEIVERS, Place, Receiver
from tests.faults.repeating import OnCase, numbered
from tests.faults.tally import Tally, draw_of
from tests.faults.verdict import WrongAnswerError, outcome_of

MODEL = Shape("bert", 2000, hidden=32, layers=2, heads=2, max_length=128)
COMMAND_LINE = "command line"
ALL: Mapping[str, Receiver] = {**RECEIVERS, COMMAND_LINE: odd_command_line}
_COMMAND_LINES = 0.2  # share of the cases


def inputs(
    count: int,
    tally: Tally,
    folder: Path,
    receivers: Mapping[str, Receiver] = ALL,
    on_case: OnCase | None = None,
) -> None:
    """Give odd inputs to the receivers, and judge what comes back.

    Args:
        tally: that they are counted in.
        folder: empty; for files, the model and a cache.
        receivers: kind -> what takes an input.
        on_case: called with (cases done, all cases).
    """
    seed = tally.seed
    with _place(folder) as place:
        for number in numbered(count, on_case):
            kind = _kind(seed, number, receivers)
            try:
                tally.add(kind, _asked(receivers[kind], draw_of(seed, kind, number), place))
            except WrongAnswerError as error:
                tally.add_bad(kind, number, str(error))


def _kind(seed: int, number: int, receivers: Mapping[str, Receiver]) -> str:
    draw = draw_of(seed, "kind", number)
    if COMMAND_LINE in receivers and draw.random() < _COMMAND_LINES:
        return COMMAND_LINE
    return draw.choice([kind for kind in receivers if kind != COMMAND_LINE] or list(receivers))


def _asked(receiver: Receiver, draw: random.Random, place: Place) -> str:
    def ask() -> Any:
        return receiver(draw, place)

    return outcome_of(ask)


@contextmanager
def _place(folder: Path) -> Iterator[Place]:
    """The model, a store and a working folder; the cache is there, and the hub is off."""
    from engine.models.loading import MaskedLM, load
    from engine.storage.store import Store

    model = build(MODEL, folder / "model")
    work, cache = folder / "work", folder / "cache"
    work.mkdir()
    os.mkfifo(work / "pipe.csv")
    before = Path.cwd()
    lm = MaskedLM(load(str(model), "cpu"))
    store = Store(cache / "results.sqlite")
    environment = {"BIASCOPE_CACHE": str(cache), "HF_HUB_OFFLINE": "1", "COLUMNS": "100"}
    os.chdir(work)
    try:
        with patch.dict(os.environ, environment):
            os.environ.pop("BIASCOPE_DEBUG", None)
            yield Place(work, model, lm, store)
    finally:
        os.chdir(before)
        store.close()
