"""Every feature on a hand-worked table of three occupations, in two dimensions."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.flow.packing import packed, unpacked
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.draws import feature_draws, freedom_of, with_intervals
from engine.measures.cabm.features import COLUMNS, CONTEXTS, SIGNED, feature_table, word_direction
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.vectors import vectors_of
from tests.engine.measures.cabm.cases import COUNTS, ROWS, cosine, vectors

ROOT_2 = math.sqrt(2)


@pytest.fixture
def frame():
    return feature_table(vectors(), COUNTS, GENDER, {"nurse": "female"}).frame.set_index(
        "occupation"
    )


def test_cosine_bias_is_the_difference_of_the_mean_cosines(frame):
    # nurse: he at 90 and 45 degrees, she at 0; doctor: 0 and 90; baker: 45 and 45
    assert frame["cosine_first"].tolist() == pytest.approx([ROOT_2 / 4, 1, ROOT_2 / 2])
    assert frame["cosine_second"].tolist() == pytest.approx([1, 0, ROOT_2 / 2])
    assert frame["cosine_bias"].tolist() == pytest.approx([ROOT_2 / 4 - 1, 1, 0])


def test_context_bias_is_the_distance_of_the_mean_sentences(frame):
    # nurse: (1, 0) to (1, 4); doctor: (3, 0) to (0, 4); baker: no way at all
    assert frame["context_bias"].tolist() == pytest.approx([4, 5, 0])


def test_signed_context_bias_is_the_way_along_the_pronouns_direction():
    # he: mean of (0,1) (1,1) (0,3) (1,0) = (.5, 1.25); she: of (1,0) (3,0) (0,1) = (4/3, 1/3)
    direction = np.array([0.5 - 4 / 3, 1.25 - 1 / 3])
    direction /= math.hypot(*direction)
    assert word_direction(vectors()).tolist() == pytest.approx(direction.tolist())
    found = feature_table(vectors(), COUNTS, GENDER, context=SIGNED).frame["context_bias"]
    ways = [(0, -4), (3, -4), (0, 0)]
    assert found.tolist() == pytest.approx([float(np.dot(way, direction)) for way in ways])


def test_pmi_bias_and_its_counts_stand_in_the_table(frame):
    assert frame["corpus_first"].tolist() == [8, 32, 0]
    assert frame["pmi_bias"]["nurse"] == pytest.approx(math.log2((8 + 4 / 3) / (16 + 2 / 3)) - 1)
    assert frame["pmi_bias"]["baker"] == pytest.approx(0)
    assert (frame["pmi_low"] < frame["pmi_bias"]).all()


def test_weat_compares_mean_vectors_over_all_sentences(frame):
    he, she = (0.5, 1.25), (4 / 3, 1 / 3)
    for target, place in (("nurse", (1, 0)), ("doctor", (0, 2)), ("baker", (1, 1))):
        assert frame["weat"][target] == pytest.approx(cosine(place, he) - cosine(place, she))
        distance = (2 - cosine(place, he) - cosine(place, she)) / 2
        assert frame["mac"][target] == pytest.approx(distance)


def test_same_is_the_cosine_with_the_direction_between_the_groups(frame):
    # Unit vectors of he (.5, 1.25) and she (4/3, 1/3), and their difference.
    he, she = (np.array(word) / math.hypot(*word) for word in ((0.5, 1.25), (4 / 3, 1 / 3)))
    direction = (he - she) / math.hypot(*(he - she))
    assert frame["same"]["nurse"] == pytest.approx(direction[0])
    assert frame["same"]["doctor"] == pytest.approx(direction[1])
    assert frame["same"]["baker"] == pytest.approx((direction[0] + direction[1]) / ROOT_2)
    # For two groups it is WEAT over the length of the direction.
    ratio = frame["weat"] / frame["same"]
    assert ratio.tolist() == pytest.approx([math.hypot(*(he - she))] * 3)


def test_lists_and_sentence_counts_stand_in_the_table(frame):
    assert frame["list"].tolist() == ["female", "", ""]
    assert frame["n_first"].tolist() == [2, 1, 1]
    assert frame["n_second"].tolist() == [1, 1, 1]


def test_a_target_framed_once_only_or_not_counted_is_left_out_with_the_reason():
    rows = [*ROWS, ("pilot", 0, (1, 0), (0, 1), (0, 0)), ("cook", 0, (1, 0), (0, 1), (0, 0))]
    rows.append(("cook", 1, (1, 0), (0, 1), (0, 0)))
    found = feature_table(vectors(rows), COUNTS, GENDER)
    assert found.frame["occupation"].tolist() == ["nurse", "doctor", "baker"]
    assert "framed as male only" in found.excluded["pilot"]
    assert "was not counted in a corpus" in found.excluded["cook"]


def test_without_smoothing_a_zero_leaves_the_target_out():
    found = feature_table(vectors(), COUNTS, GENDER, alpha=0)
    assert "use an alpha above 0" in found.excluded["baker"]


def test_an_unknown_context_is_refused():
    with pytest.raises(ValueError, match="context is one of"):
        feature_table(vectors(), COUNTS, GENDER, context="sideways")


def test_vectors_are_packed_and_unpacked_to_float32():
    rows = np.random.default_rng(0).normal(size=(3, 5))
    assert unpacked([packed(row) for row in rows]).tolist() == rows.astype("<f4").tolist()


def test_sentences_that_could_not_be_read_are_counted():
    sentences = vectors().sentences[:2]
    value = {part: packed(np.ones(2)) for part in ("target", "word", "sentence")}
    found = vectors_of(sentences, [{"problem": "too long"}, value])
    assert (len(found.sentences), found.unread) == (1, {"too long": 1})
    with pytest.raises(InputTextError, match=r"None of 2 sentences can be used\. too long"):
        vectors_of(sentences, [{"problem": "too long"}] * 2)


def intervals(some, table, found, names):
    freedom = freedom_of(some, table.frame["occupation"].tolist())
    return with_intervals(table.frame, found, names, freedom)


def draws(some=None, **options):
    some = some or vectors()
    table = feature_table(some, COUNTS, GENDER)
    return table, feature_draws(some, table, GENDER, CabmSettings(seed=3, **options), draws=400)


@pytest.mark.parametrize("context", CONTEXTS)
def test_draws_have_the_feature_as_their_mean_and_a_seed_repeats_them(context):
    table, found = draws(context=context)
    assert found.shape == (400, 3, 3)
    features = table.frame[[*COLUMNS]].to_numpy()
    np.testing.assert_allclose(found.mean(axis=0)[:, :2], features[:, :2], atol=1e-12)
    np.testing.assert_array_equal(found, draws(context=context)[1])


def test_draws_vary_where_sentences_or_counts_do():
    rows = [*ROWS, ("nurse", 1, (1, 0), (0, 1), (1, 3))]
    table, found = draws(vectors(rows))
    spread = found.std(axis=0)
    assert spread[0, 1] > 0.01  # two different sentences of the nurse with either word
    assert spread[1, 1] < 1e-12  # one sentence a framing leaves nothing to draw
    errors = (table.frame["pmi_high"] - table.frame["pmi_low"]) / (2 * 1.959964)
    np.testing.assert_allclose(spread[:, 0], errors, rtol=1e-6)
    assert spread[2, 0] == max(spread[:, 0])  # counts of 0 say the least


def test_few_sentences_widen_the_interval_of_the_cosine():
    rows = [
        ("nurse", group, (1, 0), (place % 3 - 1, group + 1), (0, 0))
        for place in range(12)
        for group in (0, 1)
    ]
    widths = []
    for some in (rows[:4], rows):
        table, found = draws(vectors(some))
        frame = intervals(vectors(some), table, found[:, :, 1:2], ["cosine"])
        widths.append(frame["cosine_high"][0] - frame["cosine_low"][0])
    assert widths[0] > 2 * widths[1]


def test_an_interval_needs_two_sentences_of_each_group():
    table, found = draws()
    frame = intervals(vectors(), table, found, ["pmi", "cosine", "context"])
    assert frame[["cosine_low", "context_high"]].isna().all(axis=None)  # one sentence of she
    rows = [*ROWS, ("nurse", 1, (1, 0), (0, 1), (1, 3))]
    table, found = draws(vectors(rows))
    frame = intervals(vectors(rows), table, found, ["pmi", "cosine", "context"])
    assert frame["cosine_low"].notna().tolist() == [True, False, False]
    assert frame["context_low"][0] <= frame["context_bias"][0] <= frame["context_high"][0]


def test_both_framings_of_a_sentence_are_drawn_together():
    # Shift (0, 1) in both sentences; drawn apart, the distance 10 between them would show.
    rows = [
        ("nurse", group, (1, 0), (0, 1), (10 * place, group))
        for place in range(2)
        for group in (0, 1)
    ]
    whole = vectors(rows)
    sentences = tuple(
        replace(sentence, text=f"{number // 2} {sentence.word}", word_span=(2, 5))
        for number, sentence in enumerate(whole.sentences)
    )
    _, found = draws(replace(whole, sentences=sentences))
    np.testing.assert_allclose(found[:, 0, 2], 1.0)
