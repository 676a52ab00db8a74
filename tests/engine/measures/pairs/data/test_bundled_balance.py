"""No group word, length or place in the bundled pairs is on one side more than the other."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from statistics import mean

import pandas as pd
import pytest

from engine.measures.pairs import comparison as control
from engine.measures.pairs.quality import edits_between, words_of
from engine.models.sources import BUNDLED_FOLDER

# Words with other common senses than the one that names a group.
AMBIGUOUS = {"straight", "hearing", "native", "heavy", "plain", "big", "low", "high"}
IN_PIECES = {"overweight"}


@pytest.fixture
def pairs(rows):
    return rows("pairs.csv")


@pytest.fixture
def exchanges(pairs) -> list[tuple[str, str]]:
    """Group words of sent_more and of sent_less, row by row, in lower case."""
    found = []
    for row in pairs:
        ((edit,), _) = edits_between(row["sent_more"], row["sent_less"])
        found.append((" ".join(edit.more).lower(), " ".join(edit.less).lower()))
    return found


def test_two_group_words_are_exchanged_in_both_directions_equally_often(pairs, exchanges):
    counts = Counter((row["bias_type"], *pair) for row, pair in zip(pairs, exchanges, strict=True))
    for (name, more, less), count in counts.items():
        assert counts[name, less, more] == count, (name, more, less)


def test_the_same_group_is_the_stereotyped_one_in_both_directions(pairs, exchanges):
    # Stereo rows have it in sent_more, antistereo rows in sent_less.
    groups = defaultdict(Counter)
    for row, (more, less) in zip(pairs, exchanges, strict=True):
        stereo = row["stereo_antistereo"] == "stereo"
        groups[row["stereotype"]][(more, less) if stereo else (less, more)] += 1
    for stereotype, words in groups.items():
        assert all(count % 2 == 0 for count in words.values()), stereotype


def test_the_control_has_every_exchange_in_both_directions(pairs):
    found = control.exchanges(pd.DataFrame(pairs))
    assert set(found) == {(less, more) for more, less in found}  # so that its score is 50


def test_both_directions_have_the_group_in_like_places_of_sentences_of_like_length(pairs):
    places, lengths = defaultdict(list), defaultdict(list)
    for row in pairs:
        more, less = words_of(row["sent_more"]), words_of(row["sent_less"])
        first = next(i for i, (a, b) in enumerate(zip(more, less, strict=True)) if a != b)
        for kind in (row["bias_type"], "all"):
            places[kind, row["stereo_antistereo"]].append(first / len(more))
            lengths[kind, row["stereo_antistereo"]].append(len(more))
    for kind in {name for name, _ in lengths}:
        most = (0.03, 0.3) if kind == "all" else (0.08, 1.1)
        for values, limit in zip((places, lengths), most, strict=True):
            assert abs(mean(values[kind, "stereo"]) - mean(values[kind, "antistereo"])) <= limit


def test_sentences_do_not_open_alike(pairs, exchanges):
    openings = Counter(
        " ".join(row["sent_more"].lower().replace(f" {more} ", " _ ", 1).split()[:3])
        for row, (more, _) in zip(pairs, exchanges, strict=True)
    )
    assert max(openings.values()) <= 8, openings.most_common(3)
    bare = sum(count for opening, count in openings.items() if opening.startswith("the _"))
    assert bare <= len(pairs) / 3


def test_group_words_are_common_and_have_one_sense(exchanges):
    tokenizer = json.loads((BUNDLED_FOLDER / "tokenizer.json").read_text(encoding="utf-8"))
    words = {word for pair in exchanges for side in pair for word in words_of(side)}
    assert words & AMBIGUOUS == set()
    assert words - set(tokenizer["model"]["vocab"]) == IN_PIECES
