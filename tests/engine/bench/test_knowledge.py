from __future__ import annotations

import pytest

from engine.bench.knowledge import ALL, Probe, Reply, knowledge, probes, replies
from engine.errors import UnusableModelError
from engine.models.loading import MaskedLM

CAPITAL = Probe("geography", "The capital of France is [MASK].", ("paris",))
LEGS = Probe("numbers", "A dog has [MASK] legs.", ("four", "4"))


def test_a_first_choice_is_right_wrong_or_copied():
    right = Reply(CAPITAL, ("paris", "france"))
    copied = Reply(CAPITAL, ("france", "paris"))
    wrong = Reply(CAPITAL, ("rome", "london"))
    found = [(reply.right, reply.among_five, reply.copied) for reply in (right, copied, wrong)]
    assert found == [(True, True, False), (False, True, True), (False, False, False)]


def test_a_word_inside_another_is_no_copy():
    assert not Reply(LEGS, ("leg",)).copied
    assert not Reply(LEGS, ("mask",)).copied
    assert Reply(LEGS, ("dog",)).copied


def test_an_answer_that_stands_in_the_sentence_is_right_and_no_copy():
    probe = Probe("agreement", "The cat licked [MASK] paws, the cat did.", ("the",))
    assert (Reply(probe, ("the",)).right, Reply(probe, ("the",)).copied) == (True, False)


def test_shares_are_of_all_and_of_each_topic():
    given = [Reply(CAPITAL, ("paris",)), Reply(CAPITAL, ("france",)), Reply(LEGS, ("two", "4"))]
    found = {part.topic: part for part in knowledge(given)}
    assert list(found) == [ALL, "geography", "numbers"]
    assert found[ALL].probes == 3
    assert found[ALL].first == pytest.approx(1 / 3)
    assert found[ALL].five == pytest.approx(2 / 3)
    assert found[ALL].copies == pytest.approx(1 / 3)
    assert (found["geography"].first, found["numbers"].first) == (0.5, 0.0)
    low, high = found[ALL].first_interval
    assert 0 < low < 1 / 3 < high < 1


def test_a_model_gives_five_choices_at_every_probe(masked_lm):
    found = replies(masked_lm("bert"), [CAPITAL, LEGS])
    assert [reply.probe for reply in found] == [CAPITAL, LEGS]
    assert all(len(reply.choices) == 5 for reply in found)


def test_a_causal_model_has_no_masked_word(loaded):
    with pytest.raises(UnusableModelError, match="everyday knowledge"):
        replies(MaskedLM(loaded("gpt2")), [CAPITAL])


def test_the_projects_probes_are_read():
    found = probes()
    assert len(found) == 200
    assert CAPITAL in found
