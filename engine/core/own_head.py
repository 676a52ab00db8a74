"""A network's own language-model head, run on chosen states instead of on a text.

What lies between the last layer and the logits differs between architectures: transforms, tied
weights, biases, scaled or capped logits. The network's own forward knows all of it, so it is run
with the part below the head replaced by states that are given. They travel in a ContextVar: one
network serves many threads, and none sees the states of another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from engine.core.scoped import scoped

if TYPE_CHECKING:
    from torch import Tensor

_GIVEN: ContextVar[Tensor | None] = ContextVar("biascope_states", default=None)


def own_head(model: Any, hidden: Tensor) -> Tensor:
    """Logits of states, by the network's own forward; `accept_states` has prepared it.

    Args:
        hidden: [..., hidden] states of the last layer.

    Returns:
        [..., vocabulary] logits.
    """
    import torch

    rows = hidden.reshape(1, -1, hidden.shape[-1])
    ids = torch.zeros(rows.shape[:2], dtype=torch.long, device=rows.device)
    with scoped(_GIVEN, rows):
        logits: Tensor = model(input_ids=ids).logits
    return logits.reshape(*hidden.shape[:-1], -1)


def states_are_given() -> bool:
    """Whether the part below the head is not run just now, because `own_head` gives its states."""
    return _GIVEN.get() is not None


def accept_states(model: Any) -> None:
    """Have a network take the states that `own_head` gives; otherwise it computes as before."""
    for body in bodies(model):
        body.forward = partial(_given_or_run, body)


def bodies(model: Any) -> Iterator[Any]:
    """The networks within a language model that read its text, the outermost first."""
    from transformers import PreTrainedModel

    words = model.get_input_embeddings()
    for part in model.modules():
        if part is not model and isinstance(part, PreTrainedModel) and _holds(part, words):
            yield part


def _holds(part: Any, words: Any) -> bool:
    return any(module is words for module in part.modules())


def _given_or_run(body: Any, *args: Any, **kwargs: Any) -> Any:
    given = _GIVEN.get()
    if given is None:
        return type(body).forward(body, *args, **kwargs)
    return _output()(last_hidden_state=given)


@lru_cache(maxsize=1)
def _output() -> Any:
    """The class of what a body returns: states, and nothing of what else a head may ask for."""
    from transformers.utils.generic import ModelOutput

    @dataclass
    class Given(ModelOutput):
        last_hidden_state: Any = None

        def __getattr__(self, name: str) -> None:
            if name.startswith("__"):
                raise AttributeError(name)

    return Given
