"""Killing commands, jobs and servers, one after another."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from engine.bench.faults import KILLED
from tests.faults.kill_jobs import kill_jobs
from tests.faults.kill_runs import kill_runs
from tests.faults.kill_servers import kill_servers
from tests.faults.runs import undisturbed
from tests.faults.tally import Tally
from tests.faults.workload import workloads


@dataclass(frozen=True)
class Split:
    """How many kills of each kind."""

    commands: int
    jobs: int
    servers: int

    @classmethod
    def of(cls, kills: int, kind: str = "") -> Split:
        """60% commands, 25% jobs and 15% servers: the slower to start, the fewer.

        Args:
            kind: `commands`, `jobs` or `servers` for kills of this kind alone.
        """
        if kind:
            return cls(**{**dict.fromkeys(KILLED, 0), kind: kills})
        jobs, servers = kills * 25 // 100, kills * 15 // 100
        return cls(kills - jobs - servers, jobs, servers)


def kills(split: Split, tally: Tally, folder: Path) -> None:
    """Kill processes at random moments, and check that nothing is lost or wrong.

    Args:
        tally: that they are counted in.
        folder: empty; for models, texts and caches.
    """
    for name in ("work", *KILLED):
        (folder / name).mkdir()
    with patch.dict(os.environ, {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}):
        if split.commands or split.jobs:
            expected = [
                (work, *undisturbed(work, folder / f"undisturbed{place}"))
                for place, work in enumerate(workloads(folder / "work", tally.seed))
            ]
            kill_runs(split.commands, tally, folder / "commands", expected)
            kill_jobs(split.jobs, tally, folder / "jobs", expected)
        if split.servers:
            kill_servers(split.servers, tally, folder / "servers")
