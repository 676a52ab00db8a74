import pytest

from engine.bench.sessions import cold, warm
from engine.core.errors import BiascopeError


def test_warm_answers_are_timed_one_by_one(masked_lm):
    found = warm(masked_lm("bert"), 4)
    assert found.runs == 4
    assert 0 < found.fastest <= found.median <= found.p90


@pytest.mark.process
def test_a_cold_answer_that_fails_says_why(tmp_path):
    with pytest.raises(BiascopeError, match="no-such-folder"):
        cold(str(tmp_path / "no-such-folder"), "cpu", "float32", 1)
