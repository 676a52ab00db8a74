"""What several users and little memory do to a device: nothing may change a score."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.bench.device.agreement import compared_values
from engine.bench.device.parts import Finding, Part
from engine.core.spec import HeadRef
from engine.core.wording import counted
from engine.inference.plan import Row
from engine.inference.runner import run_each, token_scores
from engine.models.devices import choose_device, is_accelerator
from engine.models.loading import MaskedLM, load
from engine.models.room import Resident, release_memory

if TYPE_CHECKING:
    import torch

    from engine.models.loading import LoadedModel

_THREADS = 8
_TURNS = 4  # of each thread
_ALLOWANCE = 32 * 2**20  # bytes beside the weights, which a full batch exceeds
_FEW = 16  # rows that a device without a limit of its own is made to hold
_WIDE = 65536  # padded tokens: one batch of everything
_SENTENCE = "My mother and my father often go to the kitchen because the garden is cold at night."
_PAIRS = 80  # more than guarded precision's sample


def pressure_parts(checkpoint: str, device: str, dtypes: Sequence[str]) -> Iterator[Part]:
    """What is tried under pressure."""
    fine = dtypes[0]
    yield Part("masks in threads", fine, partial(_masks_apart, checkpoint, device))
    yield Part("batches halved for want of memory", fine, partial(_halved, checkpoint, device))
    yield Part("two models, one given up", fine, partial(_replaced, checkpoint, device))
    if "mixed" in dtypes or "bfloat16" in dtypes:
        yield Part("mixed precision's bound", "mixed", partial(_guarded, checkpoint, device))


def masked_rows(lm: MaskedLM, copies: int = 1) -> list[Row]:
    """Each word of a sentence masked in turn; rows beyond the first copies differ in a number."""
    ids, mask = tuple(lm.tokenizer(_SENTENCE)["input_ids"]), lm.tokenizer.mask_token_id
    return [
        Row((*ids[:place], mask, *ids[place + 1 :]), (place,), (ids[place],), copy)
        for copy in range(copies)
        for place in range(1, len(ids) - 1)
    ]


def _masks_apart(checkpoint: str, device: str) -> Finding:
    """Threads that share a network, each with a mask of its own, against one after the other."""
    model = load(checkpoint, device)
    masks = [(HeadRef(n % model.layers, n % model.heads),) for n in range(_THREADS)]
    lms = [MaskedLM(model, heads) for heads in masks]
    alone = [_scores(lm) for lm in lms]
    together: list[list[list[float]]] = [[] for _ in lms]

    def work(number: int) -> None:
        for _ in range(_TURNS):
            together[number].append(_scores(lms[number]))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = [[scores] * _TURNS for scores in alone]
    found = compared_values(together, expected)
    if any(len(turns) != _TURNS for turns in together):
        raise RuntimeError("a thread ended before its last turn")
    text = f"{counted(_THREADS, 'thread')}, {_TURNS} turns each: {found.text}"
    return Finding(text, {**found.figures, "threads": _THREADS, "turns": _TURNS})


def _scores(lm: MaskedLM) -> list[float]:
    answers = run_each(lm, masked_rows(lm), token_scores)
    return [value for answer in answers for value in answer.log_probabilities]


def _halved(checkpoint: str, device: str) -> Finding:
    """One large batch with a small allowance of memory, against small batches without a limit."""
    model = load(checkpoint, device)
    lm = MaskedLM(model)
    rows = masked_rows(lm, copies=_WIDE // (20 * 20))
    free = [answer.log_probabilities[0] for answer in run_each(lm, rows, token_scores)]
    sizes: list[int] = []

    def read(model: LoadedModel, batch: list[Row]) -> list[Any]:
        sizes.append(len(batch))
        if not has_limit(model.device) and len(batch) > _FEW:
            raise MemoryError
        return token_scores(model, batch)

    with limited(model.device, _ALLOWANCE):
        tight = [answer.log_probabilities[0] for answer in run_each(lm, rows, read, _WIDE)]
    found = compared_values(tight, free)
    smallest = min(sizes)
    if smallest == sizes[0]:
        raise RuntimeError(f"{counted(sizes[0], 'row')} fitted into the allowance of memory")
    text = f"{counted(sizes[0], 'row')} halved to {smallest}: {found.text}"
    return Finding(text, {**found.figures, "rows": sizes[0], "rows_that_fitted": smallest})


def has_limit(device: torch.device) -> bool:
    """Whether torch can limit the memory that it takes of a device."""
    import torch

    module = torch.get_device_module(device)
    return is_accelerator(device) and hasattr(module, "set_per_process_memory_fraction")


@contextmanager
def limited(device: torch.device, allowance: int) -> Iterator[None]:
    """Let torch take so many bytes of a device beside what it holds; no limit where it has none."""
    import torch

    if not has_limit(device):
        yield
        return
    release_memory()
    module = torch.get_device_module(device)
    if device.type == "mps":
        held, whole = module.driver_allocated_memory(), module.recommended_max_memory()
        limit = partial(module.set_per_process_memory_fraction)
    else:
        held, whole = module.memory_reserved(device), module.mem_get_info(device)[1]
        limit = partial(module.set_per_process_memory_fraction, device=device)
    limit(min(1.0, (held + allowance) / whole))
    try:
        yield
    finally:
        limit(1.0)
        release_memory()


def _replaced(checkpoint: str, device: str) -> Finding:
    """Two models where one fits: the older is given up, and its memory is free again."""
    first = load(checkpoint, device)
    size = first.parameters * 4
    del first
    release_memory()
    place = choose_device(device)
    before = taken(place)
    kept: Resident[str, LoadedModel] = Resident(int(1.5 * size))
    held = []
    for name in ("one", "two", "one"):
        kept.load(name, size, lambda: load(checkpoint, device))
        held.append(taken(place))
    if "two" in kept or "one" not in kept:
        raise RuntimeError("the older model was not given up")
    figures: dict[str, Any] = {"model_bytes": size}
    if before is None or None in held:
        return Finding("the older model was given up", figures)
    grown = [now - before for now in held if now is not None]
    if max(grown) > 1.5 * size + 2**20:
        raise RuntimeError(
            f"{max(grown) / 1e6:.0f} MB are held for one model of {size / 1e6:.0f} MB"
        )
    text = f"{max(grown) / 1e6:.0f} MB held, one model has {size / 1e6:.0f} MB"
    return Finding(text, {**figures, "most_held_bytes": max(grown)})


def taken(device: torch.device) -> int | None:
    """Bytes that torch's tensors take of a device; None where it does not count them."""
    import torch

    module = torch.get_device_module(device)
    if device.type == "mps":
        return int(module.current_allocated_memory())
    if not hasattr(module, "memory_allocated"):
        return None
    return int(module.memory_allocated(device))


def _guarded(checkpoint: str, device: str) -> Finding:
    """Pairs scored in guarded precision: no preference may differ from float32's."""
    from engine.bench.guarded import guarded_speed
    from engine.measures.pairs.data.sets import load_pairs
    from engine.measures.pairs.variants import variant_of

    fine, coarse = (MaskedLM(load(checkpoint, device, dtype)) for dtype in ("float32", "mixed"))
    pairs = load_pairs("bundled").head(_PAIRS)
    found = guarded_speed(fine, coarse, pairs, variant_of("cps"))
    text = (
        f"{counted(found.changed, 'preference')} of {found.pairs} changed; "
        f"{found.guard['again']} scored again beside a sample of {found.guard['sample']}"
    )
    figures = {"pairs": found.pairs, "changed": found.changed, "guard": found.guard}
    return Finding(text, figures)
