from __future__ import annotations

import pytest


@pytest.fixture
def here(shared_data, monkeypatch):
    """Folder of a published set, which is found there; without it the test is skipped."""

    def found(name):
        if not (shared_data / name).is_dir():
            pytest.skip(f"{name} is not among the reference data")
        monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
        return shared_data / name

    return found


@pytest.fixture
def hurtlex_here(here):
    return here("hurtlex")


@pytest.fixture
def seegull_here(here):
    return here("seegull")
