from __future__ import annotations

import pytest

from engine.bench.cabm import cabm_speed
from engine.measures.cabm import weighting
from tests.engine.measures.cabm.test_study import COUNTS, framed_set


@pytest.mark.usefixtures("few_trees")
def test_all_parts_of_a_study_are_timed(masked_lm, tmp_path, monkeypatch):
    monkeypatch.setattr(weighting, "TREES", 20)
    loaded = []

    def model():
        loaded.append(masked_lm("bert"))
        return loaded[0]

    found = cabm_speed(model, framed_set(), COUNTS, tmp_path)
    assert len(loaded) == 1
    assert (found.sentences, found.occupations) == (60, 10)
    assert found.read > 0
    assert found.load + found.read + found.weights < found.whole
    assert [path.name for path in tmp_path.glob("*.sqlite")] == ["cabm.sqlite"]
