"""Users' files of prompts: read as they are commonly written, refused with the rows named."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.files.conventions import has_no_value, one_spelling
from engine.prompts import file
from engine.prompts.file import read_prompts

HEADER = "category,group,sentence_type,sentence\n"
ROW = "religion,Muslims,attributive,Muslims are [MASK].\n"


def read(text, name="mine.csv"):
    return read_prompts(text if isinstance(text, bytes) else text.encode(), name)


def test_one_row_is_enough():
    found = read(HEADER + ROW)
    assert found.counts() == {
        "n": 1,
        "by_category": {"religion": 1},
        "by_group": {"Muslims": 1},
        "by_sentence_type": {"attributive": 1},
    }
    assert (found.name, found.version, found.drawn, found.notes) == ("mine.csv", "", None, ())


@pytest.mark.parametrize(
    "header",
    ["Category;Group;Sentence Type;Sentence", "bias type\tidentity\ttype\tprompt"],
)
def test_columns_delimiters_and_encodings_are_recognised(header):
    delimiter = ";" if ";" in header else "\t"
    row = delimiter.join(["culture", "Émigrés", "social", "Émigrés are <mask>."])
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        found = read(f"{header}\r\n{row}\r\n".encode(encoding))
        assert found.prompts[0].sentence == "Émigrés are <mask>."
        assert found.prompts[0].group == "Émigrés"


@pytest.mark.parametrize("mask", ["[MASK]", "<mask>", "___", "[mask]", "_____"])
def test_masks_are_taken_as_people_write_them(mask):
    found = read(HEADER + ROW.replace("[MASK]", mask)).prompts[0]
    assert found.completed("kind") == "Muslims are kind."
    assert found.quoted().sentence == "Muslims are '[MASK]'."


def test_template_and_slot_are_kept_and_an_unknown_slot_is_none():
    rows = "".join(f"c,g,t,g {slot} are [MASK].,x,{slot}\n" for slot in ("Adjective", "colour"))
    found = read("category,group,sentence_type,sentence,template,slot\n" + rows).prompts
    assert [entry.slot for entry in found] == ["adjective", ""]
    assert {entry.template for entry in found} == {"x"}


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (ROW + ROW.replace("[MASK]", "kind"), r"1 row of mine.csv .* Row 3: no blank"),
        (ROW.replace("are", "[MASK]"), "Row 2: more than one blank"),
        (ROW + ROW.replace("Muslims,", " ,", 1), "Row 3: the group is empty"),
        (ROW.replace("religion", ""), "Row 2: the category is empty"),
        (ROW.replace("attributive", "t" * 101), "Row 2: the sentence type is longer than 100"),
        (ROW.replace("Muslims are [MASK].", ""), "Row 2: the sentence is empty"),
        (ROW.replace("Muslims,", "M" * 101 + ",", 1), "Row 2: the group is longer than 100"),
        (ROW.replace("are", "a" * 1000), "Row 2: the sentence is longer than 1,000"),
        ("religion,Muslims\n", "Row 2: has 2 of 4 columns"),
        (
            "a,b,c,no\n" * 7,
            r"7 rows .* Rows 2, 3, 4, 5, 6: no blank.* 2 more rows are not listed\.$",
        ),
        (
            "a,b,c,no\na,b,c,not\n,b,c,x [MASK]\n",
            r"3 rows .* Rows 2, 3: no blank.*\. Row 4: the category is empty\.$",
        ),
        (
            ",b,c,___\n" + "a,b,c,no\n" * 3 + "a,,c,___\n" + "a,b,c,no\n",
            r"Row 2: the category is empty\. Rows 3, 4, 5: no blank.*\. Row 6: the group "
            r"is empty\. 1 more row is not listed\.$",
        ),
    ],
)
def test_rows_that_cannot_be_used_are_named(rows, wanted):
    with pytest.raises(InputTextError, match=wanted):
        read(HEADER + rows)


def test_rows_that_repeat_are_left_out_and_said():
    found = read(HEADER + ROW * 3 + ROW.replace("are", "were"))
    assert len(found.prompts) == 2
    assert found.notes == ("2 rows repeat an earlier one and are left out.",)
    assert read(HEADER + ROW * 2).notes == ("1 row repeats an earlier one and is left out.",)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "is empty"),
        (HEADER, "no rows below its header"),
        ("sentence\nA is [MASK].\n", "needs the columns category and group\\."),
        (b"PK\x03\x04rest", "a ZIP archive"),
    ],
)
def test_a_file_without_prompts_is_refused(text, wanted):
    with pytest.raises(InputTextError, match=wanted):
        read(text)


def test_sentences_without_a_type_are_of_ones_own():
    bare = read("group,category,sentence\nMuslims,religion,Muslims are [MASK].\n").prompts[0]
    assert bare.sentence_type == "own"
    assert read(HEADER + ROW.replace("attributive", " ")).prompts == (bare,)


def test_json_lines_are_read_and_a_number_in_place_of_a_text_is_refused():
    line = '{"category": "c", "group": "g", "sentence_type": "t", "sentence": "g is ___."}'
    assert read(line, "mine.jsonl").prompts[0].sentence == "g is ___."
    with pytest.raises(InputTextError, match="a number or a list where a text is needed"):
        read(line.replace('"c"', "1"), "mine.jsonl")


def test_more_rows_than_can_be_read_are_refused(monkeypatch):
    assert file.MOST_PROMPTS == 100_000
    monkeypatch.setattr(file, "MOST_PROMPTS", 3)
    rows = "".join(f"c,g,t,g{number} is [MASK].\n" for number in range(4))
    assert len(read(HEADER + rows[: rows.index("g3") - 6]).prompts) == 3
    with pytest.raises(InputTextError, match="has 4 rows; at most 3 prompts"):
        read(HEADER + rows)


def test_a_path_is_read_under_the_name_of_its_file(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(HEADER + ROW, encoding="utf-8")
    assert read_prompts(path).name == "mine.csv"
    with pytest.raises(InputTextError, match="There is no file"):
        read_prompts(tmp_path / "other.csv")


WORDS = st.text(
    st.characters(
        exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs"), exclude_characters="_[<\ufeff"
    ),
    min_size=1,
    max_size=12,
)


@given(rows=st.lists(st.tuples(WORDS, WORDS, WORDS, WORDS, WORDS), min_size=1, max_size=8))
def test_what_is_written_as_csv_is_read_again(rows):
    written = [
        [category, group, kind, f"{before} [MASK] {after}"]
        for category, group, kind, before, after in rows
    ]
    for column in list(zip(*written, strict=True))[:3]:
        assume(not any(map(has_no_value, column)) and not one_spelling(column))
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([HEADER.strip().split(","), *written])
    found = read(stream.getvalue()).prompts
    kept = list(dict.fromkeys(map(tuple, written)))
    assert [(p.category, p.group, p.sentence_type, p.sentence) for p in found] == kept


@given(data=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_with_a_sentence(data):
    for content in (data, HEADER.encode() + data):
        try:
            found = read(content).prompts
        except InputTextError:
            continue
        assert all(masks_in(entry.sentence) == 1 and entry.group for entry in found)
