"""Words that many messages share: figures, counts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.core.table import bounds, figure, texts
from engine.core.wording import bounds_text, figure_text

SPECS = (".0f", ".1f", ".3f", "+.2f", "+.4f", ",.1f", ".1%", "+.1%", ".2e", "g", "+g")
NEAR_ZERO = some.floats(-1e-3, 1e-3) | some.sampled_from([-0.0, -5.55e-17, -0.00049, 0.0])


def is_signed_zero(text: str) -> bool:
    return text[:1] in "+-" and not re.search("[1-9]", text.partition("e")[0])


@given(NEAR_ZERO | some.floats(-1e15, 1e15), some.sampled_from(SPECS))
def test_what_is_written_as_zero_has_no_sign_and_all_else_is_as_python_writes_it(value, spec):
    text = figure_text(value, spec)
    assert not is_signed_zero(text)
    plain = format(value, spec)
    assert text == (plain[1:] if is_signed_zero(plain) else plain)


@given(NEAR_ZERO, NEAR_ZERO, some.sampled_from(SPECS))
def test_no_end_of_an_interval_is_a_signed_zero(low, high, spec):
    for end in bounds_text((low, high), spec).strip("[]").split(", "):
        assert not is_signed_zero(end)


def test_a_table_has_no_signed_zero():
    columns = (figure("gap", "gap", "+.3f"), bounds("interval", ".3f"))
    found = texts(columns, [{"gap": -1e-9, "interval": (-5.55e-17, 0.25)}])
    assert found[1] == [["0.000", "[0.000, 0.250]"]]


# --- one place ----------------------------------------------------------------------------
# A format with a plus is of figures on both sides of 0, which no f-string writes on its own.

ROOT = Path(__file__).parents[3]
SIGNED = re.compile(r"\+.*[efg%]")


def signed_formats(text: str) -> Iterator[int]:
    """Lines of f-strings that write a figure with its sign."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
            parts = [part.value for part in node.format_spec.values if hasattr(part, "value")]
            if SIGNED.match("".join(part for part in parts if isinstance(part, str))):
                yield node.lineno


def test_the_rule_can_fail():
    assert [*signed_formats('f"{gap:+.3f}"')] == [1]
    assert [*signed_formats("f'{number:,} {share:.1f} {figure_text(gap, \"+.3f\")}'")] == []


@pytest.mark.parametrize("folder", ["engine", "components", "pages"])
def test_figures_with_a_sign_are_written_in_one_place(folder):
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "bench" not in path.parts
        for line in signed_formats(path.read_text(encoding="utf-8"))
    ]
    assert not found, f"write these with figure_text: {found}"
