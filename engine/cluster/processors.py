"""What the machines of a cluster compute with, for values that depend on it.

Values in mixed precision differ between kinds of processor by far more than their last digits. They
are asked for only where every machine has the same kind, so that it does not matter which of them
scored a pair.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.cluster.connection import Connection
from engine.core.errors import BiascopeError, first_line
from engine.models.devices import choose_device, hardware_name, why_no_bfloat16

_SECONDS = 90.0  # for a machine to load torch and answer
_PART_OF_A_CARD = 0.01
# Of Linux's description of a processor: for people, and what tells those of one name apart.
_FIELDS = ("model name", "cpu family", "model", "CPU implementer", "CPU part")
_DESCRIPTION = Path("/proc/cpuinfo")


@dataclass(frozen=True)
class Processor:
    """What a worker computes with.

    Args:
        name: of the processor or card, with the version of torch.
        native: whether it computes in bfloat16 itself.
    """

    name: str
    native: bool


def own_processor(device: str) -> Processor:
    """What this machine computes with.

    Args:
        device: `cpu`, `cuda` or `xpu`.
    """
    import torch

    native = not why_no_bfloat16(device)
    if device == "cpu":
        name = f"{_cpu(_DESCRIPTION)} {torch.backends.cpu.get_cpu_capability()}"
    else:
        name = hardware_name(choose_device(device))
    return Processor(f"{name} with torch {torch.__version__}", native)


def common_processor(connection: Connection, device: str, threads: int) -> Processor | str:
    """What every machine computes with that a worker could be started on.

    Args:
        device: `cpu`, `cuda` or `xpu`.
        threads: of one worker on a CPU.

    Returns:
        The processor; or why nothing is scored in mixed precision there, in words.
    """
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    part = _PART_OF_A_CARD if device != "cpu" else 0
    remote = ray.remote(num_cpus=0, num_gpus=part)(own_processor)
    asked = {
        remote.options(
            scheduling_strategy=NodeAffinitySchedulingStrategy(machine.node, soft=False)
        ).remote(device): machine.name
        for machine in connection.machines(device, threads)
    }
    _, waiting = ray.wait(list(asked), num_returns=len(asked), timeout=_SECONDS)
    for reference in waiting:
        ray.cancel(reference, force=True)
    if waiting:
        return f"{asked[waiting[0]]} did not say in {_SECONDS:.0f} s what it computes with"
    return _common([(name, _answer(reference)) for reference, name in asked.items()])


def _answer(reference: Any) -> Processor | str:
    """What a machine says, or why it says nothing."""
    import ray

    try:
        found: Processor = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, BiascopeError):
            return str(error.cause)
        raise
    except ray.exceptions.RayError as error:
        return first_line(error)
    return found


def _common(answers: list[tuple[str, Processor | str]]) -> Processor | str:
    """The one processor among what machines answered; or why there is none."""
    found: dict[Processor, str] = {}
    for name, answer in answers:
        if isinstance(answer, str):
            return f"{name} could not say what it computes with ({answer})"
        if not answer.native:
            return f"{name} has no native bfloat16 ({answer.name})"
        found.setdefault(answer, name)
    (processor, first), *others = found.items()
    if others:
        other, second = others[0]
        return (
            f"the machines of the cluster differ ({first} has {processor.name}, {second} has "
            f"{other.name}), so that values in mixed precision would depend on which of them "
            "scored a pair"
        )
    return processor


def _cpu(description: Path) -> str:
    """Name of the processor, with the numbers that tell its kind."""
    found: dict[str, str] = {}
    try:
        for line in description.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            found.setdefault(name.strip(), value.strip())
    except OSError:
        pass
    known = [found[name] for name in _FIELDS if found.get(name)]
    return " ".join(known) or platform.processor() or platform.machine()
