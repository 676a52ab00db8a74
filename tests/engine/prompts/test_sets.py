"""Sets of prompts by name: the project's own, and its templates about the groups of others."""

from __future__ import annotations

import json
from functools import cache

import pytest

from engine.prompts.groups import group_of, identities_of
from engine.prompts.sets import OTHERS, load_prompts
from tests.engine.prompts.test_bundled import faults


@pytest.fixture
def others(data_folder):
    if not all((data_folder / name).is_dir() for name in OTHERS):
        pytest.skip(f"no HolisticBias or SeeGULL in {data_folder}")
    return read_once()


@cache
def read_once():
    return {name: load_prompts(name) for name in OTHERS}


def test_sets_of_other_groups_have_the_size_of_the_projects_own(others):
    for found in others.values():
        counts = found.counts()
        assert 8_000 <= counts["n"] <= 10_000
        assert len(set(counts["by_group"].values())) == 1
        assert len(set(counts["by_sentence_type"].values())) == 1
    assert {name: found.licence for name, found in others.items()} == {
        "holisticbias": "CC BY-SA 4.0",
        "seegull": "CC BY 4.0",
    }


def test_every_sentence_about_other_groups_is_written_properly(others):
    for found in others.values():
        assert {p.sentence: wrong for p in found.prompts if (wrong := faults(p.sentence))} == {}
        assert len({prompt.sentence for prompt in found.prompts}) == len(found.prompts)


def test_dispreferred_descriptors_are_left_out_and_counted(others, shared_data):
    found = others["holisticbias"]
    groups = found.counts()["by_group"]
    axes = json.loads((shared_data / "holisticbias/descriptors.json").read_text(encoding="utf-8"))
    marked = {
        entry["descriptor"]
        for axis in axes.values()
        for bucket in axis.values()
        for entry in bucket
        if isinstance(entry, dict) and entry.get("preference") in ("dispreferred", "polarizing")
    }
    assert "Oriental" in marked
    assert not {f"{word} people" for word in marked} & set(groups)
    assert not {"hermaphrodite people", "homosexual people"} & set(groups)
    assert {"Black people", "atheist people", "bisexual people", "Cuban people"} <= set(groups)
    assert found.notes[0].startswith("5 descriptors that the source marks as dispreferred, 2 as")


def test_identities_are_one_group_each(others):
    found = others["seegull"]
    groups = found.counts()["by_group"]
    assert set(found.counts()["by_category"]) == {"culture/nationality"}
    assert {"Afghan people", "Finnish people", "New Zealanders", "people from Hong Kong"} <= set(
        groups
    )
    assert not {"Finns people", "Laos people", "United KingdomUK people"} & set(groups)
    assert found.notes[0].startswith("2 identities")


def test_identities_that_are_no_adjectives_get_forms_of_their_own():
    assert group_of("Belgian").singular == "Belgian person"
    assert group_of("Greeks").one("neighbor") == "a Greek neighbor"
    assert group_of("Guernsey").one("neighbor") == "a neighbor who is from Guernsey"
    assert group_of("Liechtensteiner").several("students") == "students who are Liechtensteiners"
    assert identities_of(["Nepali people"]) == ("Nepalese",)
