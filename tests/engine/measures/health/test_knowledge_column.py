"""Everyday knowledge as a cost: the share of wrong answers, topics as clusters."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.flow.asking import Measurement
from engine.measures.health.check import knowledge_probes
from engine.measures.health.knowledge_column import column


def answering(word_of):
    """Answers each probe with a word."""

    def ask(_name, _items, _params):
        values = [{"predictions": [[{"word": word_of(one)}]]} for one in knowledge_probes()]
        return Measurement(values, {})

    return ask


def test_a_topic_that_is_not_known_is_one_cluster_of_wrong_answers():
    probes = knowledge_probes()
    missed = probes[0].topic
    known = answering(lambda one: "nothing" if one.topic == missed else one.answers[0])
    found = column("").read(known, None, MASKED, 0)
    share = 100 * sum(one.topic == missed for one in probes) / len(probes)
    assert found.value == pytest.approx(share)
    assert found.n == len(probes) == 200
    assert len(set(found.detail["clusters"])) == 8
    low, high = found.interval
    # Eight topics say less than 200 independent sentences, of which it would be 8 to 18%.
    assert low < 8 < share < 18 < high


def test_it_has_one_set_and_needs_blanks():
    assert column("").name == "knowledge"
    assert "masked language model has blanks" in column("").refuses(CAUSAL)
    assert not column("").refuses(MASKED)
    with pytest.raises(InputTextError, match="knowledge has one set, bundled"):
        column("other")
