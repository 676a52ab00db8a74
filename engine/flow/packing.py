"""Vectors as short text: what the store keeps of a sentence, and arrays again."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from engine.core.constraints import Predicate

if TYPE_CHECKING:
    import numpy as np


def packed(vector: np.ndarray) -> str:
    """A vector as base64 of little-endian float32."""
    return base64.b64encode(vector.astype("<f4").tobytes()).decode("ascii")


def is_packed(text: str) -> bool:
    """Whether a text is a vector as `packed` writes it."""
    try:
        return len(base64.b64decode(text, validate=True)) % 4 == 0
    except ValueError:
        return False


Packed = Annotated[str, Predicate(is_packed)]


def unpacked(texts: Sequence[str]) -> np.ndarray:
    """[vector, hidden], float64, of packed vectors of one length.

    What is worked out from them in float32 would differ from processor to processor in digits
    that are shown.
    """
    import numpy as np

    whole = b"".join(map(base64.b64decode, texts))
    return np.frombuffer(whole, dtype="<f4").reshape(len(texts), -1).astype(float)
