"""The registry says what the files are, where they come from, and on which terms."""

from __future__ import annotations

import hashlib
import re

import pytest

from engine.core.errors import DataSetError
from engine.files.fetch.places import altered, find, folders, is_whole
from engine.files.fetch.registry import absent, data_set, data_sets, named_in
from engine.measures.agreement.data.sets import load_answers
from engine.measures.bec_pro.data.sets import load_professions
from engine.measures.cabm.data.corpora import corpus_counts
from engine.measures.cabm.data.employment import employment_shares
from engine.measures.cabm.data.sets import load_framed
from engine.measures.gest.data.sets import load_gest, released_scores
from engine.measures.honest.data.sets import load_templates
from engine.measures.pairs.data.sets import load_pairs
from engine.prompts.groups import group_list
from engine.prompts.sets import load_prompts

SETS = list(data_sets().values())


def every_set(test):
    return pytest.mark.parametrize("entry", SETS, ids=lambda entry: entry.name)(test)


@every_set
def test_every_set_says_its_terms_and_pins_its_files_to_a_commit_with_size_and_hash(entry):
    assert re.fullmatch(r"[0-9a-f]{40}", entry.commit)
    assert entry.files
    for file in entry.files:
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert file.bytes > 0
        address = entry.address(file)
        assert address.startswith(f"https://raw.githubusercontent.com/{entry.repository}/")
        assert f"/{entry.commit}/" in address
        assert re.fullmatch(r"[\w:/.%-]+", address)
    assert len({file.name for file in entry.files}) == len(entry.files)
    assert entry.licence
    assert re.search(r"(19|20)\d\d", entry.citation)
    assert entry.caveat.endswith(".")
    assert all(re.fullmatch(r"[a-z]{2}", language) for language in entry.languages)


@every_set
def test_the_files_at_hand_are_those_of_the_registry(entry, data_folder):
    for file in entry.files:
        content = (data_folder / entry.folder / file.name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file.bytes, file.sha256)
    assert find(entry.name) == data_folder / entry.folder


def test_the_sets_that_measures_need_are_there():
    assert {entry.name: len(entry.files) for entry in SETS} == {
        "crows-pairs": 1,
        "crows-pairs-parallel": 3,
        "multilingual-pairs": 10,
        "stereoset": 1,
        "winobias": 12,
        "mozart": 4,
        "seat": 46,
        "gender-words": 4,
        "manzini-words": 3,
        "wikitext2-test": 1,
        "holisticbias": 3,
        "seegull": 3,
        "honest": 7,
        "hurtlex": 6,
        "gest": 2,
        "gest-released": 44,
        "bec-pro": 2,
        "winogender": 3,
    }


def test_terms_that_bind_are_said():
    assert data_set("manzini-words").licence == "none stated"
    assert "licence" in data_set("manzini-words").caveat
    assert "Non-commercial" in data_set("seat").caveat
    assert "non-commercial" in data_set("hurtlex").licence
    assert "noisy" in data_set("crows-pairs").caveat
    for name in ("crows-pairs", "stereoset", "winobias", "bec-pro", "winogender"):
        assert "never train on it" in data_set(name).caveat


@pytest.mark.parametrize(
    ("load", "name", "said"),
    [
        (data_set, "crows-pair", "'crows-pair'; there is crows-pairs"),
        (data_set, "???", "manzini-words"),
        (load_pairs, "crows", "'crows'; there is bundled, crows-pairs"),
        (load_gest, "gets", r"there is bundled, gest, gest-1\.1"),
        (load_framed, "x", "no occupation sentences 'x'; there is bundled, winobias"),
        (load_answers, "picasso", "there is simulated, mozart"),
        (load_prompts, "nothing", "there is bundled, holisticbias, seegull"),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_those_that_are(load, name, said):
    with pytest.raises(DataSetError, match=said):
        load(name)


# --- finding them -----------------------------------------------------------------------


def test_a_set_that_is_not_here_is_not_found(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    assert find("seat") is None


@pytest.mark.parametrize(
    ("load", "asked", "said"),
    [
        (load_pairs, ["stereoset-intrasentence"], r"get stereoset` fetches it \(1,353 kB, CC BY"),
        (load_gest, ["gest"], "`python -m engine datasets get gest` fetches it"),
        (released_scores, ["roberta-base", 0], "datasets get gest-released"),
        (load_framed, ["winobias"], "datasets get winobias"),
        (corpus_counts, ["wikitext2", None, []], "datasets get wikitext2-test"),
        (employment_shares, [], "datasets get winogender"),
        (load_professions, ["bec-pro", "de"], "BEC-Pro, German is not on this machine; `python -m"),
        (load_answers, ["mozart-en"], "datasets get mozart"),
        (group_list, ["holisticbias"], "datasets get holisticbias"),
        (group_list, ["seegull"], "datasets get seegull"),
        (load_templates, ["honest", "en"], "datasets get honest"),
    ],
    ids=lambda value: "" if isinstance(value, list) else None,
)
def test_a_set_that_is_not_here_says_how_to_get_it(load, asked, said, monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    with pytest.raises(DataSetError, match=said):
        load(*asked)


def test_the_named_folder_is_searched_before_the_cache(monkeypatch, tmp_path, cache_folder):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    assert folders(data_set("seat")) == [tmp_path / "seat", cache_folder / "datasets" / "seat"]
    monkeypatch.delenv("BIASCOPE_DATA")
    assert folders(data_set("seat")) == [cache_folder / "datasets" / "seat"]


def test_one_file_of_a_set_can_be_asked_for(data_folder):
    assert find("seat/weat6.jsonl") == data_folder / "seat" / "weat6.jsonl"
    with pytest.raises(DataSetError, match=r"no file 'weat99.jsonl'; it has .*weat9\.jsonl"):
        find("seat/weat99.jsonl")


def test_a_file_that_differs_is_not_taken_for_the_one_of_the_registry(monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    entry = data_set("gender-words")
    folder = tmp_path / entry.folder
    folder.mkdir(parents=True)
    for file in entry.files:
        (folder / file.name).write_bytes(b"x" * file.bytes)
    assert find(entry.name) is None
    assert altered(entry) == [folder / file.name for file in entry.files]


def test_a_file_that_changes_is_looked_at_again(data_folder, tmp_path):
    file = data_set("gender-words").files[0]
    path = tmp_path / file.name
    content = (data_folder / "biased_heads" / "context-debias" / file.name).read_bytes()
    path.write_bytes(content)
    assert is_whole(path, file)
    path.write_bytes(content[::-1])
    assert not is_whole(path, file)


def test_a_set_that_is_not_here_is_said_with_both_ways_to_have_it():
    said = str(absent("crows-pairs-parallel", "CrowS-Pairs, French"))
    assert said.startswith("CrowS-Pairs, French is not on this machine; ")
    assert "`python -m engine datasets get crows-pairs-parallel`" in said
    assert "set BIASCOPE_DATA to the folder that holds multilingual_crows_pairs/" in said


def test_sets_are_found_in_the_words_of_a_command_by_the_names_of_their_parts():
    words = ["crows-pairs-parallel-fr", "--json", "seat/weat6.jsonl", "stereoset-intrasentence"]
    assert [found.name for found in named_in(words)] == [
        "crows-pairs-parallel",
        "seat",
        "stereoset",
    ]
    assert named_in(["bundled", "gender", "3-1, 6-12"]) == []
