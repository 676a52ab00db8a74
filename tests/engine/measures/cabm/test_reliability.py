"""Split-half reliability of features and of the score, and what automatic weights make of it."""

from __future__ import annotations

import numpy as np

from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import GENDER, FramedSentence
from engine.measures.cabm.features import feature_table
from engine.measures.cabm.reliability import (
    SCORE,
    feature_halves,
    reliabilities,
    reliability_text,
)
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.vectors import Vectors
from engine.measures.cabm.weighting import EQUAL
from engine.measures.cabm.weighting_rule import WeightingRule, reliable, with_doubts

NAMES = ("pmi", "cosine", "context")


def made(targets: int, frames: int, seed: int = 0) -> tuple[Vectors, CorpusCounts]:
    """Targets whose sentence vectors move by their number, in frames that add no noise."""
    rows, parts = [], []
    generator = np.random.default_rng(seed)
    for target in range(targets):
        for frame in range(frames):
            for group, word in enumerate(("he", "she")):
                text = f"t{target} {word} {frame}"
                begin = len(f"t{target} ")
                spans = (0, begin - 1), (begin, begin + len(word))
                rows.append(FramedSentence(text, f"t{target}", spans[0], word, spans[1], group))
                noise = generator.normal(size=2)
                parts.append(((1.0, 0.0), noise, (float(target * (group == 0)), 0.0)))
    target_vectors, word_vectors, sentence_vectors = (
        np.array([row[place] for row in parts]) for place in range(3)
    )
    group = np.array([row.group for row in rows])
    vectors = Vectors(tuple(rows), group, target_vectors, word_vectors, sentence_vectors, {})
    counts = {f"t{number}": TargetCount(40, 0, 0) for number in range(targets)}
    return vectors, CorpusCounts("a corpus", ("male", "female"), 1000, 300, 200, counts)


def found(targets: int, frames: int):
    vectors, counts = made(targets, frames)
    frame = feature_table(vectors, counts, GENDER).frame
    halves = feature_halves(vectors, frame, counts, GENDER, CabmSettings())
    return halves, reliabilities(halves, NAMES, np.array([0.0, 1.0, 0.0]))


def test_halves_hold_each_framing_of_a_frame_together_and_miss_no_sentence():
    halves, _ = found(8, 6)
    # The context moves by the number of the target in every sentence, so in either half.
    expected = np.broadcast_to(np.arange(8.0), (*halves.shape[:2], 8))
    np.testing.assert_allclose(halves[..., 2], expected)
    # Halves of equal size: their mean is the feature itself.
    vectors, counts = made(8, 6)
    whole = feature_table(vectors, counts, GENDER).frame["cosine_bias"].to_numpy()
    np.testing.assert_allclose(halves[..., 1].mean(axis=0), np.tile(whole, (len(halves[0]), 1)))


def test_a_corpus_without_cooccurrences_and_few_contexts_have_no_reliability_but_a_sentence():
    _, told = found(8, 6)
    assert told["pmi"].halves is None
    assert not told["pmi"].in_doubt
    assert "No reliability of PMI" in reliability_text(told)
    _, few = found(8, 5)
    assert few["cosine"].halves is None
    needed = "it takes at least 6 occupations with 6 different sentences or more each, and with"
    assert few["cosine"].reason.startswith(needed)
    assert few["cosine"].reason.endswith("; here there are none")
    three = found(3, 6)[1]["cosine"].reason
    assert three.endswith(" in which PMI is counted; here there are 3")
    _, one = found(1, 6)
    assert all(each.halves is None for each in one.values())
    assert "nan" not in reliability_text(one)


def test_a_feature_of_noise_alone_is_in_doubt_and_the_score_made_of_it_too():
    _, told = found(30, 8)
    assert told["cosine"].in_doubt
    assert told[SCORE].as_json() == told["cosine"].as_json()
    assert "may be noise alone" in reliability_text(told)


def test_features_in_doubt_get_no_weight_unless_all_are():
    assert reliable(NAMES, ("context",)) == ("pmi", "cosine")
    assert reliable(NAMES, NAMES) == NAMES
    rule = WeightingRule(EQUAL, "automatic", "Why.")
    left = with_doubts(rule, NAMES, ("context",))
    assert (left.name, left.learned, left.from_lists) == ("automatic", EQUAL, False)
    assert left.reason.startswith("context may be noise alone")
    assert left.reason.endswith("Why.")
    assert with_doubts(rule, NAMES, ()) is rule
    assert with_doubts(rule, NAMES, NAMES).name == EQUAL
    assert "No feature clearly repeats" in with_doubts(rule, NAMES, NAMES).reason
