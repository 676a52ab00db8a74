"""The bench of the Arena on a tiny model: what it counts, not how fast it is."""

from __future__ import annotations

import pytest

from engine.bench import arena
from engine.bench.arena import ENCODER, FLOW, prompt_speed, run_cost
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.prompts.prompt import stratified
from engine.prompts.sets import BUNDLED, load_prompts


def test_both_ways_are_timed_on_every_slice(masked_lm, monkeypatch):
    monkeypatch.setattr(arena, "SLICE", 8)
    found = prompt_speed(masked_lm("bert"), stratified(load_prompts(BUNDLED), 20, 0))
    assert found.prompts == 20
    assert set(found.per_second) == {FLOW, ENCODER}
    assert 0 < found.to_ceiling.low <= found.to_ceiling.median <= found.to_ceiling.high


@pytest.mark.process
def test_a_run_has_its_memory_and_its_report_is_read_back(masked_lm, tmp_path):
    found = run_cost(20, tmp_path, masked_lm("bert").spec, "cpu")
    assert found.prompts == 20
    assert found.peak_gb > 0.05
    assert found.again > 0


@pytest.mark.process
def test_a_run_that_fails_says_why(tmp_path):
    with pytest.raises(BiascopeError, match="nowhere"):
        run_cost(20, tmp_path, ModelSpec(str(tmp_path / "nowhere"), ""), "cpu")
