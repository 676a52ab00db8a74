"""The mean gaps: how far another model changes them, and how far the two lists are apart."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from components.cabm import gap_means
from engine.measures.cabm.compared import GAP
from engine.measures.cabm.data.sentences import GENDER


@pytest.mark.parametrize(("shift", "clear"), [(0.2, "a clear difference"), (0.0, "no clear")])
def test_the_change_from_the_model_compared_with_is_said_with_its_test(monkeypatch, shift, clear):
    row = {"measure": GAP, "change": shift, "interval": [shift - 0.1, shift + 0.1], "n": 46}
    monkeypatch.setattr(gap_means, "means", lambda *_: [row])
    data = SimpleNamespace(asked=())
    this = SimpleNamespace(study=SimpleNamespace(data=data), gap="P(he) − P(she)")
    other = SimpleNamespace(label="original", study=None)
    said = gap_means.change_text(this, other, gap_means.gap_change(this, other))
    assert said.startswith("Compared with original, P(he) − P(she) changes by ")
    assert said.endswith(" difference over these 46 jobs; other sentences were not tested.")
    assert "on average (95%\u00a0CI" in said
    assert clear in said
    assert gap_means.change_text(this, None, gap_means.gap_change(this, None)) == ""


def test_the_lists_are_compared_as_on_the_scorecard():
    gaps = {"programmer": 0.6, "carpenter": 0.2, "nurse": -0.4, "midwife": -0.2}
    frame = pd.DataFrame({"occupation": [*gaps], "score": [*gaps.values()]})
    frame["list"] = ["male", "male", "female", "female"]
    said = gap_means._between_lists(SimpleNamespace(groups=GENDER), frame)
    assert said.startswith("The male list minus the female list: +70.0 points, 95%\u00a0CI")
