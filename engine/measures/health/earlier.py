"""Which stored health checks of earlier versions still hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core.families import ENCODER

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec

_REFUSED = "It may be a discriminator"  # of encoders without a head, before they were a kind


def still_holds(
    spec: ModelSpec, _item: Any, _params: Mapping[str, Any], value: Mapping[str, Any]
) -> bool:
    """Whether a stored check is today's: earlier ones refused encoders without a head."""
    from engine.models.facts import kind_of

    refused = any(_REFUSED in reason for reason in value["reasons"])
    return not refused or kind_of(spec) != ENCODER
