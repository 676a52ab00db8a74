"""JSON that no program writes: every reader refuses it in one sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.core.errors import BiascopeError, InputTextError
from engine.files.labelled import read_labelled
from engine.files.mask_file import FORMAT, VERSION, parse_mask
from engine.files.records import JsonError, json_lines, parsed, parsed_object
from engine.lab.table import read_table
from engine.measures.agreement.data.file import read_answers
from engine.measures.cabm.data.file import read_framed
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.lpbs.sets import read_domains
from engine.measures.pairs.data.file import read_pairs
from engine.words.association_tests import seat_test
from engine.words.lists import read_attributes, read_targets

DEEP = "[" * 100_000
HUGE = "9" * 5_000
BROKEN = {
    "deep": DEEP,
    "deep inside": '{"a": ' + DEEP,
    "huge number": '{"a": ' + HUGE + "}",
    "infinite": '{"a": 1e999}',
    "constant": '{"a": Infinity}',
    "surrogate": '{"a": "\\ud800"}',
    "twice": '{"a": 1, "a": 2}',
}
# Well-formed, and of a shape that no reader expects.
SHAPES = [
    *("1", "null", '"a"', "[]", "{}", "[[1]]", '{"a": 1}', '{"a": null, "b": [1]}', '{"a": {}}'),
    *('{"attributes": 1}', '{"attributes": {"a": [1], "b": [2]}}', '{"attributes": []}'),
    '{"attributes": {"a": ["x"], "b": ["y"]}, "names": 1}',
    '{"attributes": {"a": ["x"], "b": ["y"]}, "names": ["A"]}',
    '{"attributes": {"a": ["x"], "b": ["y"]}, "targets": 3}',
    *('{"definite_sets": 1}', '{"definite_sets": [1]}', '{"definite_sets": [[1, 2]]}'),
    '{"definite_sets": [["a", "b"]], "analogy_templates": 1}',
    '{"definite_sets": [["a", "b"]], "analogy_templates": {"role": 1}}',
    '{"definite_sets": [["a", "b"]], "analogy_templates": {"role": {"a": 1, "b": 2}}}',
    '{"definite_sets": [["x", "y"], ["a", "b"]], "analogy_templates": {"role": {"a": ["c"]}}}',
    '{"definite_sets": [["a"]], "analogy_templates": {"role": {"a": ["c"], "b": ["d"]}}}',
    '{"targ1": 1, "targ2": 2, "attr1": 3, "attr2": 4}',
    '{"targ1": {"examples": 1}, "targ2": {}, "attr1": [], "attr2": [1]}',
    '{"targ1": ["a", "b"], "targ2": ["c", "d"], "attr1": ["e"], "attr2": [null]}',
    '{"d": {"x": 1, "y": [], "templates": 1, "targets": {}}}',
    '{"d": {"x": "A", "y": "B", "templates": ["a"], "targets": {"A": 1, "B": [2]}}}',
    '{"nurse": []}',
    '{"nurse": [["male"]]}',
    '{"nurse": {"male": []}, "a": {"male": {}}, "b": 1}',
    '{"text": [1], "label": {}}',
    '{"text": "a"}',
    '{"sentence": 1, "occupation": []}',
    '{"sent_more": [1], "sent_less": {}}',
    '{"sentence": [1], "answer": {}, "annotator": null}',
    json.dumps({"format": FORMAT, "version": VERSION}),
    json.dumps({"format": FORMAT, "version": [VERSION]}),
    json.dumps({"format": [FORMAT]}),
]


def from_path(read):
    """A reader of paths, given text."""

    def reader(text, tmp_path):
        path = tmp_path / "given.json"
        path.write_text(text, encoding="utf-8")
        return read(str(path))

    return reader


READERS = {
    "association test": lambda text, _: seat_test(text),
    "attributes": from_path(read_attributes),
    "targets": from_path(lambda path: read_targets(path, ("a", "b"))),
    "domains": from_path(read_domains),
    "planted table": from_path(read_table),
    "labelled texts": from_path(read_labelled),
    "mask file": lambda text, _: parse_mask(text),
    "sentences": lambda text, _: read_framed(text.encode(), GENDER, ["nurse"], {}, "a.jsonl"),
    "pairs": lambda text, _: usable(read_pairs(text.encode(), "a.jsonl").pairs),
    "answers": lambda text, _: usable(read_answers(text.encode(), "a.jsonl").answers),
}


def usable(rows):
    """What commands do next: a file whose every row is refused is refused."""
    if rows.empty:
        raise InputTextError("no row of it can be used")


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_what_is_no_json_is_refused_by_every_reader(reader, text, tmp_path):
    with pytest.raises(BiascopeError) as refused:
        reader(text, tmp_path)
    assert len(str(refused.value)) < 600


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_json_of_another_shape_is_refused_by_every_reader(reader, tmp_path):
    for text in SHAPES:
        with pytest.raises(BiascopeError):
            reader(text, tmp_path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DEEP, "nested too deeply"),
        ("{", "is not JSON"),
        ('{"a": NaN}', "holds NaN, which is not a JSON number"),
        ('{"a": -Infinity}', "holds -Infinity"),
        ('{"a": 1e999}', "holds the number 1e999, which is too large"),
        ('{"a": ' + HUGE + "}", "a number of 5,000 digits"),
        ('{"a": {"b": 1, "b": 1}}', "names 'b' twice"),
        ('{"\\udc00": 1}', "half a character"),
    ],
)
def test_the_reason_is_said(text, reason):
    with pytest.raises(JsonError, match=reason):
        parsed(text)


def test_whole_surrogate_pairs_and_large_numbers_are_read():
    assert parsed('{"a": "\\ud83d\\ude00", "b": 12345678901234567890}') == {
        "a": "\U0001f600",
        "b": 12345678901234567890,
    }


def test_one_bad_row_does_not_cost_the_others():
    rows = [
        '{"sent_more": "She runs.", "sent_less": "He runs."}',
        '{"sent_more": "She runs.", "sent_more": "a", "sent_less": "He runs."}',
        '{"sent_more": "She runs.", "sent_less": "He runs.", "id": ' + HUGE + "}",
        '{"sent_more": "She runs.", "sent_less": "He runs.", "score": Infinity}',
        '{"sent_more": ' + DEEP,
        '{"sent_more": "She sits.", "sent_less": "He sits.", "stereo_antistereo": NaN}',
    ]
    found = read_pairs("\n".join(rows).encode(), "a.jsonl")
    assert found.pairs.index.tolist() == [1, 6]
    assert found.pairs["stereo_antistereo"].tolist() == ["", ""]
    assert found.rejected["row"].tolist() == [2, 3, 4, 5]
    assert "twice" in found.rejected["problem"].iloc[0]


def test_two_objects_in_one_file_are_refused_with_what_would_do():
    with pytest.raises(InputTextError, match=r"more than one JSON object \(.*line 2\); give each"):
        parsed_object('{"a": 1}\n{"a": 2}\n', "a.jsonl")


# --- cut off ------------------------------------------------------------------------------

CELLS = some.none() | some.booleans() | some.integers() | some.text() | some.floats(-1e9, 1e9)
VALUES = some.recursive(
    CELLS, lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner)
)
WHOLE = some.lists(VALUES, min_size=1) | some.dictionaries(some.text(), VALUES, min_size=1)


@given(WHOLE, some.sampled_from([None, 0, 2]), some.booleans(), some.data())
def test_a_text_that_ends_anywhere_before_its_end_is_said_to_look_cut_off(
    value, indent, ascii_only, data
):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    part = text[: data.draw(some.integers(1, len(text) - 1))]
    with pytest.raises(JsonError, match=r"ends in the middle.*looks cut off: use the"):
        parsed(part)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not JSON (it is empty)"),
        (" \n", "is not JSON (it is empty)"),
        ("nothing", "is not JSON (Expecting value: line 1 column 1 (char 0))"),
        ('{"a": 1} 2', "is not JSON (Extra data: line 1 column 10 (char 9))"),
        ('{"a": nul}', "is not JSON (Expecting value: line 1 column 7 (char 6))"),
        ('{"a" 1}', "is not JSON (Expecting ':' delimiter: line 1 column 6 (char 5))"),
        ('["\\u12xy"]', "is not JSON (Invalid \\uXXXX escape: line 1 column 4 (char 3))"),
        (
            '{"a": 1,\n "b',
            "is not JSON (it ends in the middle of line 2, so it looks cut off: use the whole "
            "file)",
        ),
    ],
)
def test_only_what_ends_in_the_middle_looks_cut_off(text, reason):
    with pytest.raises(JsonError) as refused:
        parsed(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("text", "row", "problem"),
    [
        ('{"a": 1}\n{"a": "b', 2, "ends in the middle and looks cut off: use the whole file"),
        ('{"a": 1}\n{"a": \n{"a": 2}\n', 2, "is not a JSON object on one line"),
        ('[{"a": 1}, {"a"', 2, "looks cut off: use the whole file; the list is read up to it"),
        ('[{"a": 1}, {a}]', 2, "is not JSON; the list is read up to it"),
        ('[{"a": 1}\n', 2, "is missing: the list does not end, so the file looks cut off"),
        ('[{"a": 1}] 2', 2, "is not an entry of the list, which ends before it"),
    ],
)
def test_of_many_objects_the_one_that_is_cut_off_is_named(text, row, problem):
    (found,) = [(place, said) for place, one, said in json_lines(text) if one is None]
    assert found[0] == row
    assert problem in found[1]


@pytest.mark.parametrize("name", ["pairs.json", "pairs.jsonl"])
def test_an_object_over_several_lines_that_is_cut_off_is_refused_as_such(name, tmp_path):
    path = tmp_path / name
    path.write_text('{\n "sent_more": "a",\n "sent_le', encoding="utf-8")
    with pytest.raises(InputTextError, match="ends in the middle of line 3, so it looks cut off"):
        read_pairs(path)
