"""Odd inputs, given one after another to everything that reads what users give."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st

from engine.bench.random_models import Shape, build
from tests.faults.command_lines import COMMAND_LINES
from tests.faults.files import OddFile
from tests.faults.receivers import RECEIVERS, Place, Receiver
from tests.faults.repeating import OnCase, each_drawn
from tests.faults.tally import Tally
from tests.faults.verdict import WrongAnswerError, outcome_of

MODEL = Shape("bert", 2000, hidden=32, layers=2, heads=2, max_length=128)
COMMAND_LINE = "command line"
ALL: Mapping[str, Receiver] = {**RECEIVERS, COMMAND_LINE: COMMAND_LINES}

Case = tuple[str, dict[str, Any]]


def inputs(
    count: int,
    tally: Tally,
    folder: Path,
    receivers: Mapping[str, Receiver] = ALL,
    on_case: OnCase | None = None,
) -> None:
    """Give odd inputs to the receivers, and judge what comes back: known ones, then drawn ones.

    Args:
        tally: that they are counted in.
        folder: empty; for files, the model and a cache.
        receivers: kind -> what takes an input.
        on_case: called with (cases done, all cases).
    """
    known = [case for case in known_cases() if case[0] in receivers][:count]
    with _place(folder) as place:

        def judge(number: int, case: Case) -> None:
            kind, what = case
            try:
                tally.add(kind, outcome_of(lambda: receivers[kind].read(place, **what)))
            except WrongAnswerError as error:
                tally.add_bad(kind, number, f"{error}, given {what!r}")

        for number, case in enumerate(known):
            judge(number, case)
        each_drawn(_cases(receivers), range(len(known), count), tally.seed, judge, on_case)


def known_cases() -> list[Case]:
    """Inputs that are given first, whatever the seed: kind, and what its receiver is given."""
    path = Path(__file__).with_name("examples.json")
    known = json.loads(path.read_text(encoding="utf-8"))
    return [(kind, _read(given)) for kind, cases in known.items() for given in cases]


def _read(given: dict[str, Any]) -> dict[str, Any]:
    """An input as it is given: files are kept as [ending, content with a sign for each byte]."""
    read = dict(given)
    if "file" in read:
        read["file"] = _odd_file(read["file"])
    if "words" in read:
        read["words"] = [
            word if isinstance(word, str) else _odd_file(word) for word in read["words"]
        ]
    return read


def _odd_file(kept: list[str]) -> OddFile:
    ending, content = kept
    return OddFile(ending, content.encode("latin-1"))


def _cases(receivers: Mapping[str, Receiver]) -> st.SearchStrategy[Case]:
    """A kind, and an input of it; command lines are as frequent as six other kinds."""
    kinds = [kind for kind in receivers for _ in range(6 if kind == COMMAND_LINE else 1)]
    return st.sampled_from(kinds).flatmap(
        lambda kind: st.tuples(st.just(kind), receivers[kind].inputs)
    )


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
