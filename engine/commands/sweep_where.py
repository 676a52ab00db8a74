"""Where `sweep` measures: on this machine, or on the machines of a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.measures.arena.commands.stages import note

if TYPE_CHECKING:
    from engine.cluster import ClusterAsker
    from engine.scorecard.asking import LocalAsker


@dataclass(frozen=True)
class Where:
    """What a user says about it.

    Args:
        ray: address of a cluster; empty for this machine.
        workers: on the cluster; 0 for as many as it has room for.
        threads: of each worker on a CPU.
        ship_models: send folders of models to machines that lack them.
    """

    ray: str = ""
    workers: int = 0
    threads: int = 1
    ship_models: bool = False

    def __post_init__(self) -> None:
        if not self.ray and (self.workers or self.threads != 1 or self.ship_models):
            raise InputTextError(
                "--workers, --threads and --ship-models are about a cluster; name it with --ray, "
                "as --ray auto."
            )


@contextmanager
def asker_of(
    subject: Subject, where: Where, on_progress: Callable[[int, int], None]
) -> Iterator[LocalAsker | ClusterAsker]:
    """What measures the contestants, inside the block."""
    if not where.ray:
        from engine.scorecard.asking import LocalAsker

        here = LocalAsker(subject.device, subject.store, on_progress, note)
        try:
            yield here
        finally:
            here.release()
        return
    from engine.cluster import ClusterAsker, Settings, connected

    settings = Settings(
        subject.device, where.workers or None, where.threads, where.ship_models, subject.guard
    )
    with connected(where.ray) as connection:
        there = ClusterAsker(connection, subject.store, settings, on_progress, note)
        note(there.described())
        try:
            yield there
        finally:
            there.release()
