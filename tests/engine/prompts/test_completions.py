"""Files of completions: a sentence type may be left out."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.prompts.completions import read_completions


def test_a_sentence_type_may_be_left_out_and_one_that_is_too_long_is_refused(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("category,group,sentence\nreligion,Muslims,Muslims are kind.\n")
    (given,) = read_completions(path)
    assert (given.prompt.sentence_type, given.word) == ("own", "Muslims are kind.")
    path.write_text(f"category,group,sentence_type,sentence\nc,g,{'t' * 101},Muslims are kind.\n")
    with pytest.raises(InputTextError, match="the sentence type is too long"):
        read_completions(path)
