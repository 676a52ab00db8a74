"""What a training step minimises."""

import random

import pytest
import torch

from engine.training import objective
from engine.training.masking import MaskingRule
from engine.training.settings import TrainingSettings


def test_the_loss_is_that_of_the_hidden_tokens_alone(fresh):
    model = fresh()
    ids = model.tokenizer("the nurse was tired", add_special_tokens=False)["input_ids"]
    rule = MaskingRule(rate=0.25, masked=1.0, scrambled=0.0)
    settings = TrainingSettings(steps=1, bfloat16=False, masking=rule)
    with torch.inference_mode():
        kinds = objective._kinds(model, [ids], settings)
        loss = objective._loss(model, [ids, ids[:2]], settings, kinds, random.Random(5))
        draw = random.Random(5)
        expected = []
        for row in (ids, ids[:2]):
            (position,) = draw.sample(range(len(row)), 1)
            draw.random()
            text = [*row[:position], model.tokenizer.mask_token_id, *row[position + 1 :]]
            framed = [model.tokenizer.cls_token_id, *text, model.tokenizer.sep_token_id]
            logits = model.network(input_ids=torch.tensor([framed])).logits[0, position + 1]
            expected.append(-logits.log_softmax(-1)[row[position]].item())
    assert loss.item() == pytest.approx(sum(expected) / 2, abs=1e-5)


def test_frequent_tokens_of_the_text_count_as_common(fresh, monkeypatch):
    monkeypatch.setattr(objective, "_COMMON", 2)
    model = fresh()
    settings = TrainingSettings(steps=1, copy_penalty=1.0)
    kinds = objective._kinds(model, [[7, 8, 9], [7, 8], [7]], settings)
    assert kinds.common == {7, 8}
    assert kinds.ends == set(model.tokenizer.convert_tokens_to_ids([".", "!", "?"]))


def test_the_copy_penalty_comes_on_top_with_its_weight(fresh):
    model = fresh()
    ids = model.tokenizer("the nurse was tired", add_special_tokens=False)["input_ids"]

    def loss(weight, pieces=(ids,)):
        settings = TrainingSettings(steps=1, bfloat16=False, copy_penalty=weight)
        kinds = objective._kinds(model, [[7]], settings)
        with torch.inference_mode():
            return objective._loss(model, pieces, settings, kinds, random.Random(5)).item()

    assert loss(1.0) > loss(0.0)
    assert loss(3.0) - loss(0.0) == pytest.approx(3 * (loss(1.0) - loss(0.0)), rel=1e-3)
    alone = [ids[:1]]  # nothing else stands in view
    assert loss(1.0, alone) == loss(0.0, alone)
