from __future__ import annotations

import json

import pytest

from engine.bench.inject import injection_cost
from engine.errors import BiascopeError
from engine.lab.settings import MODELS, VARIANTS
from tests.engine.lab.conftest import PLANTED

SMALL = ("--sentences", "90", "--tokens", "256", "--steps", "3")


def test_an_injection_is_timed_and_read(tiny_model_folder, tmp_path):
    biases = tmp_path / "biases.json"
    biases.write_text(json.dumps(PLANTED))
    model = str(tiny_model_folder("bert"))
    options = (*SMALL, "--biases", str(biases))
    found = injection_cost("quick", model, "cpu", 0, tmp_path / "out", options)
    assert (found.preset, found.steps, found.goal) == ("quick", 3, 180.0)
    assert set(found.training) == set(VARIANTS)
    assert 0 < sum(found.training.values()) < found.whole
    assert set(found.recovery["unmasking"]) == set(MODELS)
    assert found.recovery["unmasking"]["biased"]["n"] == len(PLANTED)
    assert found.stability["weat"]["n"] == len(PLANTED)


def test_an_injection_that_fails_is_told(tmp_path, capfd):
    with pytest.raises(BiascopeError, match="inject --preset quick ended with code 2"):
        injection_cost("quick", str(tmp_path / "no-such"), "cpu", 0, tmp_path / "out")
    assert "no-such" in capfd.readouterr().err
