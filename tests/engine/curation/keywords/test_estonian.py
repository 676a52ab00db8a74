"""Forms of Estonian words: worked by hand, and held to a lemmatiser's dictionary."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.curation import keywords
from engine.curation.keywords.estonian import FORMS, paradigm

LISTS = sorted((Path(keywords.__file__).parent / "et").glob("*.toml"))
WOMAN = ("naine", "naise", "naist", "naised", "naiste", "naisi")


@pytest.mark.parametrize(
    ("principal", "forms"),
    [
        (WOMAN, {"sg_all": ["naisele"], "sg_kom": ["naisega"], "pl_ad": ["naistel"]}),
        (WOMAN, {"pl_ab": ["naisteta"]}),
        # A missing form has no spelling and makes none.
        (
            ("piibel", "piibli", "piiblit", "", "", ""),
            {"pl_nom": [], "pl_kom": [], "sg_in": ["piiblis"]},
        ),
        # Spellings are separated by a slash.
        (
            ("tütar", "tütre", "tütart", "tütred", "tütarde/tütrete", "tütreid"),
            {"pl_gen": ["tütarde", "tütrete"], "pl_ad": ["tütardel", "tütretel"]},
        ),
        # A seventh form is the short illative and comes first.
        ((*WOMAN, "naise"), {"sg_ill": ["naise", "naisesse"]}),
    ],
)
def test_other_cases_add_their_ending_to_the_genitive(principal, forms):
    found = paradigm(principal)
    assert {name: list(found[name]) for name in forms} == forms
    assert tuple(found) == FORMS
    assert len(found) == 28


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
