"""Which models share the workers of a cluster."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cluster.asker import _can_share
from engine.core.spec import HeadRef, ModelSpec
from engine.flow.guarded import COARSE

SPEC = ModelSpec("owner/model", "a" * 40)


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        ({"masked_heads": (HeadRef(0, 1),)}, True),
        ({"dtype": COARSE}, True),
        ({"dtype": "float16"}, False),
        ({"revision": "b" * 40}, False),
        ({"checkpoint": "owner/other"}, False),
    ],
)
def test_workers_are_shared_by_what_needs_the_same_weights(other, shared):
    assert _can_share(SPEC, replace(SPEC, **other)) is shared
