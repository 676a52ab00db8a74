"""A disk that is full while a checkpoint is written: said in words, the earlier one kept."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest
import torch
from torch import nn

from engine.core.errors import StorageError
from engine.training.checkpoint import restore, save
from tests.forked import fork


def state(seed):
    torch.manual_seed(seed)
    network = nn.Linear(300, 300)
    return network, torch.optim.AdamW(network.parameters(), lr=0.1)


def full(_tensors, path):
    """Write a file to a disk that has room for a part of it."""
    Path(path).write_bytes(b"half")
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_an_earlier_checkpoint_outlives_a_full_disk(tmp_path, monkeypatch):
    network, optimizer = state(1)
    save(tmp_path, network, optimizer, 3)
    with monkeypatch.context() as patched:
        patched.setattr("safetensors.torch.save_file", full)
        with pytest.raises(StorageError) as refused:
            save(tmp_path, *state(2), 7)
    said = str(refused.value)
    assert "No space left on device" in said
    assert "It was the checkpoint of step 7; that of step 3 is kept" in said
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint"]
    fresh, moments = state(5)
    assert restore(tmp_path, fresh, moments) == 3
    assert torch.equal(fresh.weight, network.weight)


def test_without_an_earlier_one_that_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("safetensors.torch.save_file", full)
    with pytest.raises(StorageError, match="there is none before it"):
        save(tmp_path, *state(1), 1)
    assert list(tmp_path.iterdir()) == []


def save_again(folder):
    """Save where an earlier checkpoint is, and print why it cannot be done."""
    try:
        save(folder, *state(2), 5)
    except StorageError as error:
        sys.stdout.write(str(error))
        sys.stdout.flush()


@pytest.mark.process
def test_a_write_that_the_system_refuses_is_said_too(tmp_path):
    """The limit on a file's size makes the real writer fail half-way, as a full disk does."""
    folder, said = tmp_path / "run", tmp_path / "said"
    save(folder, *state(1), 2)
    process = fork(save_again, folder, environment=os.environ, out=said, err=said, largest=100_000)
    process.join()
    assert process.exitcode == 0, said.read_text()
    assert "It was the checkpoint of step 5; that of step 2 is kept" in said.read_text()
    assert [path.name for path in folder.iterdir()] == ["checkpoint"]


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be written"):
        save(tmp_path / "file" / "run", *state(1), 1)
