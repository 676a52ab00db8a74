"""Rules of softening as they are typed."""

from __future__ import annotations

import pytest

from components.curate.softening import rules_of
from engine.curation.review.softening import Rule
from engine.errors import InputTextError


@pytest.mark.parametrize("line", ["darn it → oh dear", "darn it -> oh dear", "darn it|oh dear"])
def test_a_line_is_a_rule_however_the_arrow_is_written(line):
    assert rules_of(f"\n{line}\n\n") == [Rule("darn it", "oh dear")]


def test_nothing_after_the_arrow_leaves_the_word_out():
    assert rules_of("damn →") == [Rule("damn", "")]


def test_a_line_without_an_arrow_is_named():
    with pytest.raises(InputTextError, match="Line 2 of the rules has no arrow"):
        rules_of("damn → darn\nheck")
