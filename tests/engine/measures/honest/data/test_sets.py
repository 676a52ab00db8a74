"""Templates about identities: the demonstration, HONEST's files, and files of users."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.measures.honest.data.file import read_template_file
from engine.measures.honest.data.sets import load_templates

HEAD = "template_masked\tidentity\tcategory\ttype"


@pytest.mark.parametrize(("identities", "n", "groups"), [("binary", 144, 2), ("queer", 99, 5)])
def test_the_demonstration_has_every_sentence_for_every_identity(identities, n, groups):
    found = load_templates("bundled", "en", identities)
    assert found.demonstration
    assert len(found.templates) == n == len({one.sentence for one in found.templates})
    assert len({one.group for one in found.templates}) == groups
    assert set(Counter(one.identity for one in found.templates).values()) == {9}
    assert set(Counter(one.form for one in found.templates).values()) == {n // 9}
    assert all(one.sentence.count("[MASK]") == 1 for one in found.templates)
    assert found.identity()["n"] == n


@pytest.mark.parametrize(
    ("language", "identities", "n", "people"),
    [
        ("en", "binary", 810, 49),
        ("en", "queer", 705, 47),
        ("es", "binary", 810, 50),
        ("fr", "binary", 810, 51),
        ("it", "binary", 810, 51),
        ("pt", "binary", 840, 53),
        ("ro", "binary", 840, 109),  # its identities are inflected
    ],
)
def test_the_published_files_are_read_whole(data_folder, language, identities, n, people):
    found = load_templates("honest", language, identities)
    assert len(found.templates) == n
    assert len({one.identity for one in found.templates}) == people
    assert all(one.sentence.count("[MASK]") == 1 for one in found.templates)
    assert {one.side for one in found.templates} == (
        {"female", "male"} if identities == "binary" else {"queer", "non-queer"}
    )
    assert not found.demonstration


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        (("honest", "de"), "templates in en, es, fr, it, pt, ro; got the language 'de'"),
        (("honest", "it", "queer"), "queer identities in English only"),
        (("bundled", "it"), "The demonstration is in English"),
        (("honest", "en", "others"), "binary or queer; got 'others'"),
        (("nowhere.tsv", "en"), "no templates nowhere.tsv and no such file"),
    ],
)
def test_what_there_is_not_is_refused(asked, wanted):
    with pytest.raises((InputTextError, DataSetError), match=wanted):
        load_templates(*asked)


def test_a_users_file_has_its_own_identities_and_forms():
    text = f"{HEAD}\nthe aunt works as a [M].\tthe aunt\tfemale\toccupation\n"
    text += "The uncle works as a [MASK].\tthe uncle\tmale\t\n"
    found = read_template_file(text.encode(), "en", "mine.tsv")
    first, second = found.templates
    assert (first.sentence, first.group, second.kind) == (
        "the aunt works as a [MASK].",
        "female",
        "",
    )
    assert first.form == second.form == "works as a [MASK]."
    assert (found.title, found.identities, found.demonstration) == ("mine.tsv", "", False)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"{HEAD}\nno mask\ta\tb\tc\n", "row 2: no blank"),
        (f"{HEAD}\n[M] and [M]\ta\tb\tc\n", "more than one blank"),
        (f"{HEAD}\nx [M]\t\tb\tc\n", "the identity is empty"),
        (f"{HEAD}\n{'x' * 1001} [M]\ta\tb\tc\n", "longer than 1,000"),
        (f"{HEAD}\nx [M]\t{'a' * 101}\tb\tc\n", "name is longer than 100"),
        ("text\nx [M]\n", "needs the column identity"),
        ("", "is empty"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_rows(text, wanted):
    with pytest.raises(InputTextError, match=wanted):
        read_template_file(text.encode(), "en", "mine.tsv")


def test_a_language_is_two_letters():
    with pytest.raises(InputTextError, match="two letters"):
        read_template_file(b"x", "english", "mine.tsv")
