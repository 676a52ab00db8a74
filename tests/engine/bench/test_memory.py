import os
import subprocess
import sys

import pytest

from engine.bench import memory
from engine.bench.random_models import Shape
from engine.core.errors import BiascopeError

tells_peaks = pytest.mark.skipif(
    not hasattr(os, "wait4"), reason="this system tells no peak memory"
)
SHAPE = Shape("xlm-roberta", 305, hidden=32, layers=1, heads=4, max_length=64)


@pytest.mark.process
@tells_peaks
def test_the_peak_holds_at_least_the_libraries_and_the_weights(tmp_path):
    found = memory.peak_memory(tmp_path, 12, "float32", SHAPE)
    assert found.words == 12
    assert found.weights_gb > 0
    # torch alone takes more than this, and no tiny model takes a gigabyte
    assert 0.1 + found.weights_gb < found.peak_gb < 1.5


@pytest.mark.process
@tells_peaks
def test_the_peak_is_in_bytes_and_is_told_once():
    holds = subprocess.Popen([sys.executable, "-S", "-c", "held = b'x' * 200_000_000"])
    # The parent counts as part of it, and may be larger.
    assert 200_000_000 < memory.ended(holds) < 20_000_000_000
    assert holds.returncode == 0
    assert memory.ended(holds) == 0


@pytest.mark.process
@tells_peaks
def test_a_command_that_fails_says_why(tmp_path):
    with pytest.raises(BiascopeError, match="no file"):
        memory.peak_of(["pppl", str(tmp_path / "missing.txt")])


def test_a_system_without_peak_memory_is_told(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "wait4", raising=False)
    with pytest.raises(BiascopeError, match="Linux and macOS"):
        memory.peak_memory(tmp_path, 12, "float32", SHAPE)
