"""What the values and the names of weights say of a network: blank, constant, new, or not used.

Weights that a file was never filled with are numbers like any others to the library that reads
them. Whatever cannot come of a training is named here; how sure that is decides whether it blocks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.wording import agreeing, counted

if TYPE_CHECKING:
    from torch import Tensor

_CURE = "take the checkpoint as it was published, or fetch its files again."
_SHOWN = 3

# --- values -------------------------------------------------------------------------------

_BLANK = 0.25  # of the numbers of a matrix that are exactly 0; training leaves hardly one
_ALIKE = 0.5  # of the tokens whose embedding is that of another
_ROWS = 8192  # of a table, looked at together
_VECTOR = 8  # numbers; a shorter vector may be constant by chance
_NEW_VECTORS = 2  # biases and scales that must all be as they began
# What models without kinds of text keep all the same: RoBERTa's is zero as published.
_MAY_BE_BLANK = "token_type_embeddings"


@dataclass(frozen=True)
class Blank:
    """Why weights are none of a training, as sentences; empty where they may be.

    Args:
        encoder: why no score can mean anything.
        head: the same, of what reads the language-model head.
    """

    encoder: str = ""
    head: str = ""


def blank(name: str, network: Any) -> Blank:
    """What is wrong with a network that takes all words for one, whatever it reads.

    Args:
        name: of the checkpoint, as the user knows it.
    """
    table, head = _tables(network)
    if table is not None and _is_of_equal_rows(table):
        return Blank(
            f"{name} takes every word for the same one: all {counted(len(table), 'row')} of its "
            f"word embeddings are equal, as in a file that was never filled; {_CURE}"
        )
    matrices = {name: weight for name, weight in _weights(network).items() if weight.dim() > 1}
    constant = [name for name, weight in matrices.items() if _is_constant(weight)]
    if len(constant) * 2 >= len(matrices):
        return Blank(
            f"{name} is not trained: {len(constant)} of its {len(matrices)} matrices "
            f"{agreeing(len(constant), 'hold')} one "
            f"number over and over ({_some(constant)}), as in a file that was never filled; {_CURE}"
        )
    if head is not None and _is_of_equal_rows(head):
        return Blank(
            head=f"{name} scores every word alike: all {counted(len(head), 'row')} of its "
            f"language-model head are equal, as in one that was never trained; {_CURE}"
        )
    return Blank()


def doubts(network: Any, encoder: Collection[str], missing: Collection[str] = ()) -> Iterator[str]:
    """Sentences on values that may be as they should be, and mostly are not.

    Args:
        encoder: names of the weights that are not those of a head.
        missing: names of weights that no file holds, of which is said elsewhere.
    """
    weights = {
        name: weight
        for name, weight in _weights(network).items()
        if _MAY_BE_BLANK not in name and name not in missing
    }
    flat = [name for name, weight in weights.items() if _is_flat(weight, name)]
    if flat:
        yield (
            f"{len(flat)} of its weights {'holds' if len(flat) == 1 else 'hold'} one number over "
            f"and over ({_some(flat)}), which no training leaves; {_CURE}"
        )
    shares = {n: _zeros(weight) for n, weight in weights.items() if weight.dim() > 1}
    sparse = [
        f"{share:.0%} of {n}" for n, share in shares.items() if share >= _BLANK and n not in flat
    ]
    if sparse:
        yield (
            f"{len(sparse)} of its weights {agreeing(len(sparse), 'are')} exactly 0 for a "
            f"quarter or more ({_some(sparse)}): it was pruned, or its file was written in part; "
            "if it was not pruned, fetch it again."
        )
    table, _ = _tables(network)
    if table is not None and (alike := _alike(table)) >= _ALIKE:
        yield (
            f"{alike:.0%} of its tokens have the same embedding as another one, so that their "
            f"words are not told apart; {_CURE}"
        )
    yield from _new(weights, encoder)


def _weights(network: Any) -> dict[str, Tensor]:
    return dict(network.named_parameters())


def _tables(network: Any) -> tuple[Tensor | None, Tensor | None]:
    """The word embeddings, and the matrix of the head where it is not the same."""
    table, head = (
        getattr(part, "weight", None)
        for part in (network.get_input_embeddings(), network.get_output_embeddings())
    )
    tied = table is not None and head is not None and table.data_ptr() == head.data_ptr()
    return table, None if tied else head


def _new(weights: dict[str, Tensor], encoder: Collection[str]) -> Iterator[str]:
    """What is as it is before a training: each bias 0, each scale of a norm 1."""
    vectors = {name: weight for name, weight in weights.items() if weight.dim() == 1}
    heads = {name for name in vectors if name not in encoder}
    for names, what in (
        (set(vectors), "It is"),
        (heads, "Its language-model head is"),
        (set(vectors) - heads, "All of it but its language-model head is"),
    ):
        biased = any(name.endswith("bias") for name in names)
        if len(names) >= _NEW_VECTORS and biased and all(_is_new(vectors[n], n) for n in names):
            yield (
                f"{what} as new: each of its {len(names)} biases and scales has the value that it "
                "has before any training, so that it is probably random; choose a checkpoint "
                "whose training included it."
            )
            return


def _is_new(vector: Tensor, name: str) -> bool:
    return bool((vector == (0 if name.endswith("bias") else 1)).all())


def _is_flat(weight: Tensor, name: str) -> bool:
    """Whether a weight has one value throughout; a vector may have the one that it begins with."""
    if weight.dim() > 1:
        return _is_constant(weight)
    return len(weight) >= _VECTOR and _is_constant(weight) and not _is_new(weight, name)


def _is_constant(weight: Tensor) -> bool:
    first = weight.flatten()[:_VECTOR]  # tells nearly always, without a look at the rest
    return weight.numel() > 1 and bool((first == first[0]).all() and (weight == first[0]).all())


def _is_of_equal_rows(table: Tensor) -> bool:
    """Whether all rows are one; the first two tell nearly always."""
    return len(table) > 1 and bool((table[1] == table[0]).all() and (table == table[0]).all())


def _zeros(weight: Tensor) -> float:
    """Share of the numbers that are exactly 0."""
    return 1 - int(weight.count_nonzero()) / max(weight.numel(), 1)


def _alike(table: Tensor) -> float:
    """Share of the rows that are equal to an earlier one, as far as a sum of each tells them."""
    import torch

    # Rows of different numbers have different sums under uneven weights, but for a few by chance.
    uneven = torch.linspace(1.0, 2.0, table.shape[1], device=table.device) ** 3
    sums = torch.cat([rows.float() @ uneven for rows in table.split(_ROWS)])
    return 1 - len(sums.unique()) / max(len(sums), 1)


def _some(names: Iterable[str]) -> str:
    found = list(names)
    return ", ".join(found[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")


# --- names --------------------------------------------------------------------------------
# Weights in the files that the network has no place for.

_LAYER = re.compile(
    r"^(?P<stack>(?:[^.]+\.)*?(?:layers?|h|block|albert_layer_groups))\.(?P<number>\d{1,9})\."
)
# Tables that libraries once kept among the weights, and compute since.
_COMPUTED = re.compile(r"(position_ids|token_type_ids|inv_freq|masked_bias|\.attn\.bias)$")
_POOLER = "pooler"
_OF_A_BODY = re.compile(r"attn|attention|embed", re.IGNORECASE)


def why_unused(unused: Iterable[str], wanted: Collection[str], base: str) -> str:
    """What the weights are that a network has no place for, if they are parts of a body.

    Heads for other tasks, poolers and tables of positions are left in any checkpoint, and said
    nothing of.

    Args:
        unused: their names in the files.
        wanted: names of the weights of the network.
        base: what the network calls its body; names may stand without it.

    Returns:
        A sentence; empty where there are none that matter.
    """
    own = {name.removeprefix(f"{base}.") for name in wanted}
    used: dict[str, set[int]] = {}
    for name in own:
        if match := _LAYER.match(name):
            used.setdefault(match["stack"], set()).add(int(match["number"]))
    beyond: dict[str, set[int]] = {}
    others = []
    for name in sorted(unused):
        short = name.removeprefix(f"{base}.")
        if _COMPUTED.search(name) or _POOLER in name.split("."):
            continue
        match = _LAYER.match(short)
        if match and int(match["number"]) not in used.get(match["stack"], {int(match["number"])}):
            beyond.setdefault(match["stack"], set()).add(int(match["number"]))
        elif match or short != name or _OF_A_BODY.search(name):
            others.append(name)
    said = [*_layers(beyond, used)]
    if any(_OF_A_BODY.search(name) for name in others):
        said.append(
            f"{counted(len(others), 'weight')} that its config.json does not describe are not used "
            f"({_some(others)}): they are of another network, or of other parts of this one."
        )
    return " ".join(said)


def _layers(beyond: dict[str, set[int]], used: dict[str, set[int]]) -> Iterator[str]:
    for stack, numbers in beyond.items():
        first, last = min(numbers) + 1, max(numbers) + 1
        which = f"layer {first} are" if first == last else f"layers {first} to {last} are"
        layers = counted(len(used[stack]), "layer")
        yield (
            f"The weights of {which} not used ({stack}): its config.json names {layers}; take the "
            "config.json that they were saved with, unless the model is meant to be shorter."
        )
