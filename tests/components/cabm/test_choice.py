"""What is said of a command before it is run: where the files of the user's own are."""

from __future__ import annotations

import pytest

from components.cabm.choice import Choice
from components.cabm.own_sentences import CabmSource
from engine.measures.cabm.data.sets import bundled_sentences
from engine.measures.cabm.settings import CabmSettings

HERE = "Run this in Biascope's folder"
PATH = f"{HERE}, with the full path of your file."


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ((), f"{HERE}."),
        (("own.csv",), PATH),
        (("own.csv", "targets.txt"), f"{PATH} Save the targets in targets.txt first, one a line."),
        (
            ("own.csv", "targets.txt", "templates.txt"),
            f"{PATH} Save the targets in targets.txt and templates in templates.txt first, one a "
            "line.",
        ),
    ],
)
def test_files_are_said_to_need_their_path_and_typed_lines_to_be_saved(files, said):
    sentences = CabmSource("own", (), dict.fromkeys(files, b""))
    none = CabmSource("", (), {})
    choice = Choice(bundled_sentences(), None, CabmSettings(), sentences, none)
    assert choice.where == said
    assert choice.command().line().endswith(" --out occupations.csv")
