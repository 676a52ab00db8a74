from __future__ import annotations

import numpy as np

from engine.bench.interventions import _under, scoring_cost
from tests.kept_fits import erasure, vector

WIDTH = 32


def test_every_intervention_is_timed_against_the_model_as_it_is(loaded):
    model = loaded("bert")
    axis = np.eye(1, WIDTH)
    fits = erasure(model, axis, axis), vector(model, np.ones(WIDTH))
    specs = [lm.spec for lm in _under(model, *fits).values()]
    assert specs[0].is_original
    assert len(set(specs)) == len(specs) == 7
    found = scoring_cost(model, *fits, repeats=1)
    assert found.sentences == 60
    assert len(found.ratios) == 6
    assert all(one.median > 0 for one in found.ratios.values())
