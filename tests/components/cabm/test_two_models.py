from __future__ import annotations

from components.cabm.two_models import deviation_rows


def test_deviations_stand_beside_those_of_the_thesis():
    found = {
        "rows": [
            {"measure": "CABM", "mean": 0.5, "interval": [0.25, 0.75], "published": 0.0385},
            {"measure": "MAC", "mean": 0.1, "interval": None, "published": None},
        ]
    }
    rows = deviation_rows(found)
    assert rows["in the thesis"].tolist() == ["0.0385", ""]
    assert rows["95% CI"].tolist() == ["[0.2500,\N{NO-BREAK SPACE}0.7500]", "none"]
