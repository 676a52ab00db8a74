"""What a training step minimises."""

import pytest
import torch

from engine.training import objective
from engine.training.masking import MaskingRule, mask_tokens
from engine.training.objective import framed
from engine.training.recipe import TrainingSettings

TEXT = "the nurse was tired"


def encoded(model, text=TEXT):
    return model.tokenizer(text, add_special_tokens=False)["input_ids"]


def test_rows_are_framed_and_padded_on_the_right(loaded):
    model = loaded("bert")
    tokenizer = model.tokenizer
    given = framed(model, [[10, 11, 12], [13]])
    start, end, pad = tokenizer.cls_token_id, tokenizer.sep_token_id, tokenizer.pad_token_id
    assert given.ids.tolist() == [[start, 10, 11, 12, end], [start, 13, end, pad, pad]]
    assert given.text.tolist() == [
        [False, True, True, True, False],
        [False, True, False, False, False],
    ]
    assert given.real.tolist() == [[True] * 5, [True, True, True, False, False]]


def test_the_loss_is_that_of_the_hidden_tokens_alone(fresh):
    model = fresh()
    ids = encoded(model)
    rule = MaskingRule(rate=0.25, masked=1.0, scrambled=0.0)
    settings = TrainingSettings(steps=1, bfloat16=False, masking=rule)
    kinds = objective._kinds(model, [ids])
    given = framed(model, [ids, ids[:2]])
    fed, hidden = mask_tokens(given.ids, given.text, rule, kinds, 5)
    assert hidden.sum(1).min() >= 1
    with torch.inference_mode():
        loss = objective._loss(model, [ids, ids[:2]], settings, kinds, 5)
        expected = []
        for row, length in enumerate((len(ids), 2)):
            logits = model.network(input_ids=fed[row : row + 1, : length + 2]).logits[0]
            scores = logits.log_softmax(-1)
            places = hidden[row].nonzero()[:, 0].tolist()
            expected += [-scores[place, given.ids[row, place]].item() for place in places]
    assert loss.item() == pytest.approx(sum(expected) / len(expected), abs=1e-5)


def test_the_kinds_of_tokens_are_those_of_the_text_and_its_tokenizer(fresh, monkeypatch):
    monkeypatch.setattr(objective, "_COMMON", 2)
    model = fresh()
    kinds = objective._kinds(model, [[7, 8, 9], [7, 8], [7]])
    assert kinds.common.nonzero()[:, 0].tolist() == [7, 8]
    ends = model.tokenizer.convert_tokens_to_ids([".", "!", "?"])
    assert set(kinds.ends.nonzero()[:, 0].tolist()) == set(ends)
    tokens = model.tokenizer.convert_ids_to_tokens(range(model.vocabulary))
    assert kinds.continues.tolist() == [token.startswith("##") for token in tokens]


def test_the_copy_penalty_comes_on_top_with_its_weight(fresh):
    model = fresh()

    def loss(weight, pieces):
        settings = TrainingSettings(steps=1, bfloat16=False, copy_penalty=weight)
        kinds = objective._kinds(model, [[7]])
        with torch.inference_mode():
            return objective._loss(model, pieces, settings, kinds, 5).item()

    pieces = [encoded(model)]
    assert loss(1.0, pieces) > loss(0.0, pieces)
    assert loss(3.0, pieces) - loss(0.0, pieces) == pytest.approx(
        3 * (loss(1.0, pieces) - loss(0.0, pieces)), rel=1e-3
    )
    alone = [encoded(model)[:1]]  # nothing else stands in view
    assert loss(1.0, alone) == loss(0.0, alone)


def test_a_copy_is_a_word_of_the_same_sentence_and_not_the_right_one(fresh, monkeypatch):
    asked = []
    monkeypatch.setattr(objective, "copy_loss", lambda _logs, *rest: asked.append(rest) or 0.0)
    model = fresh()
    first, second = encoded(model, "the nurse was tired ."), encoded(model, "the doctor sings")
    rule = MaskingRule(rate=1e-9, masked=0.0, scrambled=0.0)  # one word, left as it is
    settings = TrainingSettings(steps=1, bfloat16=False, copy_penalty=1.0, masking=rule)
    kinds = objective._kinds(model, [[0]])
    wanted = []
    for salt in range(8):
        given = framed(model, [first + second])
        _, hidden = mask_tokens(given.ids, given.text, rule, kinds, salt)
        (place,) = (hidden[0].nonzero()[:, 0] - 1).tolist()
        sentence = first if place < len(first) else second
        wanted.append(sorted(set(sentence) - {(first + second)[place]}))
        with torch.inference_mode():
            objective._loss(model, [first + second], settings, kinds, salt)
    found = [sorted(tokens[copies].tolist()) for tokens, copies in asked]
    assert found == wanted
    assert len({tuple(tokens) for tokens in found}) > 2
