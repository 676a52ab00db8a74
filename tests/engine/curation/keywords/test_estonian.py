"""Forms of Estonian words: worked by hand, and held to a lemmatiser's dictionary."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.curation import keywords
from engine.curation.keywords.estonian import FORMS, paradigm

LISTS = sorted((Path(keywords.__file__).parent / "et").glob("*.toml"))
WOMAN = ("naine", "naise", "naist", "naised", "naiste", "naisi")


def test_the_other_cases_add_their_ending_to_the_genitive():
    forms = paradigm(WOMAN)
    assert forms["sg_all"] == ("naisele",)
    assert forms["sg_kom"] == ("naisega",)
    assert forms["pl_ad"] == ("naistel",)
    assert forms["pl_ab"] == ("naisteta",)
    assert tuple(forms) == FORMS
    assert len(forms) == 28


def test_a_missing_form_has_no_spelling_and_makes_none():
    forms = paradigm(("piibel", "piibli", "piiblit", "", "", ""))
    assert forms["pl_nom"] == ()
    assert forms["pl_kom"] == ()
    assert forms["sg_in"] == ("piiblis",)


def test_spellings_are_separated_by_a_slash():
    forms = paradigm(("tütar", "tütre", "tütart", "tütred", "tütarde/tütrete", "tütreid"))
    assert forms["pl_gen"] == ("tütarde", "tütrete")
    assert forms["pl_ad"] == ("tütardel", "tütretel")


def test_a_seventh_form_is_the_short_illative_and_comes_first():
    assert paradigm((*WOMAN, "naise"))["sg_ill"] == ("naise", "naisesse")


@pytest.mark.parametrize("count", [5, 8])
def test_another_number_of_forms_is_a_mistake(count):
    with pytest.raises(ValueError, match="six forms or seven"):
        paradigm(("naine",) * count)


# Forms that the dictionary has under another word or not at all.
UNKNOWN_TO_IT = frozenset(
    "kasuema kasuisa neiud täiskasvanud täiskasvanute täiskasvanuid printsesse ärinaise ärinaist "
    "ärinaised ärinaiste ärinaisi lühikeste katoliiklase katoliiklast katoliiklaste "
    "katoliiklasi".split()
)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_listed_form_is_a_form_of_its_word(path):
    import simplemma

    checked = 0
    for group in tomllib.loads(path.read_text(encoding="utf-8"))["group"]:
        for first, *others in group["words"] if "paradigm" in group else ():
            for form in (form for cell in others for form in cell.split("/") if form):
                if form not in UNKNOWN_TO_IT:
                    assert simplemma.lemmatize(form, lang="et") == first
                    checked += 1
    assert checked >= 15
