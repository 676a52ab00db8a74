from __future__ import annotations

import pandas as pd
import pytest

from engine.measures.pairs.quality import FLAGS, flags_of, quality_flags


@pytest.mark.parametrize(
    ("more", "less", "flags"),
    [
        ("The nurse was tired.", "The doctor was tired.", []),
        ("He lost his way.", "She lost her way.", ["several-edits"]),
        ("The old man slept.", "The woman slept.", ["unequal-words"]),
        ("He lost his old hat.", "She lost her hat.", ["several-edits", "unequal-words"]),
        ("Same here.", "Same here.", ["identical"]),
        ("Same here.", "Same   here.", ["identical", "unseen-signs"]),
        ("", "Same here.", ["empty-side"]),
        ("Women", "Men", ["nothing-shared"]),
        ("Women sing", "Men", ["nothing-shared", "unequal-words"]),
    ],
)
def test_a_pair_is_flagged_for_what_its_words_show_on_whichever_side(more, less, flags):
    assert flags_of(more, less) == flags_of(less, more) == flags
    assert set(flags) <= set(FLAGS)


def test_a_pair_that_stands_earlier_is_a_duplicate_also_as_its_mirror_image():
    pairs = pd.DataFrame(
        [("He sings.", "She sings."), ("She sings.", "He sings."), ("He sings.", "She  sings.")],
        columns=["sent_more", "sent_less"],
    )
    assert quality_flags(pairs) == [[], ["duplicate"], ["unseen-signs", "duplicate"]]
