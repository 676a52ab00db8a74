from __future__ import annotations

import hashlib
import json

import mlcroissant
import pytest

from engine.curation.export.folder import export_folder
from engine.curation.export.pairs import export_set


@pytest.fixture
def folder(decided, tmp_path):
    return export_folder(decided, export_set(decided), tmp_path / "set")


def test_every_column_is_described(folder, decided):
    described = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    fields = described["recordSet"][0]["field"]
    assert [one["name"] for one in fields] == list(export_set(decided).frame.columns)
    assert all(one["description"].endswith(".") for one in fields)
    kinds = {one["name"]: one["dataType"] for one in fields if one["dataType"] != "sc:Text"}
    assert kinds == {"year": "sc:Integer", "difference": "sc:Float"}


def test_the_metadata_are_valid_and_the_records_are_the_pairs(folder, decided):
    dataset = mlcroissant.Dataset(folder / "croissant.json")
    issues = dataset.metadata.ctx.issues
    assert issues.errors == set()
    # What only whoever publishes the set knows.
    missing = {"citeAs", "datePublished", "license", "version"}
    assert {name for name in missing for one in issues.warnings if name in str(one)} == missing
    assert len(issues.warnings) == len(missing)
    records = list(dataset.records("pairs"))
    frame = export_set(decided).frame
    read = [record["pairs/sent_less"].decode() for record in records]
    assert read == list(frame["sent_less"])
    assert [int(record["pairs/year"]) for record in records] == list(frame["year"])


def test_files_are_named_with_their_digests(folder):
    described = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in described["distribution"]] == [
        "pairs.csv",
        "datasheet.md",
        "review.jsonl",
    ]
    for one in described["distribution"]:
        data = (folder / one["contentUrl"]).read_bytes()
        assert one["sha256"] == hashlib.sha256(data).hexdigest()
        assert one["contentSize"] == f"{len(data)} B"
