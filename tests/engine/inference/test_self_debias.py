from __future__ import annotations

import math

import pytest
import torch

from engine.core.errors import InputTextError, UnusableModelError
from engine.core.interventions import Interventions, SelfDebias
from engine.inference.plan import Row
from engine.inference.runner import distributions, score_rows
from engine.inference.self_debias import debiased, with_description
from engine.inference.vectors import Share, pooled_vectors
from engine.models.loading import MaskedLM

ASKED = SelfDebias("gender", 10.0)


def test_a_word_that_the_description_favours_falls_as_worked_out_by_hand():
    plain = torch.tensor([[0.5, 0.3, 0.2]]).log()
    described = torch.tensor([[0.7, 0.1, 0.2]]).log()
    found = debiased(plain, described, 10.0).softmax(-1)[0]
    # The first word is 0.2 likelier behind the description, so it is multiplied by exp(-2).
    weights = [0.5 * math.exp(-2.0), 0.3, 0.2]
    expected = [weight / sum(weights) for weight in weights]
    torch.testing.assert_close(found, torch.tensor(expected), rtol=0, atol=1e-6)


def test_nothing_changes_where_the_description_favours_nothing():
    plain = torch.tensor([[0.5, 0.3, 0.2]]).log()
    torch.testing.assert_close(debiased(plain, plain, 50.0), plain.log_softmax(-1))


@pytest.mark.parametrize(("family", "opening"), [("bert", 1), ("roberta", 1), ("gpt2", 0)])
def test_the_description_stands_before_the_text_and_behind_what_opens_it(family, opening, loaded):
    model = loaded(family)
    ids = tuple(model.tokenizer("The nurse was tired.")["input_ids"])
    row = with_description(model, Row(ids, (opening, len(ids) - 1), (5, 6)), ASKED)
    added = len(row.ids) - len(ids)
    assert added > 5
    assert row.ids[:opening] == ids[:opening]
    assert row.ids[opening + added :] == ids[opening:]
    assert row.read == (opening + added, len(ids) - 1 + added)
    assert row.targets == (5, 6)
    assert "discriminates against people" in model.tokenizer.decode(row.ids) or family != "bert"


@pytest.mark.parametrize("family", ["bert", "gpt2", "cohere", "modernbert"])
def test_scores_are_those_of_two_plain_forwards(family, loaded):
    model = loaded(family)
    ids = tuple(model.tokenizer("The nurse said that he was tired.")["input_ids"])
    row = Row(ids, (3, 4))
    lm = MaskedLM(model, interventions=Interventions(self_debias=ASKED))
    (found,) = distributions(lm, [row])
    moved = with_description(model, row, ASKED)
    with torch.inference_mode():
        plain, described = (
            model.network(input_ids=torch.tensor([one.ids])).logits[0][list(one.read)]
            for one in (row, moved)
        )
    expected = debiased(plain, described, 10.0).log_softmax(-1)
    torch.testing.assert_close(torch.tensor(found), expected, rtol=0, atol=1e-4)
    (plainly,) = distributions(MaskedLM(model), [row])
    assert abs(found - plainly).max() > 1e-4


def test_a_batch_gives_what_single_texts_give(loaded):
    model = loaded("bert")
    lm = MaskedLM(model, interventions=Interventions(self_debias=ASKED))
    texts = ("She works hard.", "The doctor was kind because the kitchen was cold.")
    rows = [Row(tuple(model.tokenizer(text)["input_ids"]), (2,), (9,)) for text in texts]
    together = score_rows(lm, rows)
    alone = [score_rows(lm, [row])[0] for row in rows]
    for one, other in zip(together, alone, strict=True):
        assert one.log_probabilities == pytest.approx(other.log_probabilities, abs=1e-5)


def test_a_text_that_leaves_no_room_for_the_description_is_refused(loaded):
    model = loaded("bert")
    row = Row((5,) * model.max_length, (1,))
    with pytest.raises(InputTextError, match=r"Behind the description .* shorten the text"):
        with_description(model, row, ASKED)


def test_measures_of_states_say_that_self_debiasing_does_not_reach_them(loaded):
    model = loaded("bert")
    lm = MaskedLM(model, interventions=Interventions(self_debias=ASKED))
    with pytest.raises(UnusableModelError, match="reads the model's states"):
        pooled_vectors(lm, {(2, 5, 3): [Share(0, (1,), 1.0)]}, 1)
