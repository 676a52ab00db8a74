"""Words that many messages share: figures, counts."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.core.table import bounds, figure, texts
from engine.core.wording import (
    agreeing,
    bounds_text,
    counted,
    end_texts,
    figure_text,
    in_a_row,
    in_quotes,
    isolated,
    p_equals,
    p_text,
    part_of,
)

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
FOLDERS = ("engine", "components", "pages")


def sources(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*.py")) if "bench" not in path.parts]


def against(rule: Callable[[str], Iterator[int]], files: list[Path]) -> list[str]:
    """Places in files, `path:line`, that a rule finds in their text."""
    return [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        for line in rule(path.read_text(encoding="utf-8"))
    ]


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


@pytest.mark.parametrize("folder", FOLDERS)
def test_figures_with_a_sign_are_written_in_one_place(folder):
    found = against(signed_formats, sources(folder))
    assert not found, f"write these with figure_text: {found}"


# What a browser writes on its own has a sign before a zero: in a table -0.00, in a hover text that
# asks for signs −0.00; and so has what pandas writes.

IN_HOVER = re.compile(r"%\{[\w.\[\]]+:\+")
IN_TABLE = re.compile(r"%\+?\.\d+f")
# Files whose columns are never below 0.
SHARES = {"arena/group_sentences.py", "annotators/sentence.py", "lab/planted_table.py"}


def left_to_others(text: str) -> Iterator[int]:
    """Lines that leave figures on both sides of 0 to Plotly, Streamlit or pandas."""
    rounded = "unsigned_zeros(" in text
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and IN_HOVER.search(str(node.value)):
            yield node.lineno
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            written = [str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant)]
            if called.endswith("style.format"):
                # A format as text; one in a function is for `number` to write.
                formats = [one.value for one in node.keywords if one.arg != "na_rep"]
                arguments = [*node.args, *formats]
                wrong = any(isinstance(one, ast.Constant) for one in arguments)
            else:
                column = called.endswith("NumberColumn") and not rounded
                wrong = column and any(map(IN_TABLE.match, written))
            if wrong:
                yield node.lineno


def test_the_rule_of_what_others_write_can_fail():
    assert [*left_to_others('f"{name}: %{{x:+.4f}}"')] == [1]
    assert [*left_to_others('NumberColumn(format="%.2f")')] == [1]
    assert [*left_to_others('table.style.format("{:.3f}")')] == [1]
    fine = 'unsigned_zeros(table)\nNumberColumn(format="%.2f")\nf"%{{x:.3f}}"'
    fine += '\nstyle.format(text, na_rep="")'
    assert [*left_to_others(fine)] == []


def test_no_figure_on_both_sides_of_zero_is_left_to_the_browser():
    every = sources("components")
    signed = [path for path in every if str(path.relative_to(ROOT / "components")) not in SHARES]
    found = against(left_to_others, signed)
    assert not found, f"write these with number, or round them with unsigned_zeros: {found}"


# --- counts -------------------------------------------------------------------------------


@given(some.integers(0, 10**7), some.sampled_from(["pair", "target word", "stored entry", "day"]))
def test_one_thing_is_singular_and_every_other_number_plural(number, noun):
    many = {"stored entry": "stored entries"}.get(noun, f"{noun}s")
    assert counted(number, noun) == f"{number:,} {noun if number == 1 else many}"


VERBS = (("is", "are"), ("was", "were"), ("has", "have"), ("prefers", "prefer"), ("goes", "go"))


@given(some.integers(0, 10**7), some.sampled_from(VERBS))
def test_the_verb_goes_with_the_number(number, verbs):
    one, many = verbs
    assert counted(number, "pair", many).endswith(f"pair {one}" if number == 1 else f"pairs {many}")
    assert agreeing(number, many) == (one if number == 1 else many)


@given(some.integers(0, 10**7), some.integers(0, 10**7), some.sampled_from(VERBS))
def test_the_verb_of_a_part_goes_with_the_part_and_the_noun_with_all(part, more, verbs):
    one, many = verbs
    total = part + more
    noun, verb = "pair" if total == 1 else "pairs", one if 1 in (part, total) else many
    assert part_of(part, total, "pair", many) == f"{part:,} of {total:,} {noun} {verb}"


NOUNS = (
    "answer cell column completion contestant draw entry evaluator file group head label layer "
    "line mask model occupation pair person piece profession prompt result row score screen "
    "sentence set swap target task template test text token value weight word"
).split()
PLURALS = "|".join("entries" if noun == "entry" else f"{noun}s" for noun in NOUNS)
# Words that cannot stand between a number and what it counts; `1 of 1 pairs` is English.
NO_ADJECTIVE = "of|and|or|in|on|to|for|are|is|has|have|holds|no|with|differs"
BEHIND = re.compile(rf"^ (?:(?!(?:{NO_ADJECTIVE})\b)[a-z-]+ )?(?:{PLURALS})\b(?!')(?! differs)")
PART = re.compile(r"\bof (?:the |all |these )?$")


@pytest.mark.parametrize(
    ("bounds", "spec", "text"),
    [
        ((0.0056, 0.0285), ".1f", "[0.0, 0.1]"),
        ((0.3, 0.302), ".1f", "[0.3, 0.4]"),  # 0.3 is not exactly three tenths
        ((99.96, 100.0), ".1f", "[99.9, 100.0]"),
        ((-0.0004, 0.0003), "+.3f", "[-0.001, +0.001]"),
        ((0.0, 0.0004), "+.3f", "[0.000, +0.001]"),
        ((0.5001, 0.5049), ".0%", "[50%, 51%]"),
        ((47.34, 52.38), ".1f", "[47.3, 52.4]"),
        ((2.0, 2.0), ".1f", "[2.0, 2.0]"),
        ((0.1 + 0.2, 0.3), ".2f", "[0.30, 0.30]"),
        ((float("nan"), 1.0), ".1f", "[nan, 1.0]"),
        ((float("inf"), float("inf")), ".1f", "[inf, inf]"),
        ((1.0, 1.00000001), "g", "[1, 1]"),
    ],
)
def test_an_interval_with_a_width_is_written_with_one(bounds, spec, text):
    assert bounds_text(bounds, spec) == text


@given(
    some.floats(-1e3, 1e3), some.floats(1e-6, 10), some.sampled_from([".0f", ".1f", "+.3f", ".0%"])
)
def test_what_is_written_for_a_figure_lies_in_the_interval_that_is_written(low, width, spec):
    def read(text):
        return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)

    high = low + width
    first, last = map(read, end_texts((low, high), spec))
    assert first < last
    assert first <= read(figure_text((low + high) / 2, spec)) <= last


def is_count(node: ast.FormattedValue) -> bool:
    """Whether a part of an f-string is plainly a number of things, and none that never changes."""
    value = node.value
    name = getattr(value, "id", getattr(value, "attr", ""))
    spec = ast.unparse(node.format_spec) if node.format_spec else ""
    if "," in spec:
        return not name.isupper()
    if isinstance(value, ast.Call):
        of = getattr(value.args[0], "id", "") if value.args else ""
        return getattr(value.func, "id", "") in ("len", "sum") and not of.isupper()
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Constant):
        return value.slice.value in ("n", "count")
    return name in ("n", "count", "number", "total", "missing", "size")


def plain_plurals(text: str) -> Iterator[int]:
    """Lines of f-strings that put a plural behind any number of things."""
    for node in ast.walk(ast.parse(text)):
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        for before, part, after in zip([None, *parts], parts, parts[1:], strict=False):
            if not isinstance(part, ast.FormattedValue) or not isinstance(after, ast.Constant):
                continue
            start = str(before.value) if isinstance(before, ast.Constant) else ""
            if is_count(part) and BEHIND.match(str(after.value)) and not PART.search(start):
                yield part.lineno


def test_the_rule_of_counts_can_fail():
    assert [*plain_plurals("f'{n} swaps'")] == [1]
    assert [*plain_plurals("f'{len(found):,} other pairs are read'")] == [1]
    assert [*plain_plurals("f'{counted(n, 1)} 1 of {n} pairs, {MOST:,} words, {n} of these'")] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_numbers_of_things_are_written_by_counted(folder):
    found = against(plain_plurals, sources(folder))
    assert not found, f"write these with counted: {found}"


# No verb behind a number of things fits several of them only: `1 of 300 pairs prefer`.
SEVERAL = "are|were|have|agree|appear|carry|change|differ|fall|go|hold|lean|prefer"
WORD = rf"(?!(?:{NO_ADJECTIVE}|that|there|who|which|where|does|do|can|cannot|may)\b)[a-z-]+ "
SAID_OF_ANY = re.compile(rf"[*]* (?:of (?:the |all )?[*]*x[*]* )?(?:{WORD}){{0,3}}(?:{SEVERAL})\b")
PART_OF_ANY = re.compile("[*]* of (?:the )?[*]*x")


def verbs_of_several(text: str) -> Iterator[int]:
    """Lines of f-strings that say of any number of things what fits several of them only."""
    for node in ast.walk(ast.parse(text)):
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        for place, part in enumerate(parts):
            if not isinstance(part, ast.FormattedValue):
                continue
            rest = "".join(
                str(getattr(one, "value", "")) if isinstance(one, ast.Constant) else "x"
                for one in parts[place + 1 :]
            )
            called = ast.unparse(part.value)
            if called.isupper() or not SAID_OF_ANY.match(rest):
                continue
            if is_count(part) or called.startswith("counted(") or PART_OF_ANY.match(rest):
                yield part.lineno


def test_names_in_a_row_have_an_and_before_the_last():
    assert [in_a_row("abc"[:many]) for many in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_alternatives_in_a_row_have_an_or():
    assert [in_a_row("abc"[:many], "or") for many in (1, 3)] == ["a", "a, b or c"]


def test_the_rule_of_verbs_can_fail():
    assert {*verbs_of_several("f'{clear} of {len(found)} differences are clear'")} == {1}
    assert {*verbs_of_several("f'**{n}** of the {total} listed pairs lean to it'")} == {1}
    assert [*verbs_of_several("f'{counted(n, 1)} of a name are left out'")] == []
    assert [*verbs_of_several("f'{n:,} have a side'")] == [1]
    fine = "f'{MOST:,} pairs are read, {n} {agreeing(n, 1)}, {x} are here, {n} pairs that are read'"
    assert [*verbs_of_several(fine)] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_verbs_behind_numbers_of_things_are_written_by_agreeing(folder):
    found = against(verbs_of_several, sources(folder))
    assert not found, f"write these with counted, part_of or agreeing: {found}"


@pytest.mark.parametrize(
    ("p", "alone", "named"),
    [
        (0.0421, "0.0421", "p = 0.0421"),
        (0.0001, "0.0001", "p = 0.0001"),
        (0.00009, "< 0.0001", "p < 0.0001"),
        (0.0, "< 0.0001", "p < 0.0001"),
        (1.0, "1.0000", "p = 1.0000"),
        (None, "none", "none"),
    ],
)
def test_no_p_value_is_written_as_nothing(p, alone, named):
    assert p_text(p, "none") == alone
    assert p_equals(p, "none") == named


def test_a_word_from_the_right_stays_before_the_number_that_follows_it():
    assert isolated("nurse") == "nurse"
    assert isolated("ممرضة") == "\u2068ممرضة\u2069"
    assert isolated("אחות") == "\u2068אחות\u2069"
    assert in_quotes("nurse") == "“nurse”"
    assert in_quotes("ممرضة") == "“\u2068ممرضة\u2069”"
