"""A pytest plugin that runs only the tests, or the files, listed in the file BIASCOPE_CHOSEN."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not listed."""
    listed = set(json.loads(Path(os.environ["BIASCOPE_CHOSEN"]).read_text(encoding="utf-8")))
    chosen = [item for item in items if {item.nodeid, item.nodeid.partition("::")[0]} & listed]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen
