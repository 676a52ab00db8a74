"""The training loop: one masked-LM step after another, stoppable and resumable at any step.

Every random choice is drawn from (seed, step), so a run that was stopped and resumed
walks the same curve as one that was not. Checkpoints are safetensors and JSON only. What is
minimised is an `Objective`; without another one, the surprise of randomly masked tokens.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import UnusableModelError
from engine.core.families import KINDS, MASKED
from engine.models.device_faults import saying_device_faults
from engine.models.devices import forked_random
from engine.training.checkpoint import restore, save
from engine.training.objective import Objective, masked_words
from engine.training.recipe import TrainingSettings

if TYPE_CHECKING:
    import torch
    from torch.optim.swa_utils import AveragedModel

    from engine.models.loading import LoadedModel


# Names of the modules that leave out attention.
_ATTENTION = ("attention.self.dropout", "attention.dropout")


@dataclass(frozen=True)
class TrainingStep:
    """What one step reports.

    Args:
        loss: what was minimised, nats; mean surprise of the masked tokens by default.
        tokens: real tokens of this step.
    """

    step: int
    steps: int
    loss: float
    learning_rate: float
    tokens: int
    seconds: float


def train(
    model: LoadedModel,
    pieces: list[list[int]],
    settings: TrainingSettings,
    folder: Path,
    should_stop: Callable[[], bool] = lambda: False,
    objective: Objective | None = None,
    shares: Sequence[float] | None = None,
) -> Iterator[TrainingStep]:
    """Train in place, yielding after every step; a checkpoint in `folder` is taken up.

    Args:
        model: its weights change; nobody else may be using them.
        pieces: token ids of the training chunks, without special tokens.
        folder: where checkpoints go, and are resumed from.
        should_stop: asked after every step; when true a checkpoint is written and the run ends.
        objective: what is minimised; the surprise of randomly masked tokens if None.
        shares: [piece] how often it is used in each pass; once if None.
    """
    if model.family.kind != MASKED:
        raise UnusableModelError(
            f"{model.source.checkpoint} is {KINDS[model.family.kind]}; only a masked language "
            "model can be trained on masked words."
        )
    network = model.network
    network.requires_grad_(True).train()
    try:
        objective = objective or masked_words(model, pieces, settings)
        optimizer = _optimizer(network, settings)
        mean = _running_mean(network, settings.average)
        done = restore(folder, network, optimizer, mean)
        saved = time.monotonic()
        source = endless_batches(pieces, settings.token_budget, settings.seed, done, shares)
        for step in range(done, settings.steps):
            started = time.monotonic()
            batch = next(source)
            loss = _step(model, batch, settings, optimizer, step, objective)
            if mean:
                mean.update_parameters(network)
            yield TrainingStep(
                step=step + 1,
                steps=settings.steps,
                loss=loss,
                learning_rate=settings.learning_rate(step),
                tokens=sum(len(pieces[index]) for index in batch),
                seconds=time.monotonic() - started,
            )
            stop = should_stop()
            if stop or time.monotonic() - saved > settings.checkpoint_every:
                save(folder, network, optimizer, step + 1, mean)
                saved = time.monotonic()
            if stop:
                return
        if done < settings.steps:
            save(folder, network, optimizer, settings.steps, mean)
        if mean:
            network.load_state_dict(mean.module.state_dict())
    finally:
        network.requires_grad_(False).eval()


def _running_mean(network: torch.nn.Module, kept: float) -> AveragedModel | None:
    """Exponential running mean of the weights, the first ones included.

    Source: Tarvainen and Valpola 2017, section 2.
    """
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    if not kept:
        return None
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(kept))
    mean.update_parameters(network)
    return mean


def _step(
    model: LoadedModel,
    batch: Sequence[int],
    settings: TrainingSettings,
    optimizer: torch.optim.Optimizer,
    step: int,
    objective: Objective,
) -> float:
    """One optimiser step; the loss before it."""
    import torch

    for group in optimizer.param_groups:
        group["lr"] = settings.learning_rate(step)
    _leave_out(model.network, settings.left_out(step))
    draw = random.Random(f"{settings.seed}/{step}/mask")
    # Dropout draws from torch's own state: set from the step, and given back to others.
    with saying_device_faults(model.device), forked_random(model.device):
        torch.manual_seed(random.Random(f"{settings.seed}/{step}/dropout").getrandbits(63))
        loss = objective(batch, draw)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
    with saying_device_faults(model.device):
        torch.nn.utils.clip_grad_norm_(model.network.parameters(), settings.clip)
        optimizer.step()
        return loss.item()


def _leave_out(network: torch.nn.Module, share: float | None) -> None:
    """Set the dropout between layers; that of attention is none."""
    from torch import nn

    if share is None:
        return
    for name, module in network.named_modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0 if name.endswith(_ATTENTION) else share


def _optimizer(network: torch.nn.Module, settings: TrainingSettings) -> torch.optim.Optimizer:
    import torch

    weights = [parameter for parameter in network.parameters() if parameter.ndim >= 2]
    others = [parameter for parameter in network.parameters() if parameter.ndim < 2]
    groups = [
        {"params": weights, "weight_decay": settings.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=settings.peak_lr, betas=(0.9, 0.98), fused=True)


# --- batches ------------------------------------------------------------------------------
# Batches of similar length under a token budget, in an order that a seed alone decides.

_WINDOW = 4096  # chunks sorted together: enough to bucket by length, few enough to stay mixed


def batches_of_epoch(
    pieces: list[list[int]],
    token_budget: int,
    seed: int,
    epoch: int,
    shares: Sequence[float] | None = None,
) -> list[list[int]]:
    """Indices of one epoch's batches.

    Args:
        pieces: token ids of every chunk.
        token_budget: padded tokens a batch may hold, special tokens included.
        shares: [piece] how often it is met an epoch; 0.4 in two epochs of five. Once if None.

    Returns:
        Batches in random order, each a list of indices into `pieces`.
    """
    draw = random.Random(f"{seed}/{epoch}")
    order = [
        index
        for index in range(len(pieces))
        for _ in range(1 if shares is None else _times(shares[index], draw))
    ]
    draw.shuffle(order)
    batches: list[list[int]] = []
    for start in range(0, len(order), _WINDOW):
        window = sorted(order[start : start + _WINDOW], key=lambda index: len(pieces[index]))
        batch: list[int] = []
        for index in window:
            width = len(pieces[index]) + 2  # sorted, so the newest is the longest
            if batch and width * (len(batch) + 1) > token_budget:
                batches.append(batch)
                batch = []
            batch.append(index)
        batches.append(batch)
    draw.shuffle(batches)
    return batches


def _times(share: float, draw: random.Random) -> int:
    return int(share) + (draw.random() < share % 1)


def endless_batches(
    pieces: list[list[int]],
    token_budget: int,
    seed: int,
    skip: int,
    shares: Sequence[float] | None = None,
) -> Iterator[list[int]]:
    """Batches of epoch after epoch, starting after the first `skip` of them.

    A resumed run passes the steps it has done and meets the same batches as one that was
    never stopped.
    """
    if not pieces or (shares is not None and not any(shares)):
        raise ValueError("there are no pieces to train on")
    epoch = 0
    while True:
        batches = batches_of_epoch(pieces, token_budget, seed, epoch, shares)
        yield from batches[skip:]
        skip = max(0, skip - len(batches))
        epoch += 1
