from __future__ import annotations

import pandas as pd
import pytest

from engine.core.errors import InputTextError
from engine.measures.cabm.over_models import over_models, standard_deviation_over_models


def frame(scores, weat):
    return pd.DataFrame(
        {
            "occupation": [*scores],
            "score": [*scores.values()],
            "weat": weat,
            "same": 0.0,
            "mac": 0.5,
        }
    )


def test_deviations_are_of_each_occupation_over_the_models():
    """nurse 0, 1, 2 deviates by 1; judge 3, 3, 3 by 0; what one model lacks is left out."""
    found = over_models(
        {
            "original": frame({"nurse": 0.0, "judge": 3.0, "cook": 9.0}, [0.1, 0.2, 0.3]),
            "biased": frame({"judge": 3.0, "nurse": 1.0}, [0.2, 0.3]),
            "balanced": frame({"nurse": 2.0, "judge": 3.0}, [0.5, 0.2]),
        }
    )
    assert (found["models"], found["n"]) == (["original", "biased", "balanced"], 2)
    rows = {row["measure"]: row for row in found["rows"]}
    assert rows["CABM"]["mean"] == pytest.approx(0.5)
    assert (rows["CABM"]["published"], rows["WEAT"]["published"]) == (0.0385, 0.0111)
    assert rows["MAC"]["published"] is None
    by_occupation = {row["occupation"]: row for row in found["by_occupation"]}
    assert by_occupation["nurse"]["CABM"] == pytest.approx(1)
    assert by_occupation["judge"]["CABM"] == pytest.approx(0)
    low, high = rows["CABM"]["interval"]
    assert low <= 0.5 <= high


def test_fewer_than_two_models_or_nothing_shared_is_refused():
    one = frame({"nurse": 0.0}, [0.1])
    with pytest.raises(InputTextError, match="at least two"):
        over_models({"original": one})
    with pytest.raises(InputTextError, match="share no occupation"):
        over_models({"original": one, "other": frame({"judge": 0.0}, [0.1])})


def test_spread_over_models_by_hand():
    found = standard_deviation_over_models({"a": [1.0, 0.0], "b": [3.0, 0.0], "c": [2.0, 0.0]})
    assert found == {"mean": pytest.approx(0.5), "by_target": [1.0, 0.0], "models": 3}
    assert standard_deviation_over_models({"a": [1.0]}) is None
