from __future__ import annotations

import pytest

from engine.curation.export.folder import export_folder
from engine.curation.export.pairs import exported
from engine.curation.review.decisions import current
from engine.curation.review.log import export_log, import_log
from engine.errors import InputTextError


def test_the_folder_holds_pairs_descriptions_and_a_review_that_can_be_continued(decided, tmp_path):
    folder = export_folder(decided, exported(decided), tmp_path / "set")
    assert {path.name for path in folder.iterdir()} == {
        "pairs.csv",
        "datasheet.md",
        "croissant.json",
        "review.jsonl",
    }
    name = import_log((folder / "review.jsonl").read_bytes())
    assert current(name) == current(decided)
    assert export_log(name) == export_log(decided)


def test_a_folder_that_holds_files_is_kept(decided, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputTextError, match="holds files already"):
        export_folder(decided, exported(decided), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
