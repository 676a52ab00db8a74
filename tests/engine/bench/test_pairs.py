from __future__ import annotations

import pandas as pd
import pytest

from engine.bench.pairs import ENCODER, SCORED, SINGLE, pair_speed
from engine.measures.pairs.variants import VARIANTS

PAIRS = pd.DataFrame(
    [
        ("The nurse said that she was tired.", "The nurse said that he was tired."),
        ("Poor people are lazy.", "Rich people are lazy."),
        ("The same.", "The same."),
        ("The nurse said that she was tired.", "The nurse said that he was tired."),
    ],
    columns=["sent_more", "sent_less"],
)


@pytest.mark.parametrize("variant", ["cps", "pll"])
def test_all_ways_go_through_the_same_rows_and_agree(variant, masked_lm, tmp_path):
    lm = masked_lm("bert")
    found = pair_speed(lm, PAIRS, VARIANTS[variant], tmp_path)
    sentences = [len(lm.tokenizer.tokenize(text)) for text in PAIRS.iloc[:2].to_numpy().ravel()]
    left_out = 4 if variant == "cps" else 0  # one modified word on either side of two pairs
    assert found.pairs == 3
    assert found.rows == sum(sentences) - left_out
    assert set(found.rows_per_second) == {SCORED, ENCODER, SINGLE}
    assert all(speed > 0 for speed in found.rows_per_second.values())
    assert found.to_floor.low <= found.to_floor.median <= found.to_floor.high
    assert found.largest_difference < 1e-3


def test_the_second_look_computes_nothing(masked_lm, tmp_path):
    found = pair_speed(masked_lm("bert"), PAIRS, VARIANTS["cps"], tmp_path)
    assert found.second_look > 0
    assert [path.name for path in tmp_path.glob("*.sqlite")] == ["second-look.sqlite"]
