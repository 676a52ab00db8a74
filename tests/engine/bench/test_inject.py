from __future__ import annotations

import pytest

from engine.bench import inject
from engine.bench.inject import injection_cost
from engine.core.errors import BiascopeError


def test_what_cabm_finds_is_held_against_what_was_planted(monkeypatch):
    planted = {"nurse": 0.1, "teacher": 0.4, "driver": 0.9, "not in the sentences": 1.0}
    rows = [("nurse", -1.0, 0.7), ("teacher", 0.0, 0.2), ("driver", 2.0, -0.5), ("pilot", 9, 9)]
    report = {
        "occupations": [
            {"occupation": name, "score": score, "unmasking": {"difference": gap}}
            for name, score, gap in rows
        ]
    }
    asked = []
    monkeypatch.setattr(inject, "_report", lambda command: asked.append(command) or report)
    found = inject._bundled_sentences("biased-model", "cpu", planted, 0)
    assert [command[:3] for command in asked] == [["cabm", "--model", "biased-model"]] * 2
    assert asked[1][-1] == "--published"
    assert {name: told["rho"] for name, told in found.items()} == pytest.approx(
        {"automatic": 1.0, "published": 1.0, "gap": -1.0}
    )
    assert {told["n"] for told in found.values()} == {3}


@pytest.mark.process
def test_an_injection_that_fails_is_told(tmp_path, capfd):
    with pytest.raises(BiascopeError, match="inject --preset quick ended with code 2"):
        injection_cost("quick", str(tmp_path / "no-such"), "cpu", 0, tmp_path / "out")
    assert "no-such" in capfd.readouterr().err
