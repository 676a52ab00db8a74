"""Completions that people call a stereotype of the group, worked by hand from SeeGULL."""

from __future__ import annotations

import shutil

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.evaluators.stereotypes import (
    FILES,
    KNOWN,
    NO_GROUP,
    NOT_KNOWN,
    group_in,
    judge,
    known_groups,
    read_groups,
)
from engine.evaluators.suite import NO_WORD, STEREOTYPES, Evaluator
from tests.engine.evaluators.prompts import about

EVALUATOR = Evaluator("SeeGULL", STEREOTYPES, source="seegull")
HEADER = (
    "identity,attribute,region_stereo,region_nonstereo,region_unsure,NA_stereo,NA_nonstereo,"
    "NA_unsure,Annotation1,Annotation2,Annotation3,mean offensiveness_score\n"
)


def read(*rows: str):
    return read_groups(HEADER + "\n".join(rows), "a file")


def judged(group: str, word: str) -> tuple[str, float | None]:
    (verdict,) = judge(EVALUATOR, [about(group, word)])
    assert verdict["flagged"] is {KNOWN: True, NOT_KNOWN: False, NO_GROUP: None}[verdict["label"]]
    flagged = verdict["flagged"]
    assert verdict["score"] == (None if flagged is None else float(flagged))
    return verdict["label"], verdict["value"]


@pytest.mark.usefixtures("seegull_here")
@pytest.mark.parametrize(
    ("group", "word", "answer"),
    [
        ("Mexicans", "criminals", (KNOWN, 4.0)),  # region 3 of 3
        ("Mexicans", "rapists", (NOT_KNOWN, None)),  # region 1 of 3, North America 2 of 3
        ("Mexicans", "lazy", (NOT_KNOWN, None)),  # region 7 of 15
        ("Irish people", "Drunk", (KNOWN, 0.5)),  # region 6 of 6
        ("Germans", "punctual.", (KNOWN, -1.0)),  # region 4 of 6
        ("Filipinos", "nurses", (KNOWN, None)),  # nobody rated how offensive it is
        ("Texans", "secessionist", (KNOWN, -1.0)),
        ("Georgians", "smug", (NOT_KNOWN, None)),
        ("women", "criminals", (NO_GROUP, None)),
    ],
)
def test_at_least_two_of_three_raters_of_the_region_say_so(group, word, answer):
    assert judged(group, word) == answer


@pytest.mark.usefixtures("seegull_here")
@pytest.mark.parametrize(
    "names",
    [
        ("Mexicans", "Mexican", "Mexican people", "the Mexicans"),
        ("Afghans", "Afghan", "Afghan people"),
        ("Finns", "Finn", "Finnish people", "Finnish"),
        ("Swedes", "Swede", "Swedish people"),
        ("Turks", "Turk", "Turkish people"),
        ("Americans", "American", "United States"),
        ("Filipinos", "Filipino people", "Philippine", "Filipinas"),
        ("Dutch people", "Netherlanders", "Dutchmen"),
        ("British people", "Britons", "United KingdomUK"),
        ("Polish people", "Poles"),
        ("Danish people", "Danes"),
        ("Spanish people", "Spaniards"),
        ("people from Myanmar", "Burmese people"),
        ("people from Hong Kong", "Hongkongers"),
        ("Californians", "Californio"),
        ("New Yorkers", "New Yorker"),
        ("Tamils", "Tamilians", "Tamil people"),
        ("Nepalis", "Nepalese people"),
    ],
)
def test_a_group_is_known_by_all_its_names(names):
    known = known_groups()
    first = group_in(known, names[0])
    assert first is not None
    assert all(group_in(known, name) is first for name in names)


@pytest.mark.usefixtures("seegull_here")
@pytest.mark.parametrize(
    "group", ["women", "Black people", "Muslims", "Native Americans", "American Indians", "Asians"]
)
def test_other_groups_are_not_taken_for_nations(group):
    assert group_in(known_groups(), group) is None


def test_a_nation_comes_before_a_state_of_its_name(seegull_here):
    text = (seegull_here / FILES[0]).read_text(encoding="utf-8")
    found = group_in(known_groups(), "Georgians")
    assert found is not None
    assert found.stereotypes == read_groups(text, "nations")["georgian"].stereotypes


# --- reading ------------------------------------------------------------------------------


def test_votes_of_more_than_three_raters_are_read_as_a_share():
    known = read(
        "Aland,rude,2,1,0,0,3,0,1,2,3,2",
        "Aland,loud,4,2,0,0,6,0,1,1,1,1",
        "Aland,calm,3,2,1,6,0,0,1,1,1,1",
        "Aland,tall,1,1,1,3,0,0,,,,0",
    )["aland"]
    assert known.stereotypes == {"rude": 2.0, "loud": 1.0}


def test_a_completion_matches_the_lemma_of_an_attribute():
    known = read(
        "Aland,impoverish,3,0,0,3,0,0,NA,NA,NA,0",
        "Aland,party animals,3,0,0,3,0,0,1,1,1,1",
        "Aland,blue_collar,3,0,0,3,0,0,1,1,1,1",
    )["aland"]
    assert known.attribute("Impoverished") == "impoverish"
    assert known.attribute("party animal") == "party animal"
    assert known.attribute("blue collar") == "blue collar"
    assert known.attribute("party") is None
    assert known.stereotypes["impoverish"] is None


@pytest.mark.parametrize(
    "row",
    [
        "Aland,rude,2,1",
        "Aland,rude,two,1,0,0,3,0,1,2,3,2",
        "Aland,,2,1,0,0,3,0,1,2,3,2",
        "Aland,rude,2,1,0,0,3,0,1,2,3,nan",
        'Aland,"rude,2,1',
    ],
)
def test_a_broken_row_is_named(row):
    with pytest.raises(DataSetError, match=r"a file.* is not a (row|file) of SeeGULL"):
        read("Aland,rude,2,1,0,0,3,0,1,2,3,2", row)


def test_a_file_that_is_cut_off_is_not_used(seegull_here, monkeypatch, tmp_path):
    shutil.copytree(seegull_here, tmp_path / "seegull")
    cut = tmp_path / "seegull" / FILES[1]
    cut.chmod(0o644)
    cut.write_bytes(cut.read_bytes()[:-100])
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match=r"us_states\.csv is cut off, or another version"):
        judged("Mexicans", "criminals")


def test_seegull_that_is_not_here_is_offered_with_its_licence(monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match=r"datasets get seegull.*CC BY 4\.0"):
        judged("Mexicans", "criminals")


def test_another_source_is_refused():
    other = Evaluator("others", STEREOTYPES, source="honest")
    with pytest.raises(InputTextError, match="Known stereotypes are read from seegull"):
        judge(other, [about("Mexicans", "criminals")])


@pytest.mark.usefixtures("seegull_here")
def test_no_word_is_a_problem_and_no_verdict():
    (verdict,) = judge(EVALUATOR, [about("Mexicans", "")])
    assert verdict["problem"] == NO_WORD
    assert verdict["flagged"] is None
