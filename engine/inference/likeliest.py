"""The likeliest tokens, without sorting or keeping a whole vocabulary of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.inference.plan import Row
from engine.inference.runner import read_logits, run_each

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM


_SORTED = 64  # tokens that are sorted at first; few ask for more


def largest_first(values: np.ndarray) -> Iterator[int]:
    """Places of the largest values first, equal ones by their place; sorted as far as is asked for.

    Args:
        values: [place], finite or infinite.
    """
    import numpy as np

    done, size = 0, _SORTED
    while done < len(values):
        if size < len(values):
            least = np.partition(values, -size)[-size]
            places = np.flatnonzero(values >= least)  # all of those that are equal, too
        else:
            places = np.arange(len(values))
        order = places[np.argsort(-values[places], kind="stable")]
        yield from order[done:].tolist()
        done, size = len(order), 8 * size


@dataclass(frozen=True)
class PlaceRow(Row):
    """A row with one place to read.

    Args:
        bare: which of the two lists of word tokens holds at this place.
    """

    bare: bool = False


@dataclass(frozen=True)
class Likeliest:
    """What a model expects at one place, as (token id, probability).

    Args:
        first: of the whole vocabulary; None where the model gave no finite number.
        words: of the tokens that were allowed, likeliest first; equal ones by their number.
        tokens: of the whole vocabulary, likewise; as many as were asked for.
    """

    first: tuple[int, float] | None
    words: tuple[tuple[int, float], ...]
    tokens: tuple[tuple[int, float], ...] = ()


def likeliest(
    lm: MaskedLM, rows: Sequence[PlaceRow], allowed: Tensor, top_k: int, any_k: int = 1
) -> list[Likeliest]:
    """The likeliest token and the `top_k` likeliest allowed ones at the place of every row.

    Args:
        allowed: [2, vocabulary] bool, on the model's device: for rows that are not `bare` and
            for those that are.
        any_k: tokens of the whole vocabulary that are kept.

    Returns:
        Probabilities over the whole vocabulary, 0 to 1.
    """

    def read(model: LoadedModel, batch: list[Row]) -> list[Likeliest]:
        return list(_read(model, batch, allowed, top_k, any_k))

    return run_each(lm, rows, read)


def _read(
    model: LoadedModel, rows: list[Row], allowed: Tensor, top_k: int, any_k: int
) -> Iterator[Likeliest]:
    import torch

    kinds = torch.tensor([int(getattr(row, "bare", False)) for row in rows], device=model.device)
    done = 0
    for logits in read_logits(model, rows):
        scale = logits.logsumexp(-1)
        words = logits.masked_fill(~allowed[kinds[done : done + len(logits)]], -torch.inf)
        done += len(logits)
        firsts = _reaching(logits, _least(logits, any_k), scale)
        others = _reaching(words, _least(words, top_k), scale)
        for first, found in zip(firsts, others, strict=True):
            yield Likeliest(first[0] if first else None, tuple(found[:top_k]), tuple(first[:any_k]))


def _least(logits: Tensor, number: int) -> Tensor:
    """[row] the lowest of so many largest logits."""
    if number == 1:  # argmax over a vocabulary takes fifteen times as long as the largest value
        return logits.amax(-1)
    return logits.topk(min(number, logits.shape[-1]), dim=-1).values[:, -1]


def _reaching(logits: Tensor, least: Tensor, scale: Tensor) -> list[list[tuple[int, float]]]:
    """Tokens of each row that reach a logit, likeliest first, equal ones by their number.

    Which of several equal values `topk` keeps is not defined; all of them reach the least.
    """
    where = (logits >= least[:, None]) & logits.isfinite()
    places = where.nonzero()
    shares = (logits[where] - scale[places[:, 0]]).exp()
    found: list[list[tuple[int, float]]] = [[] for _ in range(len(logits))]
    for (row, token), share in zip(places.tolist(), shares.tolist(), strict=True):
        found[row].append((token, share))
    return [sorted(entries, key=lambda entry: (-entry[1], entry[0])) for entries in found]
