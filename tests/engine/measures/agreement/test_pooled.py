"""Pooled rank correlations: worked by hand, beside scipy, and by repeating sentences."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from engine.measures.agreement import pooled
from engine.measures.agreement.figures import FEWEST_RANKED, Agreement, group_figures
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.influence import Bootstrap
from engine.measures.agreement.pooled import FIRST, Pooled, Words
from engine.measures.agreement.table import items_of, scored_table
from engine.measures.agreement.wording import without_interval
from tests.engine.measures.agreement import cases as cases


@pytest.fixture(autouse=True, scope="module")
def from_two_sentences_on():
    """Intervals of two sentences, so that cases of three can be worked by hand."""
    least, pooled.FEWEST_SENTENCES = pooled.FEWEST_SENTENCES, 2
    yield
    pooled.FEWEST_SENTENCES = least


def cell(group="everyone"):
    """The words of one group of the cases."""
    found = cases.agreement(() if group == "everyone" else ("speaker",))
    return next(words for key, words in found.pooled.items() if key.group == group)


def test_the_words_of_a_group_are_those_worked_out_by_hand():
    # The natives, a and b. A candidate of rank r has -r nats, so six candidates have a mean of
    # -3.5 and five one of -3. Both said tea, the second; house and car, the first two; and dog,
    # the fifth. Nobody gave the others.
    words = cell("native").words
    assert words.owners.tolist() == [0] * 6 + [1] * 5 + [2] * 5
    assert words.frequencies.tolist() == [0, 1, 0, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 1]
    nats = [2.5, 1.5, 0.5, -0.5, -1.5, -2.5, 2, 1, 0, -1, -2, 2, 1, 0, -1, -2]
    assert (words.likelihoods * pooled.TIE_BAND).tolist() == pytest.approx(nats)


def test_an_answer_that_is_no_candidate_counts_and_one_without_a_likelihood_does_not():
    # Everyone on the third sentence: dog, dog, cat, bird (-9 nats, no candidate) and unicorn,
    # which the vocabulary lacks; it still is one of five answers.
    words = cell().words
    third = words.owners == 2
    assert words.frequencies[third].tolist() == pytest.approx([0, 0, 1 / 5, 0, 2 / 5, 1 / 5])
    mean = -(1 + 2 + 3 + 4 + 5 + 9) / 6
    assert words.likelihoods[third][-1] == round((-9 - mean) / pooled.TIE_BAND)


def test_the_figures_are_those_of_scipy_and_the_contract_carries_them():
    (entry,) = group_figures(cases.agreement(()))
    words = cell().words
    assert entry["spearman"] == pytest.approx(
        stats.spearmanr(words.frequencies, words.likelihoods).statistic
    )
    assert entry["kendall"] == pytest.approx(
        stats.kendalltau(words.frequencies, words.likelihoods, variant="b").statistic
    )
    assert entry["pooled_n"] == 6 + 5 + 6
    for score in ("spearman", "kendall"):
        low, high = entry["intervals"][score]
        assert low < entry[score] < high


def test_kendall_of_four_words_by_hand():
    # Of six pairs, one is tied in frequency; of the others four agree and one does not.
    words = Words(np.zeros(4, int), np.array([0.0, 0.0, 0.5, 1.0]), np.array([1.0, 2.0, 4.0, 3.0]))
    assert pooled.pooled_kendall(words) == pytest.approx((4 - 1) / math.sqrt(5 * 6))


@st.composite
def pooled_words(draw):
    """Words of a few sentences with ties on both sides, and how often each sentence is drawn."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))
    count = sum(sizes)
    owners = np.repeat(np.arange(len(sizes)), sizes)
    values = st.lists(st.integers(0, 4), min_size=count, max_size=count)
    words = Words(owners, np.array(draw(values), float), np.array(draw(values), float))
    drawn = draw(st.lists(st.integers(0, 3), min_size=len(sizes), max_size=len(sizes)))
    return words, np.array(drawn)


@given(pooled_words())
@pytest.mark.parametrize("score", pooled.SCORES)
def test_a_sentence_drawn_twice_is_a_sentence_that_is_there_twice(score, case):
    words, counts = case
    figure, drawn = pooled.SCORES[score]
    repeated = np.repeat(np.arange(len(words.owners)), counts[words.owners])
    literal = Words(
        words.owners[repeated], words.frequencies[repeated], words.likelihoods[repeated]
    )
    (found,) = drawn(words, counts[None, :])
    assert found == pytest.approx(figure(literal), nan_ok=True)
    assert math.isnan(found) or -1 - 1e-12 <= found <= 1 + 1e-12


@given(pooled_words(), st.integers(1, 9), st.integers(-9, 9))
def test_only_the_order_counts(case, factor, shift):
    words, _ = case
    turned = Words(words.owners, words.frequencies, -words.likelihoods)
    moved = Words(words.owners, words.frequencies, words.likelihoods * factor + shift)
    for figure, _ in pooled.SCORES.values():
        value = figure(words)
        assert figure(moved) == pytest.approx(value, nan_ok=True)
        assert figure(turned) == pytest.approx(-value, nan_ok=True)


def test_the_interval_is_that_of_sentences_drawn_one_by_one():
    found = cases.agreement((), draws=200)
    ((_, words),) = found.pooled.items()
    counts = found.bootstrap.sentence_counts("en", words.sentences)
    assert (counts.sum(axis=1) == 3).all()
    values = []
    for row in counts.astype(int):
        picked = np.repeat(np.arange(len(words.words.owners)), row[words.words.owners])
        part = words.words.frequencies[picked], words.words.likelihoods[picked]
        values.append(stats.spearmanr(*part).statistic)
    value = stats.spearmanr(words.words.frequencies, words.words.likelihoods).statistic
    # Three sentences: Student's t with two degrees of freedom, and draws that vary too little.
    wider = stats.t.ppf(0.975, 2) / stats.norm.ppf(0.975) * math.sqrt(3 / 2)
    bounds = np.quantile(values, [0.025, 0.975])
    wanted = (value + wider * (bounds - value)).clip(-1, 1)
    assert words.interval("spearman", counts) == pytest.approx(wanted)
    assert group_figures(found)[0]["intervals"]["spearman"] == pytest.approx(wanted)


def test_fewer_than_ten_sentences_have_no_interval_and_no_mean_within_them(monkeypatch):
    monkeypatch.setattr(pooled, "FEWEST_SENTENCES", 10)
    (few,), (enough,) = (group_figures(many(size)) for size in (9, 10))
    assert few["spearman"] == pytest.approx(enough["spearman"])
    assert few["intervals"]["spearman"] is few["intervals"]["kendall"] is None
    assert (few["sentences_with_ranks"], enough["sentences_with_ranks"]) == (9, FEWEST_RANKED)
    assert few["spearman_per_sentence"] is few["intervals"]["kendall_per_sentence"] is None
    # Tea is given most and water is likeliest; milk and water are given alike.
    assert enough["spearman_per_sentence"] == pytest.approx(0)
    assert "from 10 sentences on; a group here has 9" in without_interval([enough, few])
    assert without_interval([enough]) is None
    assert Pooled(many(9).readable).influence("spearman").units == 0


def test_only_the_first_ten_candidates_enter_beside_the_answers():
    table = cases.answers()
    values = cases.values(table)
    values[0]["candidates"] += [
        {"word": f"w{rank}", "pieces": 1, "log_probability": -float(rank)} for rank in range(7, 31)
    ]
    found = Agreement(scored_table(table, values, group_names(table, ())))
    ((_, words),) = found.pooled.items()
    assert (words.words.owners == 0).sum() == FIRST


def test_spellings_of_one_word_are_one_word():
    table = cases.answers().replace({"answer": {"water": "Wáter"}})
    values = cases.values(table)
    for item, value in zip(items_of(table), values, strict=True):
        for answer, entry in zip(item["answers"], value["answers"], strict=True):
            if answer == "Wáter":
                entry |= {"form": "tea", "log_probability": -2.0}
    found = Agreement(scored_table(table, values, group_names(table, ())))
    ((_, words),) = found.pooled.items()
    assert words.words.frequencies[:6].tolist() == [0, 4 / 5, 0, 0, 0, 1 / 5]


def test_a_sentence_that_only_one_annotator_answered_goes_with_them():
    table = cases.agreement(()).table
    rows = table[(table["sentence_id"] != "3") | (table["annotator"] == "a")]
    words = Pooled(rows)
    found = words.influence("spearman")
    assert len(found.annotators) == 5
    without = Pooled(rows[rows["annotator"] != "a"])
    assert set(without.words.owners) == {0, 1}
    assert found.value == pytest.approx(pooled.pooled_spearman(words.words))


@pytest.mark.parametrize("score", ["spearman", "kendall"])
def test_contributions_are_the_jackknife(score):
    rows = cases.agreement(()).table
    found = Pooled(rows).influence(score)
    figure = pooled.SCORES[score][0]
    for unit, parts in (("annotator", found.annotators), ("sentence_id", found.sentences)):
        names = rows[unit].unique()
        left = np.array([figure(Pooled(rows[rows[unit] != name]).words) for name in names])
        spread = (len(left) - 1) / len(left) * ((left - left.mean()) ** 2).sum()
        assert (parts**2).sum() == pytest.approx(spread)


def alike(likeliest, log_probability):
    """Two sentences that two people answered with one word."""
    places = {"sentence_id": list("1122"), "annotator": list("abab")}
    named = {"group": "all", "language": "en", "form": "tea"}
    told = {"likeliest": [likeliest] * 4, "log_probability": log_probability}
    return pd.DataFrame(places | named | told)


@pytest.mark.parametrize(
    "table",
    [
        alike((), -1.0),
        alike((), math.nan),
        alike((("tea", -1.0), ("oil", -1.0)), -1.0),
        alike((("oil", -1.0), ("ink", -2.0)), math.nan),
    ],
    ids=["one word", "no likelihood", "all as likely", "nothing given that is known"],
)
def test_words_that_all_tie_have_no_correlation(table):
    words = Pooled(table)
    assert all(math.isnan(figure(words.words)) for figure, _ in pooled.SCORES.values())
    counts = Bootstrap(table).sentence_counts("en", words.sentences)
    assert words.interval("spearman", counts) is None
    assert math.isnan(words.influence("kendall").value)


def test_too_many_words_have_a_figure_and_no_interval(monkeypatch):
    monkeypatch.setattr(pooled, "MOST_WORDS", 16)
    (entry,) = group_figures(cases.agreement(()))
    assert entry["spearman"] is not None
    assert entry["intervals"]["spearman"] is None
    (gap,) = gaps(cases.agreement(), "spearman")
    assert gap["gap"] > 0


def many(sentences):
    """The first sentence of the cases so many times, each a sentence of its own."""
    table = cases.agreement(()).table
    one = table[table["sentence_id"] == "1"]
    return Agreement(
        pd.concat([one.assign(sentence_id=str(n)) for n in range(sentences)], ignore_index=True)
    )


def test_the_pooled_figures_of_groups_and_models_are_compared():
    (entry,) = gaps(cases.agreement(), "kendall")
    figures = [found["kendall"] for found in group_figures(cases.agreement())]
    assert entry["gap"] == pytest.approx(max(figures) - min(figures))
    low, high = entry["interval"]
    assert low < entry["gap"] < high
