"""Which prompts share a group or a template."""

from __future__ import annotations

import pytest

from engine.measures.arena.aggregate import crossing
from engine.prompts.prompt import Prompt


def prompts(groups, templates):
    return [
        Prompt("religion", group, "own", "They are [MASK].", template)
        for group, template in zip(groups, templates, strict=True)
    ]


@pytest.mark.parametrize(
    ("groups", "templates", "expected"),
    [
        ("abcdeab", "vwxyzvw", ([0, 1, 2, 3, 4, 0, 1], [0, 1, 2, 3, 4, 0, 1])),
        # Two groups are those that the set is about; prompts without a template have their own.
        ("aabbab", "vwxyzv", ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 0])),
        ("abcdea", [""] * 6, ([0, 1, 2, 3, 4, 0], [0, 1, 2, 3, 4, 5])),
        ("abcdea", ["", "v", "", "v", "w", "x"], ([0, 1, 2, 3, 4, 0], [0, 1, 2, 1, 3, 4])),
        # Neither is shared, or both are too few.
        ("abcdef", [""] * 6, None),
        ("aabb", "vwvw", None),
        ("", "", None),
    ],
)
def test_groups_and_templates_are_numbered_where_they_are_a_sample(groups, templates, expected):
    assert crossing(prompts(groups, templates)) == expected


def test_one_name_in_two_categories_is_two_groups():
    one, other = (Prompt(name, "Turks", "own", "They are [MASK].") for name in ("race", "religion"))
    found = crossing([one, other, *prompts("abcd", [""] * 4), one])
    assert found[0] == [0, 1, 2, 3, 4, 5, 0]
