"""JSON that no program writes: every reader refuses it in one sentence."""

from __future__ import annotations

import json

import pytest

from engine.core.errors import BiascopeError, InputTextError
from engine.files.labelled import read_labelled
from engine.files.mask_file import FORMAT, VERSION, parse_mask
from engine.files.records import JsonError, parsed
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
