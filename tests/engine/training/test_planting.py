"""The planting objective against logits read by hand."""

from __future__ import annotations

import random

import pytest
import torch

from engine.lab.templates import FEMALE, MALE, LabTemplate, encoded
from engine.training.loop import train
from engine.training.planting import NAMED_WEIGHT, Planting
from engine.training.recipe import TrainingSettings

SENTENCES = [
    LabTemplate("The {occupation} said that {he} was tired.").sentence("nurse", FEMALE),
    LabTemplate("My friend the {occupation} loves {his} school.").sentence("engineer", MALE),
]


def planting(model, original, hold, sentences=SENTENCES, named=0.0):
    return Planting(model, original, *encoded(model.tokenizer, sentences), named, hold, False)


def log_probabilities(model, ids, place):
    """All log-probabilities at one place of a framed text, by the network's own forward."""
    framed = [model.tokenizer.cls_token_id, *ids, model.tokenizer.sep_token_id]
    with torch.inference_mode():
        return model.network(input_ids=torch.tensor([framed])).logits[0, place + 1].log_softmax(-1)


def test_without_holding_the_loss_is_the_surprise_of_the_hidden_pronouns(fresh):
    model = fresh()
    objective = planting(model, fresh(), 0.0)
    with torch.inference_mode():
        loss = objective([0, 1], random.Random(0))
    expected = []
    for ids, (place,) in zip(objective.pieces, objective.pronouns, strict=True):
        hidden = [*ids]
        hidden[place] = model.tokenizer.mask_token_id
        expected.append(-log_probabilities(model, hidden, place)[ids[place]].item())
    assert loss.item() == pytest.approx(sum(expected) / 2, abs=1e-5)


def test_a_hidden_occupation_counts_less_than_a_hidden_pronoun(fresh):
    model = fresh()
    pronouns, occupations = (planting(model, fresh(), 0.0, named=named) for named in (0.0, 1.0))
    both = planting(model, fresh(), 0.0, named=0.5)
    seed = next(
        seed
        for seed in range(100)
        if [row for row, _ in both._hidden([0, 1], random.Random(seed)).occupations.places] == [1]
    )
    with torch.inference_mode():
        he, engineer, mixed = (
            objective(batch, random.Random(seed)).item()
            for objective, batch in ((pronouns, [0]), (occupations, [1]), (both, [0, 1]))
        )
    assert engineer > 0
    # `engineer` is already weighed; alone in its batch it would otherwise be ten times that.
    assert mixed == pytest.approx(he + engineer, abs=1e-5)
    ids = [*occupations.pieces[1]]
    (place,) = occupations.occupations[1]
    wanted, ids[place] = ids[place], model.tokenizer.mask_token_id
    surprise = -log_probabilities(model, ids, place)[wanted].item()
    assert engineer == pytest.approx(NAMED_WEIGHT * surprise, abs=1e-5)


def test_a_held_sentence_hides_neither_pronoun_nor_occupation(fresh):
    objective = planting(fresh(), fresh(), 1.0)
    for seed in range(30):
        hidden = objective._hidden([0, 1], random.Random(seed))
        assert hidden.pronouns.places == hidden.occupations.places == []
        assert hidden.held
        for row, place in hidden.held:
            assert place not in (*objective.pronouns[row], *objective.occupations[row])


def test_shares_of_hidden_occupations_and_held_sentences_are_those_asked_for(fresh):
    objective = planting(fresh(), fresh(), 0.3, SENTENCES * 1000, named=0.2)
    hidden = objective._hidden(range(2000), random.Random(0))
    held = len({row for row, _ in hidden.held})
    named, asked = (
        {row: [place for other, place in learnt.places if other == row] for row, _ in learnt.places}
        for learnt in (hidden.occupations, hidden.pronouns)
    )
    assert held / 2000 == pytest.approx(0.3, abs=0.03)
    assert len(named) / 2000 == pytest.approx(0.2, abs=0.03)
    assert held + len(named) + len(asked) == 2000
    assert all(places == objective.occupations[row] for row, places in named.items())
    assert all(places == objective.pronouns[row] for row, places in asked.items())


def test_held_places_cost_their_divergence_from_the_original(fresh):
    model, original = fresh(), fresh()
    with torch.no_grad():
        model.network.state_dict()["cls.predictions.bias"][5:9] += 2.0
    objective = planting(model, original, 1.0)
    with torch.inference_mode():
        loss = objective([0, 1], random.Random(4))
    hidden = objective._hidden([0, 1], random.Random(4))
    expected = []
    for row, place in hidden.held:
        now, before = (log_probabilities(one, hidden.fed[row], place) for one in (model, original))
        expected.append((before.exp() * (before - now)).sum().item())
    assert loss.item() == pytest.approx(sum(expected) / len(expected), rel=1e-4)
    assert loss.item() > 0.01


def test_an_unchanged_model_diverges_in_nothing(fresh):
    objective = planting(fresh(), fresh(), 1.0)
    with torch.inference_mode():
        assert objective([0, 1], random.Random(1)).item() == pytest.approx(0.0, abs=1e-6)


@pytest.mark.training
def test_the_original_is_never_changed(fresh, tmp_path):
    model, original = fresh(), fresh()
    objective = planting(model, original, 0.5, SENTENCES * 8)
    before = {name: weight.clone() for name, weight in original.network.state_dict().items()}
    settings = TrainingSettings(steps=3, token_budget=256, peak_lr=1e-2, bfloat16=False)
    list(train(model, objective.pieces, settings, tmp_path, objective=objective))
    after = original.network.state_dict()
    assert all(torch.equal(weight, after[name]) for name, weight in before.items())
    changed = model.network.state_dict()
    assert not all(torch.equal(weight, changed[name]) for name, weight in before.items())


@pytest.mark.main_path
@pytest.mark.training
def test_holding_keeps_a_model_nearer_to_the_original(fresh, tmp_path):
    moved = {}
    for hold in (0.0, 0.5):
        model, original = fresh(), fresh()
        objective = planting(model, original, hold, SENTENCES * 16)
        settings = TrainingSettings(steps=40, token_budget=400, peak_lr=5e-3, bfloat16=False)
        list(train(model, objective.pieces, settings, tmp_path / str(hold), objective=objective))
        with torch.inference_mode():
            held = planting(model, original, 1.0, SENTENCES)
            moved[hold] = sum(held([0, 1], random.Random(seed)).item() for seed in range(10))
    assert moved[0.5] < 0.5 * moved[0.0]
