from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.curation.export.folder import export_folder
from engine.curation.export.pairs import export_set


def test_a_folder_that_holds_files_is_kept(decided, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputTextError, match="holds files already"):
        export_folder(decided, export_set(decided), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
