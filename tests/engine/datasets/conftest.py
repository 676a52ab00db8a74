"""Reference data sets, and plain readers for the samples that come with the project."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest

BUNDLED = Path(__file__).resolve().parents[3] / "engine" / "datasets" / "bundled"


@pytest.fixture
def data_folder(monkeypatch: pytest.MonkeyPatch, shared_data: Path) -> Path:
    """Reference data sets, where the registry looks for them."""
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    return shared_data


@pytest.fixture
def bundled() -> Path:
    """Folder of the bundled samples."""
    return BUNDLED


@pytest.fixture
def rows() -> Callable[[str], list[dict[str, str]]]:
    """Read one bundled CSV file into dictionaries."""

    def read(name: str) -> list[dict[str, str]]:
        with (BUNDLED / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, strict=True))

    return read


@pytest.fixture
def lines() -> Callable[[str], list[str]]:
    """Read one bundled text file into its lines."""
    return lambda name: (BUNDLED / name).read_text(encoding="utf-8").splitlines()


@pytest.fixture
def words() -> Callable[[str], list[str]]:
    """Split a sentence into lower-case words without punctuation."""
    return lambda sentence: re.findall(r"[a-z]+", sentence.lower())
