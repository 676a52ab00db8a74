from __future__ import annotations

import pytest

from engine.commands import prepare
from tests.engine.first_sight.test_prepare import PAGES


@pytest.mark.usefixtures("few_trees")
def test_it_says_which_pages_are_ready_and_measures_nothing_twice(engine, tiny_model_folder):
    model = str(tiny_model_folder("bert"))
    first = engine("prepare", "--model", model, "--json").json
    assert set(first["pages"]) == set(PAGES)
    assert first["spec"]["checkpoint"] == model
    assert first["from_store"] < first["items"]
    again = engine("prepare", "--model", model, "--json").json
    assert again["from_store"] == again["items"] == first["items"]
    line = engine("prepare", "--model", model)
    assert "These pages open with their figures: Home" in line.out


def test_only_what_has_figures_on_every_page_is_shipped(engine, bad_folders, monkeypatch, tmp_path):
    path = tmp_path / "shipped.sqlite"
    monkeypatch.setattr(prepare, "SHIPPED", path)
    refused = engine("prepare", "--ship", "--model", str(bad_folders.discriminator))
    assert refused.code == 2
    assert not path.exists()
