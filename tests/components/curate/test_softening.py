"""Rules of softening as they are typed."""

from __future__ import annotations

import pytest

from components.curate.review import rules_of
from engine.core.errors import InputTextError
from engine.curation.review.softening import Rule


@pytest.mark.parametrize("arrow", [" → ", " -> ", "|"])
def test_a_line_is_a_rule_however_the_arrow_is_written(arrow):
    lines = f"\ndarn it{arrow}oh dear\n\ndamn{arrow}"
    assert rules_of(lines) == [Rule("darn it", "oh dear"), Rule("damn", "")]


def test_a_line_without_an_arrow_is_named():
    with pytest.raises(InputTextError, match="Line 2 of the rules has no arrow"):
        rules_of("damn → darn\nheck")
