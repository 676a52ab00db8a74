from __future__ import annotations

from contextlib import closing

import pytest

from engine.storage.store import Store


@pytest.fixture
def store(tmp_path):
    with closing(Store(tmp_path / "results.sqlite")) as opened:
        yield opened
