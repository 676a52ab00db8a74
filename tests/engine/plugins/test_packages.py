"""Plug-ins of installed packages, as their entry points name them."""

from __future__ import annotations

import importlib
import sys

import pytest

from engine.core.errors import PluginFailedError
from engine.core.project import DOCS
from engine.evaluators.suites import suite_names
from engine.files.fetch.registry import data_sets
from engine.flow import registry
from engine.flow.descriptor import Origin
from engine.flow.foreign import said_of
from engine.plugins.finding import in_packages
from engine.plugins.loading import added

_MODULE = """
from pathlib import Path
SETS = Path(__file__).with_name("my_sets.toml")
SUITE = str(Path(__file__).with_name("strict.toml"))
"""
_POINTS = """
[biascope.measures]
pronoun_share = my_bias.pronoun_share:DESCRIPTOR
broken = my_bias.gone:DESCRIPTOR

[biascope.datasets]
my_sets = my_bias:SETS
wrong = my_bias:SUITE

[biascope.evaluators]
strict = my_bias:SUITE
number = my_bias:__file__.no

[biascope.other]
x = my_bias:SUITE
"""


@pytest.fixture
def package(lists, tmp_path, monkeypatch):
    """An installed distribution `my-bias` 1.2 with the examples of docs/plugins."""
    (tmp_path / "my_bias").mkdir()
    for file in (DOCS / "plugins").iterdir():
        if file.is_file():
            (tmp_path / "my_bias" / file.name).write_bytes(file.read_bytes())
    (tmp_path / "my_bias" / "__init__.py").write_text(_MODULE, encoding="utf-8")
    info = tmp_path / "my_bias-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bias\nVersion: 1.2\n", "utf-8")
    (info / "entry_points.txt").write_text(_POINTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_bias"]:
        del sys.modules[name]


@pytest.mark.usefixtures("package")
def test_entry_points_are_loaded_and_what_is_wrong_is_named():
    own = [one for one in in_packages() if "my-bias" in one.plugin.place]
    found = {(one.kind, one.name): one for one in added(own)}
    assert len(found) == 6
    loaded = [name for name, one in found.items() if not one.problem]
    assert loaded == [
        ("measure", "pronoun_share"),
        ("data sets", "my_sets"),
        ("evaluators", "strict"),
    ]
    assert found["measure", "pronoun_share"].place == "pronoun_share of the package my-bias 1.2"
    assert registry.ORIGINS["pronoun_share"] == Origin("pronoun_share", version="1.2")
    assert callable(registry.MEASURES["pronoun_share"].scorer())
    assert registry.CARDS["pronoun_share"].startswith("## Pronoun share")
    assert data_sets()["my-crows-pairs"].plugin == "my_sets"
    assert suite_names()[-1] == "strict"
    assert "imports my_bias.gone, which is not" in found["measure", "broken"].problem
    assert "strict.toml declares evaluators" in found["data sets", "wrong"].problem
    assert "cannot be imported (AttributeError" in found["evaluators", "number"].problem


@pytest.mark.usefixtures("package")
def test_what_fails_in_a_package_is_named_with_its_line():
    added([one for one in in_packages() if one.plugin.name == "pronoun_share"])
    origin = registry.ORIGINS["pronoun_share"]
    scorer = registry.MEASURES["pronoun_share"].scorer()
    with pytest.raises(PluginFailedError) as error, said_of(origin):
        scorer(None, None, {})
    lines = (DOCS / "plugins" / "pronoun_share.py").read_text(encoding="utf-8").splitlines()
    number = 1 + lines.index('    rows = [_row(lm, item["text"]) for item in items]')
    assert str(error.value) == (
        "The plug-in pronoun_share failed (TypeError: 'NoneType' object is not iterable, in line "
        f"{number} of pronoun_share.py); correct it, or leave it out."
    )
