"""Pooled states of texts, which erasures and steering vectors are fitted on.

A text's state is the mean over its tokens, without those that the tokenizer added itself. At the
end of the network it is what the language-model head reads, where an erasure acts; of a layer it
is what the layer gives to the next one, where a vector is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import CAUSAL, hidden_states, predicting_states
from engine.inference.plan import Row
from engine.inference.runner import padded, run_each
from engine.inference.text import encode, encode_with_start
from engine.models.hooks import keeping_layer_outputs

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM


def last_states(lm: MaskedLM, texts: Sequence[str]) -> np.ndarray:
    """The states that the language-model head reads, pooled.

    Returns:
        [text, width], double precision.
    """
    import numpy as np

    states = run_each(lm, _rows(lm, texts), _read_last)
    return np.stack(states)


def layer_states(lm: MaskedLM, texts: Sequence[str]) -> np.ndarray:
    """What every layer gives to the next one, pooled.

    Returns:
        [layer, text, width], double precision.

    Raises:
        UnusableModelError: if it is not known where the layers of the model end.
    """
    import numpy as np

    if not lm.model.steers:
        raise UnusableModelError(
            f"{lm.model.source.checkpoint} ({lm.model.family.name}) cannot be steered: where its "
            "layers end is not known. Its heads can still be masked, and concepts erased."
        )
    states = run_each(lm, _rows(lm, texts), _read_layers)
    return np.stack(states, axis=1)


def _rows(lm: MaskedLM, texts: Sequence[str]) -> list[Row]:
    """A row for each text, which reads the tokens of the text itself."""
    write = encode_with_start if lm.model.family.kind == CAUSAL else encode
    rows = []
    for text in texts:
        encoded = write(lm.tokenizer, text, lm.model.max_length)
        own = tuple(place for place, special in enumerate(encoded.special) if not special)
        if not own:
            raise InputTextError(f"The model reads no word in {text[:60]!r}; leave it out.")
        rows.append(Row(encoded.ids, own))
    return rows


def _read_last(model: LoadedModel, rows: list[Row]) -> list[np.ndarray]:
    return _pooled(predicting_states(model.network, **padded(model, rows)), rows)


def _read_layers(model: LoadedModel, rows: list[Row]) -> list[np.ndarray]:
    """[row] of [layer, width]."""
    import numpy as np

    with keeping_layer_outputs(model) as kept:
        hidden_states(model.network, **padded(model, rows))
    by_layer = [_pooled(kept[layer], rows) for layer in range(model.layers)]
    return [np.stack(of_row) for of_row in zip(*by_layer, strict=True)]


def _pooled(states: Tensor, rows: list[Row]) -> list[np.ndarray]:
    """[row] of [width], the mean over the positions that are read."""
    whole = states.cpu().double()
    return [of_row[list(row.read)].mean(0).numpy() for of_row, row in zip(whole, rows, strict=True)]
