"""Hostile model folders: each is refused in one sentence, or loaded as what it is; no code runs."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine.bench.random_models import build
from tests.faults.folder_changes import CANARY, CHANGES, OUTSIDE, WEIGHTS, Change
from tests.faults.inputs import MODEL
from tests.faults.repeating import OnCase, numbered
from tests.faults.tally import Tally, draw_of
from tests.faults.verdict import REFUSED, VALUE, WrongAnswerError, outcome_of

_MOST = 3  # changes in one folder


def folders(
    count: int,
    tally: Tally,
    folder: Path,
    changes: Sequence[Change] = CHANGES,
    on_case: OnCase | None = None,
) -> None:
    """Load folders with random changes, and judge what comes of it.

    Args:
        tally: that they are counted in.
        folder: empty; for the folders.
        on_case: called with (cases done, all cases).
    """
    sound = build(MODEL, folder / "sound")
    with patch.dict(os.environ, {"HF_HUB_OFFLINE": "1"}):
        for number in numbered(count, on_case):
            draw = draw_of(tally.seed, "folder", number)
            # Every change takes its turn, alone at first.
            chosen = [changes[number % len(changes)]]
            if number >= len(changes):
                chosen += draw.sample(list(changes), draw.randint(0, min(_MOST, len(changes)) - 1))
            made = sorted(set(chosen), key=changes.index)
            try:
                tally.add(chosen[0].name, _judged(draw, sound, folder / "case", made))
            except WrongAnswerError as error:
                names = " + ".join(change.name for change in made)
                tally.add_bad(chosen[0].name, number, f"{names}: {error}")


def _judged(draw: random.Random, sound: Path, place: Path, changes: Sequence[Change]) -> str:
    model = place / "model"
    try:
        shutil.copytree(sound, model)
        shutil.copy(sound / WEIGHTS, place / OUTSIDE)
        for change in changes:
            change.make(draw, model)
        outcome = outcome_of(lambda: _load(model))
        if (place / CANARY).exists():
            raise WrongAnswerError("code from the folder was run")
        if outcome == VALUE and any(change.refused for change in changes):
            raise WrongAnswerError("it was loaded")
        return "loaded, no code run" if outcome == VALUE else REFUSED
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _load(model: Path) -> Any:
    """Log-probabilities that the model gives, if it is loaded: its own weights, all of them."""
    from engine.measures.perplexity.masked import pseudo_log_likelihoods
    from engine.models.loading import MaskedLM, load

    loaded = load(str(model), "cpu")
    if loaded.missing:
        raise WrongAnswerError(f"loaded with random weights: {loaded.first_missing}")
    return pseudo_log_likelihoods(MaskedLM(loaded), [{"text": "babaca babade"}], {})
