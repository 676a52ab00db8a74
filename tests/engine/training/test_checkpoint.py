from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from engine.core.errors import UnusableModelError
from engine.models.loading import load
from engine.training.checkpoint import restore, save
from tests.tiny_models import MASKED


def network(seed, inside=3):
    """A tiny network with two names for one weight, as tied decoders have."""
    torch.manual_seed(seed)
    made = nn.ModuleDict({"word": nn.Linear(inside, 4), "decoder": nn.Linear(inside, 4)})
    made["decoder"].weight = made["word"].weight
    return made


def trained(seed, steps):
    """A network after a few steps, and its optimiser."""
    made = network(seed)
    optimizer = torch.optim.AdamW(made.parameters(), lr=0.1)
    for step in range(steps):
        optimizer.zero_grad()
        inputs = torch.full((2, 3), 0.5 + step)
        (made["word"](inputs).square().sum() + made["decoder"](inputs).sum()).backward()
        optimizer.step()
    return made, optimizer


def same_weights(one, other):
    return all(
        torch.equal(weight, other.state_dict()[name]) for name, weight in one.state_dict().items()
    )


def test_without_a_checkpoint_nothing_is_taken_up(tmp_path):
    made, optimizer = trained(1, 0)
    before = {name: weight.clone() for name, weight in made.state_dict().items()}
    assert restore(tmp_path, made, optimizer) == 0
    assert all(torch.equal(weight, before[name]) for name, weight in made.state_dict().items())


@pytest.mark.main_path
@pytest.mark.training
def test_weights_moments_and_step_come_back(tmp_path):
    kept, moved = trained(1, 3)
    save(tmp_path, kept, moved, 3)
    fresh, optimizer = trained(2, 0)
    assert restore(tmp_path, fresh, optimizer) == 3
    assert same_weights(fresh, kept)
    assert fresh["decoder"].weight is fresh["word"].weight
    assert optimizer.state_dict()["state"].keys() == moved.state_dict()["state"].keys()
    for index, state in moved.state_dict()["state"].items():
        for name, value in state.items():
            assert torch.equal(optimizer.state_dict()["state"][index][name], value)


@pytest.mark.main_path
@pytest.mark.training
def test_a_newer_checkpoint_replaces_the_older(tmp_path):
    for steps in (1, 2):
        save(tmp_path, *trained(1, steps), steps)
    fresh, optimizer = trained(2, 0)
    assert restore(tmp_path, fresh, optimizer) == 2
    assert same_weights(fresh, trained(1, 2)[0])
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint"]


@pytest.mark.training
def test_a_running_mean_comes_back_or_begins_with_the_weights(tmp_path):
    kept, moved = trained(1, 3)
    mean = AveragedModel(network(3))
    save(tmp_path / "with", kept, moved, 3, mean)
    save(tmp_path / "without", kept, moved, 3)
    for name, expected in (("with", mean.module), ("without", kept)):
        fresh, optimizer = trained(2, 0)
        found = AveragedModel(fresh)
        restore(tmp_path / name, fresh, optimizer, found)
        assert same_weights(fresh, kept)
        assert same_weights(found.module, expected)


@pytest.mark.training
def test_no_pickle_is_written(tmp_path):
    save(tmp_path, *trained(1, 1), 1)
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} == {
        ".safetensors",
        ".json",
    }


class Killed(BaseException):
    """The process is gone."""


def saved_until(folder, state, step, monkeypatch, left):
    """Save, and be killed before the given disk operation; whether the end was reached."""
    import safetensors.torch as safetensors

    count = iter(range(1000))

    def counted(operation):
        def run(*args, **kwargs):
            if next(count) == left:
                raise Killed
            return operation(*args, **kwargs)

        return run

    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", counted(shutil.rmtree))
        patched.setattr(safetensors, "save_file", counted(safetensors.save_file))
        for name in ("replace", "write_text", "mkdir"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        try:
            save(folder, *state, step)
        except Killed:
            return False
    return True


@pytest.mark.main_path
@pytest.mark.training
def test_a_write_that_is_killed_at_any_moment_leaves_a_whole_checkpoint(tmp_path, monkeypatch):
    states = [trained(1, step) for step in range(4)]
    fresh, optimizer = trained(2, 0)
    for first in range(10):
        whole = False
        for second in range(10):
            folder = tmp_path / f"{first}-{second}"
            save(folder, *states[1], 1)
            saved_until(folder, states[2], 2, monkeypatch, first)
            whole = saved_until(folder, states[3], 3, monkeypatch, second)
            step = restore(folder, fresh, optimizer)
            assert step in (1, 2, 3)
            assert same_weights(fresh, states[step][0])
            if whole:
                assert step == 3
                break
        assert whole


@pytest.mark.training
def test_a_checkpoint_of_another_network_is_refused(tmp_path):
    save(tmp_path, *trained(1, 1), 1)
    for other in (network(1, inside=5), nn.Linear(3, 4)):
        with pytest.raises(UnusableModelError, match="is of another model; give another --run"):
            restore(tmp_path, other, torch.optim.AdamW(other.parameters()))


@pytest.mark.training
@pytest.mark.parametrize("family", MASKED)
def test_every_family_can_be_taken_up_again(family, tiny_model_folder, tmp_path):
    model, other = (load(str(tiny_model_folder(family)), "cpu") for _ in range(2))
    network = model.network.requires_grad_(True)
    optimizer = torch.optim.AdamW(network.parameters(), lr=0.01)
    inputs = model.tokenizer("The nurse was tired.", return_tensors="pt")
    network(**inputs).logits.square().mean().backward()
    optimizer.step()
    save(tmp_path, network, optimizer, 1)
    fresh = torch.optim.AdamW(other.network.parameters(), lr=0.01)
    assert restore(tmp_path, other.network, fresh) == 1
    assert same_weights(other.network, network)
