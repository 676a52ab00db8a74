from __future__ import annotations

import pytest

from engine.measures.completion.completions import flat_note


def ranked(*entries):
    return [{"probability": probability, "rank": rank} for probability, rank in entries]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([(0.049, 1), (0.01, 2)], "No word reaches 5%: the model has no clear favourite here"),
        ([(0.05, 1), (0.01, 2)], ""),
        ([(0.04, 3), (0.01, 4)], "No word shown reaches 5%, so"),
        ([(0.04, None), (0.03, 1)], "No word reaches 5%: "),
        ([(0.06, None), (0.03, 1)], ""),
        ([], ""),
    ],
)
def test_a_flat_distribution_is_named_by_what_is_known_of_it(entries, said):
    note = flat_note(ranked(*entries))
    assert note.startswith(said)
    assert bool(note) == bool(said)
