"""The released scores of eleven masked language models, one a sentence and template."""

from __future__ import annotations

import math
from pathlib import Path

from engine.core.errors import DataSetError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set

RELEASED = "gest-released"
_FOLDER, _TEMPLATE = "predictions_english_mlm/", "_template-"


def released_models() -> tuple[str, ...]:
    """Names of the models that scores were released of, in the order of their files."""
    names = (file.name.removeprefix(_FOLDER) for file in data_set(RELEASED).files)
    return tuple(dict.fromkeys(name.partition(_TEMPLATE)[0] for name in names))


def released_scores(model: str, template: int) -> list[float]:
    """Released scores of one model.

    Args:
        model: one of `released_models`.
        template: 0 to 3.

    Returns:
        [sentence of gest.csv] L(male) - L(female), log10; above 0 the male side is likelier.
    """
    known = released_models()
    if model not in known:
        raise DataSetError(
            f"There are no released scores of {model}; there are {', '.join(known)}."
        )
    path = find(f"{RELEASED}/{_FOLDER}{model}{_TEMPLATE}{template}.txt")
    if path is None:
        raise absent(RELEASED)
    return _numbers(path)


def _numbers(path: Path) -> list[float]:
    try:
        found = [float(line) for line in path.read_text(encoding="utf-8").split()]
    except ValueError:  # no number, or no text
        found = [math.nan]
    if not all(map(math.isfinite, found)):
        raise DataSetError(f"{path.name} holds a score that is not a number; fetch it again.")
    return found
