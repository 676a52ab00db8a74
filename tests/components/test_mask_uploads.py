"""Mask files on a shared server: the size of an upload is checked where it is read."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from components.frame.session import state
from components.heads import masks as on_heads
from components.scorecard import masks as on_scorecard
from engine.core.spec import ModelSpec
from engine.server.shared import Limits


def test_a_mask_file_larger_than_the_box_lets_pass_is_refused_on_both_pages(share, memory):
    """As another program may send it."""
    given = SimpleNamespace(name="large.json", size=2**20 + 1, getvalue=pytest.fail)
    memory.update({module._FILE: given for module in (on_heads, on_scorecard)})
    share(limits=Limits(upload_mib=1))
    on_heads._load(ModelSpec("bundled", "sha256:0"), SimpleNamespace())
    assert "large.json has 1.0 MiB" in memory[state.MASK_FILE].refused
    on_scorecard._add()
    assert "large.json has 1.0 MiB" in memory[state.SCORECARD_MASK_PROBLEM]
