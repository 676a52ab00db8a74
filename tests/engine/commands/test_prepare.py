from __future__ import annotations

import pytest

from engine.commands import prepare
from engine.core.families import ENCODER
from engine.first_sight import prepare as shipping
from engine.first_sight.asked import questions
from engine.first_sight.prepare import Prepared
from tests.tiny_models.encoders import build_encoder


@pytest.fixture
def two_pages(monkeypatch) -> list[str]:
    """Two pages; that all of them are prepared is asked in `first_sight/test_prepare.py`."""
    pages = ["Home", "Probe"]
    few = [one for one in questions("masked") if one.page in pages]
    monkeypatch.setattr("engine.first_sight.prepare.questions", lambda kind: few)
    monkeypatch.setattr("engine.first_sight.prepare.studies", lambda kind, spec: iter(()))
    return pages


def test_it_says_which_pages_are_ready_and_measures_nothing_twice(engine, model, two_pages):
    first = engine("prepare", "--model", model, "--json").json
    assert first["pages"] == two_pages
    assert first["spec"]["checkpoint"] == model
    assert first["from_store"] < first["items"]
    again = engine("prepare", "--model", model, "--json").json
    assert again["from_store"] == again["items"] > 0
    line = engine("prepare", "--model", model)
    assert "These pages open with their figures: Home" in line.out


@pytest.mark.model
def test_an_encoder_has_the_pages_that_read_no_head(engine, tmp_path, monkeypatch):
    few = [one for one in questions(ENCODER) if one.page in ("Home", "Heads")]
    monkeypatch.setattr("engine.first_sight.prepare.questions", lambda kind: few)
    monkeypatch.setattr("engine.first_sight.prepare.studies", lambda kind, spec: iter(()))
    found = engine("prepare", "--model", str(build_encoder("bert", tmp_path / "bert")), "--json")
    assert (found.json["pages"], found.json["refused"]) == (["Home", "Heads"], {})


@pytest.fixture
def shipped(monkeypatch, tmp_path):
    """Where the shipped results are, in place of those that came with Biascope."""
    path = tmp_path / "results" / "shipped.sqlite"
    path.parent.mkdir()
    monkeypatch.setattr(prepare, "SHIPPED", path)
    return path


@pytest.mark.parametrize("option", ["--model", "--dtype", "--mask"])
def test_only_the_bundled_model_as_it_comes_is_shipped(
    engine, tiny_model_folder, shipped, monkeypatch, option
):
    monkeypatch.setattr(shipping, "prepare", lambda *_: pytest.fail("it was measured"))
    value = {"--model": str(tiny_model_folder("bert")), "--dtype": "bfloat16", "--mask": "1-1"}
    refused = engine("prepare", "--ship", option, value[option])
    assert "those of the bundled model in float32 and without a mask" in refused.refusal
    assert not shipped.exists()


@pytest.mark.parametrize("refused", [{"Home": "no figures"}, {}])
def test_only_what_has_figures_on_every_page_is_shipped(engine, shipped, monkeypatch, refused):
    found = Prepared(("Probe",), refused, 1, 0, ())
    monkeypatch.setattr(shipping, "prepare", lambda *_: found)
    done = engine("prepare", "--ship")
    assert (done.code, shipped.exists()) == ((2, False) if refused else (0, True))


def test_shipping_where_nothing_may_be_written_is_said(engine, shipped, monkeypatch):
    monkeypatch.setattr(shipping, "prepare", lambda *_: Prepared(("Probe",), {}, 1, 0, ()))
    shipped.parent.rmdir()
    assert "shipped.sqlite cannot be written" in engine("prepare", "--ship").refusal
