"""Rows to numbers: the forward pass, under the gates of the model being measured, in its turn.

The encoder runs on whole batches; only the positions that are read go through the LM
head, a few at a time, so memory does not grow with sentence length times vocabulary.

The full logits of one 350-word sentence, scored token by token, would take over 100 GiB with a
multilingual vocabulary. A batch that does not fit is halved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import BiascopeError, InputTextError, NoHeadError, UnusableModelError
from engine.core.families import CAUSAL, ENCODER, SEQ2SEQ, predicting_states
from engine.core.wording import counted
from engine.inference.plan import Plan, Row, plan, same_shape
from engine.inference.priority import wait_for_foreground
from engine.inference.self_debias import debiased, with_description
from engine.models.devices import is_accelerator
from engine.models.hooks import gated, self_debias_of
from engine.models.room import empty_device_cache, ran_out

if TYPE_CHECKING:
    import numpy as np
    import torch
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM


Answer = TypeVar("Answer")
AnyRow = TypeVar("AnyRow", bound=Row)
Reader = Callable[["LoadedModel", list[Row]], list[Answer]]

# Padded tokens a forward; measured on two cores and on one CUDA device, whose size other
# accelerators share until they are measured (`bench device`).
CPU_TOKENS = 2048
CUDA_TOKENS = 16384
# Tokens of the batches that rows of many small items share, see `same_shape`. More would be a
# little faster for many items and slower for a single one, which fills a batch with copies.
CPU_SHARED = 256
CUDA_SHARED = 4096
TYPED_SHARED = 64  # where the one item is most often a text that somebody has just typed
# Logits held at once: 2**25 float32 values are 128 MiB.
LOGITS = 2**25


@dataclass(frozen=True)
class TokenScores:
    """What the model gave the tokens that were asked for in one row.

    Args:
        log_probabilities: one per read position, nats.
        top: whether the model's first choice was the token asked for.
    """

    log_probabilities: tuple[float, ...]
    top: tuple[bool, ...]


def score_rows(
    lm: MaskedLM, rows: Sequence[Row], on_rows: Callable[[int], None] | None = None
) -> list[TokenScores]:
    """Log-probabilities of the target tokens at the read positions of every row.

    Args:
        rows: each with as many `targets` as `read` positions.
        on_rows: called after each batch with the number of distinct rows finished.
    """
    if any(len(row.read) != len(row.targets) for row in rows):
        raise ValueError("every read position needs one target")
    return run_each(lm, rows, token_scores, on_rows=on_rows)


def distributions(lm: MaskedLM, rows: Sequence[Row]) -> list[np.ndarray]:
    """Log-probabilities of the whole vocabulary at the read positions of every row.

    Returns:
        One [read, vocabulary] array a row, nats; meant for a few rows, not for thousands.
    """
    return run_each(lm, rows, _distributions)


def run_rows(
    lm: MaskedLM,
    groups: Sequence[list[AnyRow]],
    score: Callable[[MaskedLM, list[AnyRow]], Sequence[Answer]],
    shared: int | None = None,
) -> list[list[Answer]]:
    """Score the rows of many owners, each to the last digit as if it were alone.

    On one machine, with the same libraries and number of threads, an answer depends on the
    rows of its owner only; not so where a batch does not fit into memory and is halved.

    Args:
        groups: [owner] its rows; an owner may have none.
        score: (lm, rows) -> one answer a row, as `score_rows` and `distributions`.
        shared: tokens of the batches that owners with fewer tokens share; by default what
            suits the device.

    Returns:
        [owner] the answers to its rows, in their order.
    """
    size = shared_tokens(lm.model) if shared is None else shared
    small = [sum(len(row.ids) for row in dict.fromkeys(rows)) < size for rows in groups]
    answers: dict[AnyRow, Answer] = {}
    sharing = [rows for rows, is_small in zip(groups, small, strict=True) if is_small]
    together = [row for rows in sharing for row in rows]
    for batch in same_shape(together, size, positions_at_once(lm.model)):
        found = zip(batch, score(lm, batch), strict=True)
        answers.update((row, answer) for row, answer in found if not row.copy)
    return [
        [answers[row] for row in rows] if is_small else list(score(lm, rows))
        for rows, is_small in zip(groups, small, strict=True)
    ]


def shared_tokens(model: LoadedModel) -> int:
    """Tokens of the batches that small items share, for the model's device."""
    return CUDA_SHARED if is_accelerator(model.device) else CPU_SHARED


def positions_at_once(model: LoadedModel) -> int:
    """Positions that go through the language-model head together."""
    return max(1, LOGITS // model.vocabulary)


def run_each(
    lm: MaskedLM,
    rows: Sequence[Row],
    reader: Reader[Answer],
    budget: int | None = None,
    on_rows: Callable[[int], None] | None = None,
) -> list[Answer]:
    """One answer a row, in the order asked; equal rows are run once.

    Args:
        reader: see `run_plan`; one answer a row.
        budget: padded tokens a batch may hold; by default what suits the device.
        on_rows: called after each batch with the number of distinct rows finished.
    """
    planned = plan(rows, token_budget(lm.model) if budget is None else budget)
    answers: list[Answer] = []
    for batch in run_plan(lm, planned, reader):
        answers += batch
        if on_rows is not None:
            on_rows(len(answers))
    return [answers[index] for index in planned.place]


def token_budget(model: LoadedModel) -> int:
    """Padded tokens a forward, for the model's device."""
    return CUDA_TOKENS if is_accelerator(model.device) else CPU_TOKENS


def run_plan(lm: MaskedLM, planned: Plan, reader: Reader[Answer]) -> Iterator[list[Answer]]:
    """Answers batch by batch, under the model's gates.

    Args:
        reader: (model, rows) -> answers, one a row where the caller asks by row; called
            again on halves of a batch that does not fit into memory.
    """
    import torch

    for start, stop in planned.batches:
        wait_for_foreground()
        # Entered anew for each batch: a generator that is set aside must leave no gates behind.
        with torch.inference_mode(), gated(lm.model, lm.gates, lm.changes):
            answers = halving(lm.model, planned.rows[start:stop], reader)
        yield answers


def halving(model: LoadedModel, rows: list[Row], reader: Reader[Answer]) -> list[Answer]:
    """Run a batch, in halves where the memory does not suffice.

    A network that padding would change reads texts of one length at a time.
    """
    if not model.pads and len({len(row.ids) for row in rows}) > 1:
        parts = groupby(rows, key=lambda row: len(row.ids))
        return [answer for _, part in parts for answer in halving(model, list(part), reader)]
    try:
        return reader(model, rows)
    except (RuntimeError, MemoryError) as error:
        if not ran_out(error):
            raise
        if len(rows) == 1:
            raise BiascopeError(
                f"A sentence of {len(rows[0].ids)} tokens does not fit into the memory of "
                f"{model.device}; shorten it, or use --device cpu or --dtype bfloat16."
            ) from error
    empty_device_cache(model.device)
    middle = len(rows) // 2
    return halving(model, rows[:middle], reader) + halving(model, rows[middle:], reader)


def padded(model: LoadedModel, rows: list[Row]) -> dict[str, Tensor]:
    """Network inputs of one batch: [row, token] ids, padded on the right, and their mask."""
    import torch

    width = max(len(row.ids) for row in rows)
    pad = model.tokenizer.pad_token_id or 0
    ids = torch.tensor([row.ids + (pad,) * (width - len(row.ids)) for row in rows])
    inputs = {"input_ids": ids.to(model.device)}
    lengths = torch.tensor([len(row.ids) for row in rows])
    if int(lengths.min()) < width:
        real = torch.arange(width) < lengths[:, None]
        inputs["attention_mask"] = real.long().to(model.device)
    return inputs


def read_logits(model: LoadedModel, rows: list[Row]) -> Iterator[Tensor]:
    """Logits of the read positions in order, float32, a bounded number at a time."""
    if model.family.kind == SEQ2SEQ:
        raise UnusableModelError(
            f"{model.source.checkpoint} fills spans and does not predict the tokens it reads, so "
            "this cannot be measured on it; choose a masked language model."
        )
    if model.family.kind == ENCODER:
        raise NoHeadError(model.source.checkpoint, "predicts no words")
    asked = self_debias_of(model)
    if asked is None:
        yield from _logits(model, rows)
        return
    described = [with_description(model, row, asked) for row in rows]
    parts = zip(_logits(model, rows), _logits(model, described), strict=True)
    yield from (debiased(plain, biased, asked.decay) for plain, biased in parts)


def _logits(model: LoadedModel, rows: list[Row]) -> Iterator[Tensor]:
    """As `read_logits`, of the rows alone."""
    where = [(index, position) for index, row in enumerate(rows) for position in row.read]
    if not where:
        return
    if not model.splits:
        yield from _whole_logits(model, rows)
        return
    states = predicting_states(model.network, **padded(model, rows))
    picked = states[[index for index, _ in where], [position for _, position in where]]
    for part in picked.split(positions_at_once(model)):
        yield model.family.language_model_head(model.network, part).float()


def _whole_logits(model: LoadedModel, rows: list[Row]) -> Iterator[Tensor]:
    """As `read_logits`, of a network whose head cannot be run on its own; it takes more memory."""
    logits = model.network(**padded(model, rows)).logits
    for row, given in zip(rows, logits, strict=True):
        if row.read:
            yield given[list(row.read)].float()


def token_scores(model: LoadedModel, rows: list[Row]) -> list[TokenScores]:
    """Log-probabilities of the target tokens of one batch, under the gates in force."""
    import torch

    targets = torch.tensor([target for row in rows for target in row.targets], device=model.device)
    found: list[torch.Tensor] = []
    first: list[torch.Tensor] = []
    done = 0
    for logits in read_logits(model, rows):
        wanted = targets[done : done + len(logits)]
        done += len(logits)
        chosen = logits.gather(-1, wanted[:, None]).squeeze(-1)
        found.append(chosen - logits.logsumexp(-1))
        # argmax over a vocabulary takes fifteen times as long as the largest value alone.
        first.append(chosen == logits.amax(-1))
    scores = iter(torch.cat(found).tolist() if found else [])
    tops = iter(torch.cat(first).tolist() if first else [])
    return [
        TokenScores(
            tuple(next(scores) for _ in row.read),
            tuple(next(tops) for _ in row.read),
        )
        for row in rows
    ]


def _distributions(model: LoadedModel, rows: list[Row]) -> list[np.ndarray]:
    import torch

    parts = [logits.log_softmax(-1).cpu() for logits in read_logits(model, rows)]
    whole = torch.cat(parts).numpy()
    answers, done = [], 0
    for row in rows:
        answers.append(whole[done : done + len(row.read)])
        done += len(row.read)
    return answers


# --- classes ------------------------------------------------------------------------------
# A sequence classifier gives class scores, under the gates of the model being measured.


def class_row(lm: MaskedLM, text: str, second: str | None) -> Row:
    """One text, or a pair, as a classifier reads it; `read` has the tokens of segment two.

    Raises:
        InputTextError: if it is longer than the model reads; nothing is ever cut.
    """
    read: Any = lm.tokenizer(text, second, truncation=False, verbose=False)
    ids = tuple(read["input_ids"])
    if len(ids) > lm.model.max_length:
        raise InputTextError(
            f"This text has {counted(len(ids), 'token')} and the model reads at most "
            f"{lm.model.max_length}."
        )
    types = read.get("token_type_ids") or ()
    return Row(ids, tuple(position for position, segment in enumerate(types) if segment))


def class_scores(lm: MaskedLM, rows: Sequence[Row]) -> list[list[float]]:
    """Logits of every class for each row of `class_row`.

    Returns:
        [row][class].
    """
    # A causal classifier reads its last token, which padding would hide: one row at a time.
    budget = 1 if lm.model.family.kind == CAUSAL else None
    return run_each(lm, rows, _scores, budget)


def _scores(model: LoadedModel, rows: list[Row]) -> list[list[float]]:
    import torch

    inputs = padded(model, rows)
    if any(row.read for row in rows):
        segments = torch.zeros_like(inputs["input_ids"])
        for number, row in enumerate(rows):
            segments[number, list(row.read)] = 1
        inputs["token_type_ids"] = segments
    return model.network(**inputs).logits.float().tolist()
