"""BEC-Pro's columns, in its own files and in users'."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.files.columns import MissingColumnsError
from engine.measures.bec_pro.data.file import read_professions
from engine.measures.bec_pro.data.sentences import sampled
from engine.measures.bec_pro.data.sets import load_professions

HEADER = "\tSentence\tSent_TM\tSent_TAM\tTemplate\tPerson\tGender\tProfession\tProf_Gender"
MAN = (
    "0\tThis man is a lodging manager.\tThis [MASK] is a lodging [MASK]ager.\t"
    "This [MASK] is a [MASK] [MASK]ager.\tt\tman\tmale\tlodging manager\tbalanced"
)
SHE = "1\tShe is a mason.\t[MASK] is a mason.\t[MASK] is a [MASK].\tt\tShe\tfemale\tmason\tmale"


def read(*rows):
    return read_professions("\n".join([HEADER, *rows]).encode(), "mine.tsv")


def test_whole_words_are_masked_also_where_the_file_masks_inside_another():
    first, second = read(MAN, SHE).sentences
    assert first.person_masked() == "This [MASK] is a lodging manager."
    assert first.both_masked() == "This [MASK] is a [MASK] [MASK]."
    assert (second.person_masked(), second.both_masked()) == (
        "[MASK] is a mason.",
        "[MASK] is a [MASK].",
    )
    notes = " ".join(read(MAN, SHE).notes)
    assert "1 row of Sent_TM mask" in notes
    assert "1 row of Sent_TAM mask" in notes
    assert read(SHE).notes == ()


def test_the_mask_of_a_person_behind_the_profession_is_the_last():
    row = "2\tOur head mason is she.\t\t\tt\tshe\tfemale\thead mason\tmale"
    (sentence,) = read(row).sentences
    assert sentence.both_masked() == "Our [MASK] [MASK] is [MASK]."
    assert sentence.person_mask == 2


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("3\t\t\t\tt\tShe\tfemale\tmason\tmale", "Sentence is empty"),
        ("3\tShe is a mason.\t\t\tt\tShe\tqueen\tmason\tmale", "Gender is 'queen'"),
        ("3\tShe is a mason.\t\t\tt\tShe\tfemale\tmason\tneither", "Prof_Gender is 'neither'"),
        ("3\tShe is a mason.\t\t\tt\tHe\tmale\tmason\tmale", "person word 'He' is not in"),
        ("3\tShe is a mason.\t\t\tt\tShe\tfemale\tbaker\tmale", "profession 'baker' is not in"),
        ("3\tShe is a [MASK].\t\t\tt\tShe\tfemale\tmason\tmale", "has a mask"),
        (SHE, "is the same as row 2"),
        ("3\tHe is a mason.\t\t\tt\tHe\tmale\tmason\tfemale", "'mason' as female"),
        ("3\tShe is a mason.", "has 2 of 9 columns"),
    ],
)
def test_a_row_that_cannot_be_measured_is_named(row, problem):
    found = read(SHE, row)
    assert len(found.sentences) == 1
    assert found.rejected["row"].tolist() == [3]
    assert problem in found.rejected["problem"].iloc[0]


def test_a_file_without_its_columns_or_sentences_is_refused():
    with pytest.raises(MissingColumnsError, match="needs the columns Person and Gender"):
        read_professions(b"Sentence\tProfession\tProf_Gender\na\tb\tmale\n", "mine.tsv")
    with pytest.raises(InputTextError, match=r"No sentence of mine\.tsv can be measured; row 2: "):
        read("3\tShe is a mason.\t\t\tt\tHe\tmale\tmason\tmale").as_set()
    with pytest.raises(InputTextError, match="female person words only"):
        read(SHE).as_set()


def test_the_bundled_set_is_balanced_and_has_its_own_articles():
    data = load_professions("bundled")
    assert len(data.sentences) == 4 * 46 * 2 * 8
    assert data.groups == ("male", "female")
    texts = {sentence.text for sentence in data.sentences}
    assert "Our mother was hired as an electrician in the spring." in texts
    assert "He has been a nurse for ten years." in texts
    assert not any(sentence.text.count(sentence.profession) > 1 for sentence in data.sentences)


def test_a_sample_draws_whole_professions_of_every_group_and_repeats():
    data = load_professions("bundled")
    drawn = sampled(data, 9, seed=3)
    assert drawn.drawn == {"n": 9, "seed": 3}
    assert len(drawn.units) == 9
    assert sorted([*drawn.units.values()].count(name) for name in drawn.groups) == [4, 5]
    assert len(drawn.sentences) == 9 * len(data.sentences) // 46
    assert sampled(data, 9, seed=3).sentences == drawn.sentences
    assert sampled(data, 9, seed=4).sentences != drawn.sentences
    assert sampled(data, 46, seed=3) is data
    with pytest.raises(InputTextError, match="at least 4 professions"):
        sampled(data, 3, seed=0)


def test_a_language_that_a_set_is_not_in_is_refused():
    with pytest.raises(InputTextError, match="en or de; got the language 'fr'"):
        load_professions("bec-pro", "fr")
    with pytest.raises(InputTextError, match="is in en; got the language 'de'"):
        load_professions("bundled", "de")


@pytest.mark.parametrize(("language", "masked_again"), [("en", (5, 23)), ("de", (5, 5))])
def test_the_released_files_are_read_whole(language, masked_again, data_folder):
    data = load_professions("bec-pro", language)
    assert (len(data.sentences), data.left_out) == (5400, 0)
    assert [*data.units.values()].count("balanced") == 20
    assert data.groups == ("male", "female", "balanced")
    counts = [int(note.split()[0]) for note in data.notes[:2]]
    assert tuple(counts) == masked_again
    assert all("[MASK]" not in part for each in data.sentences for part in (each.text, each.unit))
    assert {each.person_masked().count("[MASK]") for each in data.sentences} == {1}
    assert len({each.template for each in data.sentences}) == 5
