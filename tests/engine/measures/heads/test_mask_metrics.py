from __future__ import annotations

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
from engine.models.loading import MaskedLM
from tests.engine.measures.association_items import ITEM
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


def test_the_plain_sentences_are_those_of_the_health_check(values):
    metrics = mask_metrics(ITEM, "token", "masked")
    (health,) = values(metrics[PPPL])
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
    masked = metrics[PERPLEXITY].read(measured_on(model, metrics[PERPLEXITY], HEADS))
    assert masked.value != figures[PERPLEXITY].value
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
