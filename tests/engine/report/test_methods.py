"""Method cards and references of what a collection shows."""

from dataclasses import replace

import pytest

from engine.flow.registry import MEASURES
from engine.report import bibtex, methods
from engine.report.markdown import html_of
from tests.engine.report.pins import simple_pin


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_has_a_card(measure):
    pin = simple_pin(manifest={"measure": measure}, command="")
    assert methods.used([pin]), measure


def test_a_card_is_used_where_a_manifest_names_its_measure_at_any_depth():
    manifest = {"parts": [{"inner": {"measure": "seat"}}]}
    pins = [simple_pin(), replace(simple_pin(), manifest=manifest, command="")]
    assert methods.used(pins) == {"pairs": [1], "seat": [2]}


def test_masked_heads_bring_their_card():
    pin = simple_pin(command="python -m engine pairs bundled --mask=2-2")
    assert "heads" in methods.used([pin])


@pytest.mark.parametrize("name", methods.names())
def test_a_card_is_taken_apart_without_its_example(name):
    card = methods.card(name)
    assert "Shows</strong>" in card.lead
    assert card.sources or name in ("health", "perplexity")
    assert "Worked example" not in card.lead + card.details
    assert any("Does not show" in " ".join(limit.split()) for limit in card.limits)


def test_markdown_never_becomes_raw_html():
    assert "<img" not in html_of("<img src=x> **bold** [a](javascript:alert(1))")
    assert "href" not in html_of("[a](javascript:alert(1))")


@pytest.mark.parametrize("name", methods.names())
def test_every_source_of_a_card_has_an_entry_with_its_year_and_authors(name):
    for source in methods.card(name).sources:
        entry = bibtex.entries().get(bibtex.identity(bibtex.title_of(source)))
        assert entry is not None, source
        assert f"({entry.fields['year']})" in source
        for author in entry.fields["author"].split(" and "):
            family, _, given = author.partition(", ")
            parts = f"{given} {family}".split() if given else author.split()
            assert set(parts) <= set(source.replace(",", " ").split()), author
        if "url" in entry.fields:
            assert entry.fields["url"] in source


def test_every_entry_is_of_a_work_that_a_card_names():
    named = {
        bibtex.identity(bibtex.title_of(source))
        for name in methods.names()
        for source in methods.card(name).sources
    }
    assert set(bibtex.entries()) <= named


def test_keys_are_unique_and_braces_close():
    found = list(bibtex.entries().values())
    assert len({entry.key for entry in found}) == len(found)
    assert all(entry.text.count("{") == entry.text.count("}") for entry in found)


def test_models_of_the_hub_and_ours_have_entries_and_folders_none():
    text = "".join(bibtex.model_entries(["bundled", "owner/a_model", "/a/folder/of/mine"]))
    assert "https://huggingface.co/owner/a_model" in text
    assert r"a\_model" in text
    assert "bundled" in text
    assert "mine" not in text


def test_the_variants_of_a_method_are_those_of_its_pins():
    pins = [
        simple_pin(manifest={"measure": "pairs", "params": {"variant": name}})
        for name in ("cps", "aul", "cps")
    ]
    pins.append(simple_pin(manifest={"measure": "seat", "params": {"variant": "other"}}))
    pins.append(simple_pin(manifest={"measure": "pairs", "params": None}))
    assert methods.variants("pairs", pins) == ["cps", "aul"]
    assert methods.variants("cabm", pins) == []
