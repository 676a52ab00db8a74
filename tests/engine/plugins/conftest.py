"""Plug-ins that are added for one test, after which all lists are as before."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

import pytest

from engine.command_line import declared, entries
from engine.core.project import DOCS
from engine.evaluators import suites
from engine.files.fetch import registry as sets
from engine.flow import registry
from engine.plugins.finding import VARIABLE, in_folders
from engine.plugins.loading import added
from engine.plugins.plugin import Plugin
from engine.plugins.reading import PACKAGE
from engine.scorecard import columns

_LISTS = (registry.DESCRIPTORS, registry.MEASURES, registry.DERIVED, registry.ORIGINS)


@pytest.fixture
def lists() -> Iterator[None]:
    """The lists of what there is, which lose after the test what it adds."""
    changed = (
        *_LISTS,
        registry.CARDS,
        entries.ENTRIES,
        entries.PLUGINS,
        columns.FAMILIES,
        suites._OF_PLUGINS,
    )
    pairs = sets.entries()["pairs"]
    before = list(pairs)
    with ExitStack() as stack:
        for each in (*changed, sets.data_sets()):
            stack.enter_context(mock.patch.dict(each))
        yield
    pairs[:] = before
    declared._everywhere.cache_clear()
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]


@pytest.fixture
def plugged(lists: None) -> Callable[..., list[Plugin]]:
    """Add the plug-ins of folders: `plugged(folder)`."""

    def add(*folders: Path | str) -> list[Plugin]:
        return added(in_folders({VARIABLE: os.pathsep.join(map(str, folders))}))

    return add


@pytest.fixture
def examples(plugged: Callable[..., list[Plugin]]) -> list[Plugin]:
    """Those of `docs/plugins`."""
    return plugged(DOCS / "plugins")
