from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.files.columns import MissingColumnsError
from engine.files.conventions import has_no_value
from engine.files.text_file import SIZE_LIMIT
from engine.measures.pairs.data.file import direction_of, read_pairs
from engine.measures.pairs.data.file import recognised_sentences as recognised

HEADER = "sent_more,sent_less,stereo_antistereo,bias_type\n"
GOOD = "He sings.,She sings.,stereo,gender\n"


def read(text, name="pairs.csv", **options):
    return read_pairs(text if isinstance(text, bytes) else text.encode(), name, **options)


def problems(found):
    return dict(zip(found.rejected["row"], found.rejected["problem"], strict=True))


def test_a_crows_pairs_file_loads_as_it_is(shared_data):
    found = read_pairs(shared_data / "crows_pairs" / "crows_pairs_anonymized.csv")
    assert len(found.pairs) == 1508
    assert found.rejected.empty
    assert found.pairs["stereo_antistereo"].value_counts().to_dict() == {
        "stereo": 1290,
        "antistereo": 218,
    }
    assert found.pairs.index[0] == 2
    assert "annotations" in found.pairs


def test_every_row_is_known_by_its_number_in_the_file():
    found = read(HEADER + GOOD + "\n" + ",She sings.,stereo,gender\n" + GOOD)
    assert found.pairs.index.tolist() == [2, 5]
    assert problems(found) == {4: "sent_more is empty"}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("He sings.,,stereo,gender", "sent_less is empty"),
        ("He sings., \t ,stereo,gender", "sent_less is empty"),
        ("He sings.,She sings.", "has 2 of 4 columns; it may be cut off"),
        ("He, too, sings.,She sings.,stereo,gender", "has 6 columns where the header has 4"),
        ("He sings.,She sings.,sideways,gender", "stereo_antistereo is 'sideways'"),
        ('"He "sings".,She sings.,stereo,gender', "must be doubled"),
        ('"He sings.,She sings.,stereo,gender', "opened and not closed"),
    ],
)
def test_a_bad_row_is_listed_with_its_reason_and_the_others_are_kept(row, reason):
    found = read(HEADER + GOOD + row + "\n" + GOOD)
    assert found.pairs.index.tolist() == [2, 4]
    assert reason in problems(found)[3]


def test_an_open_quotation_mark_does_not_swallow_the_rest_of_a_long_file():
    found = read(HEADER + '"He sings,She sings.,stereo,gender\n' + GOOD * 3000)
    assert len(found.pairs) == 3000  # repeated rows are kept for the flags to tell
    assert list(problems(found)) == [2]


def test_quoted_cells_may_hold_commas_quotes_and_line_breaks():
    found = read(HEADER + '"He said ""no"", twice\nover.",She,antistereo,gender\n' + GOOD)
    assert found.pairs["sent_more"].tolist() == ['He said "no", twice\nover.', "He sings."]
    assert found.pairs.index.tolist() == [2, 3]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_out(delimiter):
    rows = [["id", "sent_more", "sent_less"], ["1", "He, she; they", "She | he"]]
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    found = read(text.getvalue())
    assert found.pairs["sent_more"].tolist() == ["He, she; they"]
    assert found.format == ("tsv" if delimiter == "\t" else "csv")


def test_tab_separated_text_may_hold_plain_quotation_marks():
    found = read('sent_more\tsent_less\n"No," he said.\t"No," she said.\n', "pairs.tsv")
    assert found.pairs["sent_more"].tolist() == ['"No," he said.']


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_the_encoding_is_found_out(encoding):
    found = read((HEADER + "Él canta.,Ella canta.,stereo,gender\n").encode(encoding))
    assert found.pairs["sent_more"].tolist() == ["Él canta."]
    assert (found.notes == ()) == (encoding != "utf-16-le")


def test_windows_text_is_read_as_such_and_said():
    found = read((HEADER + "Él canta – allí.,Ella,stereo,gender\n").encode("cp1252"))
    assert found.pairs["sent_more"].tolist() == ["Él canta – allí."]
    assert found.notes[0].startswith("Read as Windows-1252 (Excel). Are É, –, í right?")


def test_single_stray_bytes_do_not_spoil_the_utf8_around_them():
    found = read((HEADER + "Él cantó, ").encode()[:-2] + b"\xe9" + b",Ella,stereo,x\n")
    assert found.pairs["sent_more"].tolist() == ["Él cantóé"]


def test_an_encoding_can_be_named():
    text = (HEADER + "Él canta.,Ella,stereo,gender\n").encode("mac_roman")
    assert read(text, encoding="mac_roman").pairs["sent_more"].tolist() == ["Él canta."]
    with pytest.raises(InputTextError, match="no encoding"):
        read(text, encoding="morse")
    with pytest.raises(InputTextError, match="is not utf-8 text"):
        read(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("sent_more", "sent_less"),
        ("Sentence 1", "sentence-2"),
        ("more", "less"),
        ("stereotype", "anti-stereotype"),
        ("Stereotypical", "anti_stereotypical"),
    ],
)
def test_columns_are_recognised_by_the_names_people_give(more, less):
    found = read(f"n,{less},{more},type\n1,She,He,age\n")
    assert (found.pairs["sent_more"].tolist(), found.pairs["sent_less"].tolist()) == (
        ["He"],
        ["She"],
    )
    assert found.columns == {"sent_more": more, "sent_less": less, "bias_type": "type"}
    assert list(found.pairs.rename(columns=found.columns)) == ["n", less, more, "type"]


def test_a_lone_sentence_column_recognises_nothing():
    assert recognised(["sentence1", "text"]) == {}


def test_columns_can_be_named_by_a_mapping_that_fits():
    found = read(
        "a,b,c\nShe,He,x\n", mapping={"sent_more": "b", "sent_less": "a", "bias_type": "c"}
    )
    assert found.pairs["sent_more"].tolist() == ["He"]
    assert found.pairs["bias_type"].tolist() == ["x"]
    for mapping, reason in (
        ({"sent_more": "z", "sent_less": "a"}, "no column 'z'"),
        ({"sent_more": "a", "sent_less": "a"}, "named twice"),
        ({"sentence": "a"}, "not a column role"),
    ):
        with pytest.raises(InputTextError, match=reason):
            read("a,b\n1,2\n", mapping=mapping)


def test_missing_columns_are_said_with_what_was_found_and_what_would_do():
    with pytest.raises(MissingColumnsError) as caught:
        read("id,text,label\n1,He sings.,x\n")
    assert caught.value.header == ["id", "text", "label"]
    for part in ("id, text, label", "sent_more", "sent_less=COLUMN"):
        assert part in str(caught.value)


def test_of_columns_that_share_a_name_the_first_is_read_and_the_second_can_be_chosen():
    found = read("sent_more,sent_less,note,note\nHe,She,x,y\n")
    assert list(found.pairs.columns) == ["sent_more", "sent_less", "note", "note (2nd)"]
    assert found.notes == ()
    twice = "sent_more,sent_less,sent_more\nHe,She,They\n"
    assert read(twice).pairs["sent_more"].tolist() == ["He"]
    assert read(twice).notes == (
        "Two columns are called 'sent_more'; the first is read as the sent_more. The second is "
        "called 'sent_more (2nd)' here, and can be chosen in its place.",
    )
    second = read(twice, mapping={"sent_more": "sent_more (2nd)"})
    assert second.pairs["sent_more"].tolist() == ["They"]
    assert second.notes == ()


def test_a_column_of_a_roles_name_does_not_take_the_place_of_the_chosen_one():
    found = read("sent_more,sent_less,other\nHe,She,They\n", mapping={"sent_less": "other"})
    assert found.pairs["sent_less"].tolist() == ["They"]
    assert found.pairs["sent_less (unused)"].tolist() == ["She"]


@pytest.mark.parametrize(
    ("label", "direction"),
    [
        ("stereo", "stereo"),
        (" Stereotype ", "stereo"),
        ("anti-stereo", "antistereo"),
        ("ANTI_STEREOTYPE", "antistereo"),
        ("", ""),
        ("0", None),
    ],
)
def test_directions_are_read_in_the_ways_people_write_them(label, direction):
    assert direction_of(label) == direction


def test_json_lines_are_read_by_name_in_any_order():
    lines = [
        json.dumps({"sent_less": "She", "sent_more": "He", "n": 3, "bias_type": "gender"}),
        "",
        json.dumps({"sent_more": "Él 😀", "sent_less": "Ella"}),  # each sign escaped, 😀 in halves
    ]
    found = read("\n".join(lines), "pairs.jsonl")
    assert found.pairs["sent_more"].tolist() == ["He", "Él 😀"]
    assert found.pairs["n"].tolist() == ["3", ""]
    assert found.pairs.index.tolist() == [1, 3]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"sent_more": "He", "sent_less"', "not a JSON object"),
        ('["He", "She"]', "not an object"),
        ('{"sent_more": "He"}', "sent_less is empty"),
        ('{"sent_more": 3, "sent_less": "She"}', "sent_more is not text"),
        ('{"sent_more": ["He"], "sent_less": "She"}', "sent_more is not text"),
        ('{"sent_more": "\\ud800", "sent_less": "She"}', "half a character"),
        ("[" * 100_000, "not a JSON object"),
    ],
)
def test_a_bad_line_of_json_is_listed(line, reason):
    good = json.dumps({"sent_more": "He", "sent_less": "She"})
    found = read(f"{good}\n{line}\n{good}\n", "pairs.jsonl")
    assert found.pairs.index.tolist() == [1, 3]
    assert reason in problems(found)[2]


def test_a_file_that_is_too_large_is_refused_before_it_is_read_whole(tmp_path):
    path = tmp_path / "large.csv"
    with path.open("wb") as stream:
        stream.truncate(4 * SIZE_LIMIT)
    with pytest.raises(InputTextError, match="larger than 50 MB"):
        read_pairs(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"  \n ", "is empty"),
        (b"PK\x03\x04rest", "a ZIP archive"),
        (b"\x1f\x8b\x08rest", "gzip"),
        (b"PAR1rest", "Parquet"),
        (b"sent_more,sent_less\nHe\0,She\n", "zero bytes"),
        (b"\xff\xfe\x00", "is not utf-16 text"),
        (b'{"a": 1}', "needs the columns sent_more and sent_less"),
        (b"{", "looks cut off"),
        (b'"sent_more,sent_less\nHe,She\n', "not a header"),
    ],
)
def test_what_is_no_file_of_pairs_is_said_in_one_sentence(content, reason):
    with pytest.raises(InputTextError, match=reason):
        read_pairs(content, "file.csv")


def test_paths_that_lead_nowhere_are_said(tmp_path):
    with pytest.raises(InputTextError, match="is a folder"):
        read_pairs(tmp_path)
    with pytest.raises(InputTextError, match="no file"):
        read_pairs(tmp_path / "none.csv")


@pytest.mark.parametrize("text", ["sent_more,sent_less", "sent_more\tsent_less\n\n", "a;b\n;\n"])
def test_a_file_of_a_header_alone_is_said_to_have_no_rows(text):
    with pytest.raises(InputTextError, match="has no rows"):
        read_pairs(
            text.encode(), "x.csv", {"sent_more": "a", "sent_less": "b"} if ";" in text else {}
        )


letters = st.characters(exclude_categories=("Cs",), exclude_characters="\0")
cells = st.text(letters, max_size=20).filter(lambda cell: not has_no_value(cell))


@given(st.lists(st.tuples(cells, cells), max_size=12), st.sampled_from(",;\t|"))
def test_whatever_is_written_properly_comes_back(rows, delimiter):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    rows = [("She", "He"), *rows]
    writer.writerows([("sent_more", "sent_less"), *rows])
    found = read(text.getvalue())
    wanted = [row for row in rows if row[0].strip() and row[1].strip()]
    assert [*zip(found.pairs["sent_more"], found.pairs["sent_less"], strict=True)] == wanted


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["x.csv", "x.tsv", "x.jsonl"]))
def test_broken_bytes_are_read_or_refused_and_nothing_else(content, name):
    for data in (content, HEADER.encode() + content):
        try:
            found = read_pairs(data, name)
        except InputTextError:
            continue
        rows = [*found.pairs.index, *found.rejected["row"]]
        assert len(set(rows)) == len(rows)
        assert (found.rejected["problem"] != "").all()
        assert (found.pairs["sent_more"].str.strip() != "").all()


@given(st.lists(st.text('ab,"\n\t;|', max_size=12), max_size=8))
def test_no_line_is_lost_between_the_good_rows_and_the_bad(lines):
    found = read(HEADER + "\n".join(lines) + "\n" + GOOD)
    assert len(found.pairs) >= 1
    assert found.pairs["sent_more"].iloc[-1].endswith("He sings.")


@pytest.mark.parametrize(
    ("labels", "read_as"),
    [
        (["0", "1"], ["stereo", "antistereo"]),
        (["0.0", "", "1.0"], ["stereo", "", "antistereo"]),
        (["1", "NaN", " 1 "], ["antistereo", "", "antistereo"]),
        (["0", "0"], ["stereo", "stereo"]),
    ],
)
def test_a_whole_column_of_class_labels_is_read_as_the_hub_has_them(labels, read_as):
    rows = "".join(f"He sings {at}.,She sings {at}.,{label},g\n" for at, label in enumerate(labels))
    found = read(HEADER + rows)
    assert found.pairs["stereo_antistereo"].tolist() == read_as
    assert any("class labels" in note and "Hub" in note for note in found.notes)


def test_numbers_of_json_are_class_labels_too():
    lines = [{"sent_more": "a b", "sent_less": "a c", "stereo_antistereo": at} for at in (0, 1)]
    assert read(json.dumps(lines), "p.json").pairs["stereo_antistereo"].tolist() == [
        "stereo",
        "antistereo",
    ]


def test_class_labels_in_some_rows_only_are_refused_by_name():
    found = read(HEADER + GOOD + GOOD.replace("stereo", "0") + GOOD.replace("stereo", "1.0"))
    assert found.pairs.index.tolist() == [2]
    assert problems(found)[3] == (
        "stereo_antistereo is '0', and other rows have no class label 0 or 1; write stereo, "
        "antistereo or nothing in all rows"
    )
    assert not any("class labels" in note for note in found.notes)


def test_no_value_is_empty_in_sentences_labels_and_types():
    found = read(HEADER + "NaN,She sings.,stereo,g\nA b,null,stereo,g\nA b,A c,NA,None\n")
    assert found.pairs.loc[4, ["stereo_antistereo", "bias_type"]].tolist() == ["", ""]
    assert problems(found)[2] == (
        "sent_more is empty (it holds 'NaN', which tools write for no value)"
    )
    assert found.notes == (
        "4 cells hold nothing but NaN, null, NA or None, and are read as empty (in sent_more, "
        "sent_less, stereo_antistereo and 1 more).",
    )


def test_types_that_differ_in_case_or_spaces_are_one():
    found = read(HEADER + GOOD + GOOD + "A b,A c,stereo,Gender \nA d,A e,stereo, age \n")
    assert found.pairs["bias_type"].tolist() == ["gender", "gender", "gender", "age"]
    assert found.notes == (
        "Names in 'bias_type' that differ in case or spaces only are taken as one: 'Gender ' as "
        "'gender'.",
    )


def test_a_second_pair_of_columns_is_said_to_be_unused():
    found = read("sent_more,sent_less,sentence1,sentence2\nA b,A c,X,Y\n")
    assert found.pairs["sent_more"].tolist() == ["A b"]
    assert found.notes == (
        "The columns 'sent_more' and 'sent_less' are read as the sentences, and 'sentence1' and "
        "'sentence2' are not, though their names fit.",
    )
    assert read("sent_more,sent_less,sentence1\nA b,A c,X\n").notes == ()


@pytest.mark.parametrize("label", ["none", "NA", "na", "Null", "n/a", "NaN", "nan", "-", ""])
def test_a_sign_for_no_value_is_no_direction_however_it_is_spelled(label):
    found = read(HEADER + f"He sings.,She sings.,{label},gender\nShe is.,He is.,stereo,gender\n")
    assert found.pairs["stereo_antistereo"].tolist() == ["", "stereo"]
    assert found.rejected.empty
