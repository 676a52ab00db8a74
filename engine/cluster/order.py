"""What a worker is told, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.cluster.processors import Processor
from engine.core import errors
from engine.core.errors import BiascopeError
from engine.core.spec import BUNDLED, ModelSpec, is_commit
from engine.flow.measurement import Missing
from engine.flow.registry import MEASURES
from engine.flow.shapes import AgainstCpu


@dataclass(frozen=True)
class ShippedFile:
    """One file of a model on its way to a worker.

    Args:
        name: without a folder.
        pieces: references to its bytes in the object store, in order.
    """

    name: str
    pieces: list[Any]


@dataclass(frozen=True)
class Order:
    """Which model a worker computes with, and how.

    Args:
        spec: without masked heads, and in the precision that is needed first; those of a chunk
            come with it.
        device: `cpu`, `cuda` or `xpu`.
        threads: of torch; the last digits depend on it.
        files: of the model, for a worker that lacks it; empty where they are not shipped.
        digest: of these files.
        processor: that values in mixed precision have to be computed with; None for any.
        plugins: measures that come from plug-ins -> which, as `Origin.mark` names them.
    """

    spec: ModelSpec
    device: str
    threads: int
    files: list[ShippedFile] = field(default_factory=list)
    digest: str = ""
    processor: Processor | None = None
    plugins: dict[str, str] = field(default_factory=dict)

    @property
    def is_folder(self) -> bool:
        """Whether the checkpoint is a folder, and neither bundled nor of the hub."""
        return self.spec.checkpoint != BUNDLED and not is_commit(self.spec.revision)


@dataclass(frozen=True)
class Opened:
    """A worker that has its model.

    Args:
        node: name of its machine.
        process: its number there.
        libraries: versions that numbers depend on.
        device: that it computes on.
        notes: of its model, as `LoadedModel.notes`.
        against_cpu: how far scores of its GPU are from its CPU's; None where the CPU computes.
    """

    node: str
    process: int
    libraries: dict[str, str]
    device: str
    notes: tuple[str, ...] = ()
    against_cpu: AgainstCpu | None = None


@dataclass(frozen=True)
class Refusal:
    """What a user can fix, as a worker says it.

    Args:
        kind: name of the error.
    """

    kind: str
    text: str

    @classmethod
    def of(cls, error: BiascopeError) -> Refusal:
        """The same in words that travel."""
        return cls(type(error).__name__, str(error))

    def error(self) -> BiascopeError:
        """The error again."""
        kind = getattr(errors, self.kind, BiascopeError)
        return kind(self.text)


# --- chunks -------------------------------------------------------------------------------
# How missing items are cut into chunks: by their place alone, never by who computes them.

# Chunks are this part of what is scored together on one machine: small enough that workers end at
# about the same time and a lost one loses seconds, large enough that its batches are full.
_PART = 16
_FEWEST = 4


@dataclass(eq=False)
class Chunk:
    """Missing items that one worker computes together.

    Args:
        numbers: [item] index among the missing items.
        losses: how many workers were lost with it.
    """

    numbers: list[int]
    items: list[Any]
    losses: int = 0


def chunks_of(missing: Missing) -> list[Chunk]:
    """Cut the missing items.

    The borders are between places among all items, known ones counted too: a measurement that
    was stopped is cut as before when it goes on.
    """
    most = MEASURES[missing.name].chunk
    size = min(most, max(_FEWEST, most // _PART))
    found: dict[int, Chunk] = {}
    for number, (place, item) in enumerate(zip(missing.places, missing.items, strict=True)):
        chunk = found.setdefault(place // size, Chunk([], []))
        chunk.numbers.append(number)
        chunk.items.append(item)
    return list(found.values())
