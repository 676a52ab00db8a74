"""Columns and values that a user names are read, whichever kind of table it is."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.files.cells import Cells
from engine.files.columns import MissingColumnsError
from engine.files.mapping import mapping_options, parse_mapping, parse_values
from engine.files.values import names_like, one_of, translate
from engine.measures.bec_pro.data.file import read_professions
from engine.measures.cabm.data.file import read_framed
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.pairs.data.file import read_pairs
from engine.prompts.file import read_prompts

GERMAN = {"männlich": "male", "weiblich": "female"}


def test_a_files_own_values_are_replaced_whatever_their_case():
    rows = Cells(["Beruf", "G"], [(2, ["cook", "Männlich "]), (3, ["nurse", "weiblich"])])
    said = translate("a.csv", rows, {"gender": "G"}, GERMAN)
    assert [cells for _, cells in rows.good] == [["cook", "male"], ["nurse", "female"]]
    assert said == ["Read 'männlich' as male, 'weiblich' as female."]


def test_a_value_that_no_row_has_is_refused():
    rows = Cells(["G"], [(2, ["m"])])
    with pytest.raises(InputTextError, match=r"^No row of a\.csv has 'w' in the column 'G'\.$"):
        translate("a.csv", rows, {"gender": "G"}, {"m": "male", "w": "female"})
    with pytest.raises(InputTextError, match="has no column whose values can be mapped"):
        translate("a.csv", rows, {}, {"m": "male"})


def test_a_vocabulary_takes_its_values_in_any_case_and_names_are_taken_as_they_are():
    assert one_of(("male", "female")).takes(" Male")
    assert not one_of(("male", "female")).takes("männlich")
    assert names_like().takes("Frauen")


@pytest.mark.parametrize(
    "values", [(("männlich", "he"),), (("a=b", "she"), ("c, d", "")), (('say "x"', "he"),)]
)
def test_values_are_read_back_as_they_are_written(values):
    option, text = mapping_options((), values)
    assert option == "--values"
    assert parse_values(text) == dict(values)


def test_columns_and_values_are_options_only_where_some_were_chosen():
    assert mapping_options((), ()) == []
    words = mapping_options((("word", "Beruf"), ("bias_type", "")), (("m", "he"),))
    assert words == ["--columns", "word=Beruf,bias_type=", "--values", "m=he"]
    assert parse_mapping(words[1], "") == {"word": "Beruf", "bias_type": ""}


def test_a_refused_mapping_names_its_option():
    with pytest.raises(InputTextError, match=r"^--values is written OWN=VALUE,OWN=VALUE; got 'm'"):
        parse_values("m")


PAIRS = "sent_more;sent_less;direction;type\nShe ran.;He ran.;dafür;a\nHe sat.;She sat.;dagegen;b\n"


def test_directions_of_pairs_are_mapped():
    values = {"dafür": "stereo", "dagegen": "antistereo"}
    found = read_pairs(PAIRS.encode(), "a.csv", values=values)
    assert found.pairs["stereo_antistereo"].tolist() == ["stereo", "antistereo"]
    assert len(read_pairs(PAIRS.encode(), "a.csv").rejected) == 2


def test_a_role_can_be_said_to_have_no_column():
    found = read_pairs(PAIRS.encode(), "a.csv", {"stereo_antistereo": "", "bias_type": ""})
    assert {*found.columns} == {"sent_more", "sent_less"}
    assert len(found.pairs) == 2
    with pytest.raises(MissingColumnsError, match="needs the column sent_less"):
        read_pairs(PAIRS.encode(), "a.csv", {"sent_more": "type", "sent_less": ""})


@pytest.mark.parametrize("delimiter", [";", "\t", ",", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_sentences_are_read_from_german_columns_and_groups(delimiter, encoding):
    rows = [
        ("Satz", "Beruf", "Geschlecht", "Liste", "Anteil"),
        ("The baker said he left.", "baker", "männlich", "weiblich", "0,5"),
        ("The baker said she left.", "baker", "weiblich", "weiblich", "1,5"),
    ]
    quoted = [[f'"{cell}"' if delimiter in cell else cell for cell in row] for row in rows]
    data = "\r\n".join(delimiter.join(row) for row in quoted).encode(encoding)
    columns = {
        "sentence": "Satz",
        "occupation": "Beruf",
        "gender": "Geschlecht",
        "list": "Liste",
    }
    found = read_framed(data, GENDER, name="a.csv", mapping=columns, values=GERMAN)
    assert [sentence.group for sentence in found.sentences] == [0, 1]
    assert found.lists == {"baker": "female"}
    assert not found.left_out
    assert "Read 'männlich' as male, 'weiblich' as female." in found.notes
    with pytest.raises(MissingColumnsError, match=r"^a\.csv needs the column sentence\. It has: "):
        read_framed(data, GENDER, name="a.csv")


def test_a_value_that_means_nothing_leaves_the_group_open():
    data = b"sentence;gender\nThe baker said he left.;k. A.\n"
    assert not read_framed(data, GENDER, ["baker"], name="a.csv", values={"k. A.": ""}).left_out


def test_a_plain_list_has_no_columns_to_choose():
    with pytest.raises(InputTextError, match="has one sentence a line, and no columns to choose"):
        read_framed(b"The baker left.\n", GENDER, name="a.txt", mapping={"sentence": "x"})


def test_of_two_columns_of_one_name_the_first_is_read_and_that_is_said():
    data = b"sentence,sentence,occupation\nThe baker said he left.,x,baker\n"
    found = read_framed(data, GENDER, name="a.csv")
    assert [each.text for each in found.sentences] == ["The baker said he left."]
    assert "Two columns are called 'sentence'; the first is read" in found.notes[0]
    with pytest.raises(InputTextError, match=r"No sentence of a\.csv can be measured"):
        read_framed(data, GENDER, name="a.csv", mapping={"sentence": "sentence (2nd)"})


def test_a_column_that_plays_two_roles_is_refused():
    both = {"sentence": "a", "occupation": "a"}
    with pytest.raises(MissingColumnsError, match=r"'a' of a\.csv is named twice"):
        read_framed(b"a,b\nThe baker said he left.,x\n", GENDER, name="a.csv", mapping=both)


def test_professions_are_read_from_spanish_columns_and_values():
    lines = ["oración\tpersona\tsexo\tprofesión\tgrupo"]
    lines += [
        "He is a baker.\tHe\thombre\tbaker\tmujer",
        "She is a baker.\tShe\tmujer\tbaker\tmujer",
    ]
    roles = ("Sentence", "Person", "Gender", "Profession", "Prof_Gender")
    columns = dict(zip(roles, lines[0].split("\t"), strict=True))
    values = {"hombre": "male", "mujer": "female"}
    found = read_professions("\n".join(lines).encode("cp1252"), "a.tsv", columns, values)
    assert [(one.gender, one.group) for one in found.sentences] == [
        ("male", "female"),
        ("female", "female"),
    ]


def test_groups_of_prompts_get_other_names():
    data = "Satz;Gruppe;Thema\nMen are [MASK].;Männer;Geschlecht\n".encode()
    columns = {"sentence": "Satz", "group": "Gruppe", "category": "Thema"}
    (prompt,) = read_prompts(data, "a.csv", columns, {"Männer": "men"}).prompts
    assert (prompt.group, prompt.category) == ("men", "Geschlecht")
    with pytest.raises(MissingColumnsError, match="needs the columns category, group and sentence"):
        read_prompts(data, "a.csv")
