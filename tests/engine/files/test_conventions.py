"""Tables as tools write them: `sep=;`, signs for no value, JSON lists, index columns, padding."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.files.conventions import named_delimiter, one_spelling
from engine.files.records import json_lines
from engine.files.sentences import read_sentences_file
from engine.files.text_file import read_text

LINE = "The [MASK] is here."


def sentences(data, name="a.csv"):
    if isinstance(data, str):
        data = data.encode()
    return read_sentences_file(data, name)


@pytest.mark.parametrize("sign", [";", ",", "|", "\t", "^", ":", "~", " "])
@pytest.mark.parametrize("line", ["sep={}", '"sep={}"', "SEP={}", "sep={0}{0}{0}"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_first_line_names_the_delimiter(sign, line, end, encoding):
    rows = [line.format(sign), sign.join(["n", "text"]), sign.join(["1", f'"{LINE}"'])]
    found = sentences(end.join(rows).encode(encoding))
    assert found.sentences == ((2, LINE),), "counted from the header, as a spreadsheet shows it"
    assert found.notes[0].startswith("The first line names the ")


def test_a_tab_may_be_written_out_and_no_sign_leaves_it_to_be_found():
    assert named_delimiter("sep=\\t\nx") == ("\t", "x")
    assert named_delimiter("sep=\nx") == ("", "x")
    assert named_delimiter("sep = ;\nx") == named_delimiter('"sep= ;"\nx') == (";", "x")
    assert sentences(f"sep=\nn;text\n1;{LINE}\n").sentences == ((2, LINE),)


def test_a_named_delimiter_that_does_not_fit_is_said():
    found = sentences(f"sep=|\nn;text\n1;{LINE}\n")
    assert found.sentences == ((2, LINE),)
    assert found.notes == (
        "The first line names the bar as delimiter, but the header is read with the semicolon.",
    )


@pytest.mark.parametrize("text", ["separate,text\n", "sep=x,text\n", "sepal\n", "text\nsep=;\n"])
def test_a_header_is_no_line_that_names_a_delimiter(text):
    assert named_delimiter(text) == ("", text)


@pytest.mark.parametrize(
    "sign",
    [
        *("NaN", "nan", "NA", "N/A", "n/a", "#N/A", "<NA>", "null", "NULL", "None", " NaN ", "NaT"),
        *("\\N", "(null)", "#VALUE!", "#REF!", "#DIV/0!", "-1.#IND", "#N/A N/A"),
    ],
)
def test_a_cell_that_holds_a_sign_for_no_value_alone_is_empty(sign):
    found = sentences(f"text\n{LINE}\n{sign}\n")
    assert found.sentences == ((2, LINE),)
    assert found.rejected.loc[0, "problem"] == (
        f"the sentence is empty (it holds {sign.strip()!r}, which tools write for no value)"
    )
    assert found.rejected.loc[0, "text"] == sign.strip(), "as it is in the file"
    assert found.notes == (
        f"1 cell holds nothing but {sign.strip()}, and is read as empty (in text).",
    )


@pytest.mark.parametrize("word", ["none", "na", "Nan", "Null", "NONE", "NA or NaN", "nothing"])
def test_words_that_only_resemble_such_signs_are_kept(word):
    found = sentences(f"text\n{word}\n")
    assert (found.sentences, found.notes) == (((2, word),), ())


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_header_that_is_there_again_is_no_row(mark):
    lines = ["n,text", f"1,{LINE}", "n, text", "2,Another [MASK].", "n,n"]
    found = sentences("\n".join(line.replace(",", mark) for line in lines) + "\n")
    assert found.sentences == ((2, LINE), (4, "Another [MASK]."), (5, "n"))
    assert found.rejected["problem"].tolist() == [
        "repeats the header, as in tables that were put one below the other"
    ]


def test_a_column_of_one_word_may_hold_the_word_that_names_it():
    assert sentences("text\ntext\n").sentences == ((2, "text"),)


@pytest.mark.parametrize(
    "whole",
    [
        {"rows": [{"row": {"text": LINE}}], "num_rows_total": 1},
        {"version": "1.0", "data": [{"text": LINE}]},
        {"columns": ["text"], "data": [[LINE]], "name": None},
        {"text": {"0": LINE}},
    ],
)
def test_json_that_holds_its_rows_further_in_is_refused_as_such(whole):
    with pytest.raises(InputTextError, match=r"of lists or objects \(.* not rows"):
        sentences(json.dumps(whole), "a.json")


def test_a_row_may_have_a_list_beside_its_text():
    found = sentences(json.dumps({"text": LINE, "labels": ["x"]}), "a.json")
    assert found.sentences == ((1, LINE),)


def test_a_json_list_of_objects_is_read_with_the_place_of_each_entry():
    rows = [{"text": LINE}, {"text": "NaN"}, 7, {"text": 3}, {"text": "Another [MASK]."}]
    for name in ("a.json", "a.jsonl", "a.csv"):
        for indent in (None, 2):
            found = sentences(json.dumps(rows, indent=indent), name)
            assert found.format == "json"
            assert found.sentences == ((1, LINE), (5, "Another [MASK]."))
            assert list(found.rejected["row"]) == [2, 3, 4]


def test_json_lines_may_be_named_json_and_begin_with_blank_lines():
    found = sentences(f"\n{json.dumps({'text': LINE})}\n", "a.json")
    assert (found.format, found.sentences) == ("jsonl", ((2, LINE),))


@pytest.mark.parametrize("rest", ["", ",", ', {"text": "cut', "] more", " {}]"])
def test_what_stands_before_a_cut_in_a_list_is_kept_and_the_rest_named(rest):
    found = sentences('[{"text": "kept"}' + rest, "a.json")
    assert [text for _, text in found.sentences] == ["kept"]
    assert len(found.rejected) == 1


@pytest.mark.parametrize("text", ["[]", "[ ]", "[1, 2]", "[{]"])
def test_a_list_without_objects_is_refused(text):
    with pytest.raises(InputTextError, match="contains no JSON object"):
        sentences(text, "a.json")


values = st.dictionaries(
    st.text(max_size=3), st.one_of(st.text(max_size=5), st.integers(), st.none()), max_size=3
)


@given(st.lists(values, min_size=1), st.sampled_from([None, 1]))
def test_every_list_of_objects_comes_back_entry_by_entry(rows, indent):
    text = json.dumps(rows, indent=indent)
    assert [(row, found) for row, found, _ in json_lines(text)] == list(enumerate(rows, 1))


def test_padding_behind_the_columns_is_taken_off():
    found = sentences(f"n,text,,\n1,{LINE},,\n2,{LINE}\n3,{LINE},\n4,,,,\n")
    assert [row for row, _ in found.sentences] == [2, 3, 4]
    assert list(found.rejected.columns) == ["row", "problem", "n", "text"]


def test_an_unnamed_column_in_which_something_stands_is_kept():
    found = sentences(f"text,,\n{LINE},x,\n,y,\n")
    assert list(found.rejected.columns) == ["row", "problem", "text", ""]


@pytest.mark.parametrize("mark", ["\t", ",", ";"])
def test_row_names_of_r_have_no_heading(mark):
    rows = [["text", "n"], ["1", LINE, "3"], ["2", LINE, "4"]]
    found = sentences("\n".join(mark.join(f'"{cell}"' for cell in row) for row in rows))
    assert found.sentences == ((2, LINE), (3, LINE))
    assert "as R writes row names" in found.notes[0]


def test_a_sentence_with_an_unquoted_comma_is_no_row_name():
    found = sentences(f"text,n\nWell, [MASK],1\n7,[MASK],2\n{LINE},3\n")
    assert found.sentences == ((4, LINE),)
    assert "a sentence with a comma needs quotation marks" in found.rejected["problem"].iloc[0]


def test_an_index_without_a_name_is_no_trouble():
    assert sentences(f",text\n0,{LINE}\n").sentences == ((2, LINE),)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"])
def test_other_encodings_are_read(encoding):
    found = sentences("sep=;\nn;text\n1;Die Bäckerin ist [MASK].\n".encode(encoding))
    assert found.sentences == ((2, "Die Bäckerin ist [MASK]."),)


def test_a_byte_order_mark_is_no_part_of_a_name_where_the_encoding_is_told():
    data = f"text\n{LINE}\n".encode("utf-8-sig")
    assert read_text(data, "a.csv", "utf-8").text.startswith("text")


def test_a_second_column_that_could_be_the_sentence_is_said():
    found = sentences(f"prompt,text\nignored,{LINE}\n")
    assert found.sentences == ((2, LINE),)
    assert found.notes == (
        "The column 'text' is read as the text, and 'prompt' is not, though its name fits.",
    )
    named = read_sentences_file(f"prompt,text\n{LINE},x\n".encode(), "a.csv", {"text": "prompt"})
    assert (named.sentences, named.notes) == (((2, LINE),), ())


def test_the_most_frequent_spelling_is_kept():
    assert one_spelling(["Female", "female ", "female ", "Male"]) == {
        "Female": "female",
        "female ": "female",
    }
    assert one_spelling(["a  b", "A b"]) == {"a  b": "a b", "A b": "a b"}
    assert one_spelling(["Male", "female"]) == {}


@given(st.lists(st.sampled_from(["A", "a", " a", "a ", "B", "b", "c"])))
def test_afterwards_no_two_spellings_are_left(names):
    replaced = one_spelling(names)
    left = {replaced.get(name, name) for name in names}
    assert len(left) == len({name.strip().casefold() for name in names})


@pytest.mark.parametrize(
    "text",
    ['{"text": ["A [MASK]."], "n": [1]}', '{"text": {"0": "A [MASK]."}}', '{\n"text": [\n"A"]}'],
)
def test_a_json_object_of_columns_is_refused_with_what_would_do(text):
    with pytest.raises(
        InputTextError, match=r"one JSON object of lists or objects \(text"
    ) as found:
        sentences(text, "a.json")
    assert "write one object for each row" in str(found.value)


def test_one_json_object_over_several_lines_is_one_row():
    assert sentences(f'{{\n  "n": 1,\n  "text": "{LINE}"\n}}\n', "a.json").sentences == ((1, LINE),)


def test_a_row_with_a_list_beside_its_text_is_a_row():
    assert sentences(f'{{"text": "{LINE}", "votes": [1]}}', "a.jsonl").sentences == ((1, LINE),)
