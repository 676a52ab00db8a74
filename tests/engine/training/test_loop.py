from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
import torch

from engine.training import loop
from engine.training.loop import train
from engine.training.masking import MaskingRule
from engine.training.recipe import TrainingSettings

SENTENCES = [
    "the nurse said that she was tired",
    "the engineer said that he was rich",
    "my mother loves art and music",
    "my father loves math and science",
    "the king is old but the queen is young",
]
SETTINGS = TrainingSettings(steps=6, token_budget=64, peak_lr=5e-3, seed=3, bfloat16=False)


@pytest.fixture
def pieces(loaded):
    tokenizer = loaded("bert").tokenizer
    return tokenizer(SENTENCES * 4, add_special_tokens=False)["input_ids"]


def losses(steps):
    return [step.loss for step in steps]


def stop_after(count):
    """A `should_stop` that says so after that many steps."""
    asked = itertools.count(1)
    return lambda: next(asked) >= count


@pytest.mark.main_path
@pytest.mark.training
@pytest.mark.parametrize("family", ["bert", "roberta", "albert"])  # one of each kind of tokens
def test_a_few_steps_lower_the_loss_on_a_text_that_repeats(family, fresh, tmp_path):
    model = fresh(family)
    pieces = model.tokenizer(SENTENCES, add_special_tokens=False)["input_ids"]
    settings = TrainingSettings(steps=40, token_budget=120, peak_lr=1e-2, bfloat16=False)
    found = losses(train(model, pieces, settings, tmp_path))
    assert len(found) == 40
    assert sum(found[-8:]) < 0.8 * sum(found[:8])


@pytest.mark.main_path
@pytest.mark.training
def test_a_resumed_run_walks_the_curve_of_one_that_was_never_stopped(fresh, pieces, tmp_path):
    straight_model, resumed_model = fresh(), fresh()
    straight = losses(train(straight_model, pieces, SETTINGS, tmp_path / "straight"))
    first = losses(train(resumed_model, pieces, SETTINGS, tmp_path / "run", stop_after(2)))
    torch.manual_seed(99)  # another process has another state
    resumed_model = fresh()
    second = losses(train(resumed_model, pieces, SETTINGS, tmp_path / "run", stop_after(3)))
    third = losses(train(fresh(), pieces, SETTINGS, tmp_path / "run"))
    assert (len(first), len(second), len(third)) == (2, 3, 1)
    assert first + second + third == pytest.approx(straight, abs=1e-6)


@pytest.mark.training
def test_two_runs_of_one_seed_are_the_same_and_of_another_are_not(fresh, pieces, tmp_path):
    runs = [
        losses(train(fresh(), pieces, replace(SETTINGS, seed=seed), tmp_path / str(index)))
        for index, seed in enumerate((3, 3, 4))
    ]
    assert runs[0] == pytest.approx(runs[1], abs=1e-6)
    assert runs[0] != pytest.approx(runs[2], abs=1e-3)


@pytest.mark.training
def test_training_leaves_the_random_state_of_others_alone(fresh, pieces, tmp_path):
    torch.manual_seed(1)
    expected = torch.rand(3).tolist()
    torch.manual_seed(1)
    list(train(fresh(), pieces, SETTINGS, tmp_path))
    assert torch.rand(3).tolist() == expected


@pytest.mark.training
def test_checkpoints_are_written_as_time_goes_by(fresh, pieces, tmp_path, monkeypatch):
    kept = []
    monkeypatch.setattr(loop, "save", lambda *args: kept.append(args[3]))
    list(train(fresh(), pieces, replace(SETTINGS, checkpoint_every=-1.0), tmp_path))
    assert kept == [1, 2, 3, 4, 5, 6, 6]
    kept.clear()
    list(train(fresh(), pieces, SETTINGS, tmp_path))
    assert kept == [6]


@pytest.mark.training
@pytest.mark.parametrize("ends", ["finished", "stopped", "left"])
def test_afterwards_the_model_measures_again(fresh, pieces, tmp_path, ends):
    model = fresh()
    before = model.network.state_dict()["cls.predictions.bias"].clone()
    steps = train(model, pieces, SETTINGS, tmp_path, stop_after(2 if ends == "stopped" else 99))
    if ends == "left":
        next(steps)
        steps.close()
    else:
        list(steps)
    assert not model.network.training
    assert not any(weight.requires_grad for weight in model.network.parameters())
    assert not torch.equal(model.network.state_dict()["cls.predictions.bias"], before)


@pytest.mark.main_path
@pytest.mark.training
def test_steps_report_what_was_done_and_a_finished_run_is_not_begun_again(fresh, pieces, tmp_path):
    steps = list(train(fresh(), pieces, SETTINGS, tmp_path))
    assert [step.step for step in steps] == [1, 2, 3, 4, 5, 6]
    assert {step.steps for step in steps} == {6}
    assert [step.learning_rate for step in steps] == [
        SETTINGS.learning_rate(step) for step in range(6)
    ]
    assert all(0 < step.tokens <= 64 for step in steps)
    assert list(train(fresh(), pieces, SETTINGS, tmp_path)) == []
    assert (tmp_path / "checkpoint" / "progress.json").read_text() == '{"step": 6}'


@pytest.mark.training
def test_bfloat16_trains_too(fresh, pieces, tmp_path):
    exact = losses(train(fresh(), pieces, SETTINGS, tmp_path / "one"))
    rough = losses(train(fresh(), pieces, replace(SETTINGS, bfloat16=True), tmp_path / "two"))
    assert rough == pytest.approx(exact, abs=0.2)


def test_the_learning_rate_rises_and_falls_in_straight_lines():
    settings = TrainingSettings(steps=100, peak_lr=1.0, warmup=0.1)
    rates = [settings.learning_rate(step) for step in range(101)]
    assert rates[0] == pytest.approx(0.1)
    assert max(rates) == rates[9] == rates[10] == 1.0
    assert rates[55] == pytest.approx(0.5)
    assert rates[100] == 0.0
    assert all(later >= earlier for earlier, later in itertools.pairwise(rates[:11]))
    assert all(later < earlier for earlier, later in itertools.pairwise(rates[10:]))


def test_the_learning_rate_can_stay_until_the_end_of_the_run():
    settings = TrainingSettings(steps=100, peak_lr=1.0, warmup=0.1, decay=0.2)
    rates = [settings.learning_rate(step) for step in range(101)]
    assert set(rates[10:81]) == {1.0}
    assert rates[90] == pytest.approx(0.5)
    assert rates[100] == 0.0
    # As long as it stays, a longer run has the same rates.
    longer = TrainingSettings(steps=120, peak_lr=1.0, warmup=0.1, decay=0.2)
    assert [longer.learning_rate(step) for step in range(12, 80)] == rates[12:80]


@pytest.mark.training
def test_whole_words_are_learnt_together(fresh, pieces, tmp_path):
    masking = MaskingRule(whole_words=1.0, everywhere=1.0)
    steps = train(fresh(), pieces, replace(SETTINGS, masking=masking), tmp_path)
    assert all(math.isfinite(step.loss) for step in steps)


@pytest.mark.training
def test_nothing_is_left_out_in_the_last_part_of_a_run(fresh, pieces, tmp_path):
    settings = replace(SETTINGS, dropout=0.3, dropout_until=0.5)
    model = fresh()
    dropouts = {
        name: module
        for name, module in model.network.named_modules()
        if isinstance(module, torch.nn.Dropout)
    }
    seen = []
    for _ in train(model, pieces, settings, tmp_path):
        seen.append(
            {name.endswith("self.dropout"): dropout.p for name, dropout in dropouts.items()}
        )
    assert seen == [{True: 0.0, False: 0.3}] * 3 + [{True: 0.0, False: 0.0}] * 3


@pytest.mark.training
def test_the_models_own_dropout_is_taken_where_none_is_asked_for(fresh, pieces, tmp_path):
    model = fresh()
    own = [m.p for m in model.network.modules() if isinstance(m, torch.nn.Dropout)]
    list(train(model, pieces, SETTINGS, tmp_path))
    assert [m.p for m in model.network.modules() if isinstance(m, torch.nn.Dropout)] == own


@pytest.mark.training
def test_pieces_without_a_share_are_not_trained_on(fresh, pieces, tmp_path):
    asked = []

    def objective(batch, draw):
        asked.extend(batch)
        return model.network.get_input_embeddings().weight.sum()

    model = fresh()
    shares = [float(index % 2) for index in range(len(pieces))]
    list(train(model, pieces, SETTINGS, tmp_path, objective=objective, shares=shares))
    assert asked
    assert all(index % 2 for index in asked)


def weights(model):
    return {name: weight.clone() for name, weight in model.network.state_dict().items()}


@pytest.mark.training
def test_a_run_can_end_with_the_running_mean_of_its_weights(fresh, pieces, tmp_path):
    settings = replace(SETTINGS, average=0.75)
    model = fresh()
    mean = weights(model)
    for _ in train(model, pieces, settings, tmp_path):
        for name, weight in weights(model).items():
            mean[name] = 0.75 * mean[name] + 0.25 * weight if weight.is_floating_point() else weight
    for name, weight in weights(model).items():
        assert torch.allclose(weight, mean[name], atol=1e-6), name


@pytest.mark.training
def test_a_resumed_run_ends_with_the_mean_of_one_that_was_never_stopped(fresh, pieces, tmp_path):
    settings = replace(SETTINGS, average=0.75)
    straight, resumed, again = fresh(), fresh(), fresh()
    list(train(straight, pieces, settings, tmp_path / "straight"))
    list(train(resumed, pieces, settings, tmp_path / "resumed", stop_after(2)))
    list(train(resumed, pieces, settings, tmp_path / "resumed"))
    list(train(again, pieces, settings, tmp_path / "resumed"))  # finished already
    for name, weight in weights(straight).items():
        assert torch.equal(weights(resumed)[name], weight)
        assert torch.equal(weights(again)[name], weight)


@pytest.mark.training
def test_a_run_that_is_told_to_stop_writes_where_it_was(fresh, pieces, tmp_path):
    steps = list(train(fresh(), pieces, SETTINGS, tmp_path, stop_after(2)))
    assert [step.step for step in steps] == [1, 2]
    assert (tmp_path / "checkpoint" / "progress.json").read_text() == '{"step": 2}'


def test_nothing_to_train_on_is_a_callers_bug(fresh, tmp_path):
    with pytest.raises(ValueError, match="no pieces"):
        next(train(fresh(), [], SETTINGS, tmp_path))
