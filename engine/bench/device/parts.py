"""Parts of the bench: each is a row of its table, also where it fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError, first_line
from engine.models.device_faults import fault_of

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Finding:
    """What a part found.

    Args:
        text: in words, for the table.
        figures: JSON-ready.
    """

    text: str
    figures: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """Something to try.

    Args:
        name: what it is.
        dtype: precision that it is tried in.
        work: tries it.
    """

    name: str
    dtype: str
    work: Callable[[], Finding]


@dataclass(frozen=True)
class Outcome:
    """What became of a part.

    Args:
        seconds: that it took.
        problem: why there is no finding, in words; empty where there is one.
    """

    part: str
    dtype: str
    seconds: float
    text: str
    figures: dict[str, Any]
    problem: str = ""


def tried(parts: Iterable[Part], device: torch.device, until: float) -> Iterator[Outcome]:
    """Try parts in order, as far as the time goes.

    Args:
        until: as `time.monotonic` counts; a part that has begun is finished.
    """
    for part in parts:
        started = time.monotonic()
        finding, problem = Finding(""), "left out: the minutes were over"
        if started < until:
            finding, problem = _tried(part, device)
        spent = time.monotonic() - started
        yield Outcome(part.name, part.dtype, spent, finding.text, finding.figures, problem)


def _tried(part: Part, device: torch.device) -> tuple[Finding, str]:
    try:
        return part.work(), ""
    except BiascopeError as error:
        return Finding(""), str(error)
    except Exception as error:  # of hardware that nobody has tried, each reason is a result
        said = fault_of(device, error) or f"{type(error).__name__}: {first_line(error)}"
        return Finding(""), said
