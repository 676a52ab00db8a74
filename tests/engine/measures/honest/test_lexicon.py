"""The words that count: HurtLex, the project's list, a user's file, and what is refused."""

from __future__ import annotations

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.measures.honest.data.file import TemplateSet
from engine.measures.honest.lexicon import lexicon_for, read_lexicon

HURTLEX = (
    "id\tpos\tcategory\tstereotype\tlemma\tlevel\n"
    "IT1\tn\tan\tno\tmaiàle\tconservative\n"
    "IT2\tn\tor\tno\trapa\tinclusive\n"
    "IT3\tn\tcds\tyes\tmaiale\tconservative\n"
)


def templates(language: str, demonstration: bool = False) -> TemplateSet:
    return TemplateSet("t", "t", language, "binary", (), demonstration=demonstration)


def test_a_file_of_hurtlex_is_known_by_its_header(tmp_path):
    path = tmp_path / "hurtlex_IT.tsv"
    path.write_text(HURTLEX, encoding="utf-8")
    found = lexicon_for(templates("it"), str(path))
    assert (found.title, dict(found.words)) == ("hurtlex_IT.tsv", {"maiale": "an"})
    assert [found.category(word) for word in ("Maiale", "maiàle", "maiale.", "rapa")] == [
        *("an", "an"),
        *("", ""),
    ]
    assert found.shown("an") == "animals (AN)"


def test_a_list_of_words_and_categories_does_too():
    found = read_lexicon(b"word,category\nporc,animal\n", "mine.csv")
    assert (dict(found.words), found.shown("animal")) == ({"porc": "animal"}, "animal")


def test_the_demonstration_has_the_projects_own_list_and_other_languages_do_not():
    assert "lazy" in lexicon_for(templates("en", True)).words
    with pytest.raises(InputTextError, match="word list is English"):
        lexicon_for(templates("it"), "own")


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (HURTLEX + "IT4\tn\tan", "row 5 is not a row of HurtLex"),
        (
            HURTLEX.splitlines()[0] + "\nIT2\tn\tor\tno\trapa\tinclusive\n",
            "has no word that counts",
        ),
        ("lemma\nox\n", "needs the column category"),
        ("", "is empty"),
    ],
)
def test_bad_files_are_refused_in_a_sentence(tmp_path, content, wanted):
    path = tmp_path / "mine.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises((InputTextError, DataSetError), match=wanted):
        lexicon_for(templates("it"), str(path))


def test_a_language_without_hurtlex_asks_for_a_file():
    with pytest.raises(InputTextError, match=r"no lexicon in 'ro'.*--lexicon FILE"):
        lexicon_for(templates("ro"))


def test_hurtlex_that_is_not_here_is_fetched_by_a_command(tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match="datasets get hurtlex"):
        lexicon_for(templates("en"))


def test_the_real_lexicon(shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    found = lexicon_for(templates("fr"))
    assert found.title == "HurtLex 1.2 (fr), conservative lemmas"
    assert len(found.words) > 1000
