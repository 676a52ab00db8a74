"""What is said of the features before their numbers."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd

from engine.measures.cabm.notices import feature_remarks


def test_words_that_the_counted_text_never_has_with_a_group_are_listed():
    counts = {"occupation": ["nurse", "roofer", "plumber"], "corpus_first": [1, 0, 0]}
    frame = pd.DataFrame(counts).assign(corpus_second=0)
    (said,) = feature_remarks(SimpleNamespace(frame=frame), np.full(3, 2.0))
    assert said == (
        "In the text in which PMI is counted, no sentence has one of these words together with a "
        "word of either group: roofer, plumber. Their PMI comes from the smoothing alone, not "
        "from the text."
    )
