from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from engine.core.spec import HeadRef
from engine.flow.measurement import measure
from engine.measures.heads.mask_metrics import (
    CLOZE,
    PAIRS,
    PAIRS_SAMPLE,
    PERPLEXITY,
    PPPL,
    SEAT,
    cost_of,
    frontier,
    mask_metrics,
)
from engine.measures.health.check import health_items
from engine.measures.pairs.column import pairs_reading
from engine.measures.pairs.variants import VARIANTS
from engine.measures.pairs.word_pairs import word_pairs
from engine.models.loading import MaskedLM
from engine.statistics.tiers import paired_tests
from tests.engine.measures.association_items import ITEM
from tests.engine.measures.pairs.pair_values import of_scores
from tests.tiny_models import WITH_MASK

HEADS = (HeadRef(0, 0), HeadRef(1, 1))


@pytest.fixture(scope="module")
def values(loaded):
    """Values of a metric of a tiny BERT, measured once."""
    kept = {}

    def measured(metric, heads=()):
        key = metric.name, heads
        if key not in kept:
            kept[key] = measured_on(loaded("bert"), metric, heads)
        return kept[key]

    return measured


def measured_on(model, metric, heads=()):
    lm = MaskedLM(model, heads)
    return measure(metric.measure, lm.spec, metric.items, metric.params, lambda: lm, None).values


def test_every_metric_of_a_masked_model_has_a_figure_within_its_interval(values):
    metrics = mask_metrics(ITEM, "token", "masked")
    one_domain = "lpbs career-family"
    others = ("lpbs math-arts", "lpbs science-arts")
    assert list(metrics) == [SEAT, PPPL, one_domain, *others, PAIRS, CLOZE]
    for name in (SEAT, PPPL, one_domain, PAIRS, CLOZE):
        metric = metrics[name]
        figure, masked = (metric.read(values(metric, heads)) for heads in ((), HEADS))
        assert figure.n > 0, name
        assert figure.value is None or figure.low <= figure.value <= figure.high, name
        change = metric.compare(figure, masked)
        assert change.value == pytest.approx(masked.value - figure.value), name
        assert change.low <= change.value <= change.high, name
        if name not in (PAIRS, CLOZE):  # shares may stay
            assert masked.value != figure.value, name


def test_plain_sentences_are_paired_so_that_a_loss_is_tested_sentence_by_sentence():
    metric = mask_metrics(ITEM, "token", "masked")[CLOZE]
    items = health_items()["cloze"]
    words = [item["answers"][0] for item in items]
    values = [[{"predictions": [[{"word": word}]]} for word in words] for _ in range(2)]
    for place in range(7):
        values[1][place] = {"predictions": [[{"word": "no answer"}]]}
    before, after = map(metric.read, values)
    assert (before.value, after.n) == (100, len(items))
    change = metric.compare(before, after)
    assert (change.lost, change.gained) == (7, 0)
    assert change.p == pytest.approx(2 * 0.5**7)  # McNemar's exact test: all seven the same way
    assert change.settled


def test_the_plain_sentences_are_those_of_the_health_check(values, loaded):
    metrics = mask_metrics(ITEM, "token", "masked")
    lm = MaskedLM(loaded("bert"))
    (health,) = measure("health", lm.spec, [health_items()], {}, lambda: lm, None).values
    cost = metrics[PPPL].read(values(metrics[PPPL]))
    assert (cost.value, cost.n) == (pytest.approx(health["pppl"]), len(health_items()["neutral"]))
    figure = metrics[CLOZE].read(values(metrics[CLOZE]))
    assert figure.value == pytest.approx(100 * health["cloze_accuracy"])
    assert (figure.low / 100, figure.high / 100) == pytest.approx(tuple(health["cloze_interval"]))
    assert figure.n == health["cloze_items"]


def test_a_causal_model_has_perplexity_and_cloze_of_its_own(loaded):
    metrics = mask_metrics(ITEM, "token", "causal")
    assert list(metrics) == [SEAT, PERPLEXITY, PAIRS, CLOZE]
    assert metrics[PAIRS].params == {"variant": "clm"}
    assert metrics[CLOZE].title == "Cloze by continuation, %"
    model = loaded(WITH_MASK)
    figures = {name: metric.read(measured_on(model, metric)) for name, metric in metrics.items()}
    for name, figure in figures.items():
        assert figure.n > 0, name
        assert figure.value is None or figure.low <= figure.value <= figure.high, name
    for name in (PERPLEXITY, CLOZE):
        masked = metrics[name].read(measured_on(model, metrics[name], HEADS))
        change = metrics[name].compare(figures[name], masked)  # sentence by sentence
        assert change.value == pytest.approx(masked.value - figures[name].value)
        assert change.low <= change.value <= change.high
    lm = MaskedLM(model)
    (health,) = measure("health", lm.spec, [health_items()], {}, lambda: lm, None).values
    assert figures[CLOZE].value == pytest.approx(100 * health["cloze_accuracy"])
    assert figures[CLOZE].n == health["cloze_items"]
    assert [cost_of(kind) for kind in ("masked", "causal", "seq2seq")] == [PPPL, PERPLEXITY, None]


def test_a_span_filler_has_only_its_associations():
    assert list(mask_metrics(ITEM, "token", "seq2seq")) == [SEAT]


@pytest.mark.parametrize(
    ("effect", "interval", "shown"),
    [
        (0.8, [0.2, 1.1], (0.8, 0.2, 1.1)),
        (-0.8, [-1.1, -0.2], (0.8, 0.2, 1.1)),
        (0.1, [-0.6, 0.4], (0.1, 0.0, 0.6)),
        (0.8, None, (0.8, None, None)),
        (None, None, (None, None, None)),
    ],
)
def test_the_distance_of_d_from_zero_has_the_interval_of_d(effect, interval, shown):
    value = {"effect_size": effect, "interval": interval, "sizes": {"x": 3, "y": 4}}
    value |= {"p_value": 0.01, "associations": [{"s": float(number)} for number in range(7)]}
    figure = mask_metrics(ITEM, "token", "causal")[SEAT].read([value])
    assert (figure.value, figure.low, figure.high, figure.n) == (*shown, 7)


def test_the_frontier_is_what_no_other_mask_beats():
    costs, biases = [4.0, 5.0, 4.5, 6.0, 4.0], [1.0, 0.5, 1.2, 0.5, 1.0]
    assert frontier(costs, biases) == [True, True, False, False, True]
    assert frontier([], []) == []


def test_pairs_are_judged_on_exactly_the_sample_that_is_promised():
    for kind in ("masked", "causal"):
        assert len(mask_metrics(ITEM, "token", kind)[PAIRS].items) == PAIRS_SAMPLE == 60


def test_the_panel_and_the_scorecard_say_the_same_of_pairs():
    metric = mask_metrics(ITEM, "token", "masked")[PAIRS]
    rows = pd.DataFrame(list(metric.items))
    swapped = word_pairs(rows)
    assert 6 <= len(set(swapped)) < len(swapped) == 60
    # Masking turns the pairs of every third word pair that preferred the stereotype.
    names = list(dict.fromkeys(swapped))
    turned = [names.index(name) % 3 == 0 for name in swapped]
    before = [of_scores(-1.0, -2.0)] * 60
    after = [of_scores(-2.0, -1.0) if turn else of_scores(-1.0, -2.0) for turn in turned]
    change = metric.compare(metric.read(before), metric.read(after))
    assert (change.lost, change.gained) == (sum(turned), 0)
    shares = [pairs_reading(rows, list(one), VARIANTS["cps"]) for one in (before, after)]
    assert shares[0].detail["clusters"] == list(metric.read(before).clusters)
    parts, words = np.array([one.parts for one in shares]), np.array(shares[0].detail["clusters"])
    (test,) = paired_tests(parts, clusters=words)
    assert change.interval == pytest.approx(tuple(100 * end for end in test["interval"]))
    assert change.p == test["p"] == pytest.approx(2 * 0.5 ** len({*words[turned].tolist()}))


def test_the_panel_and_the_scorecard_say_the_same_of_a_cost(values):
    from engine.measures.perplexity.column import column

    metric = mask_metrics(ITEM, "token", "masked")[PPPL]
    before, after = values(metric), values(metric, HEADS)
    change = metric.compare(metric.read(before), metric.read(after))
    cost = column("")
    answers = {(): before, HEADS: after}
    cells = [
        cost.read(lambda *_, one=one: SimpleNamespace(values=answers[one]), None, "masked", 0)
        for one in ((), HEADS)
    ]
    (test,) = paired_tests(np.array([cell.parts for cell in cells]), shares=False)
    level = cells[0].value
    assert change.value == pytest.approx(level * np.expm1(test["difference"]))
    assert change.interval == pytest.approx(tuple(level * np.expm1(test["interval"])))
    assert change.p == pytest.approx(test["p"])
