from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def folder(tiny_model_folder, tmp_path) -> Path:
    """A tiny model that a test may change."""
    return shutil.copytree(tiny_model_folder("bert"), tmp_path / "model")
