"""Files of HurtLex."""

from __future__ import annotations

import pytest

from engine.core.errors import DataSetError
from engine.evaluators.hurtlex import CATEGORIES, category_name, hurtlex, read_lemmas

HEADER = "id\tpos\tcategory\tstereotype\tlemma\tlevel\n"
ROWS = (
    "X1\tn\tan\tno\tOx\tconservative\n"
    "X2\tn\tcds\tno\tox\tconservative\n"
    "X3\tn\tcds\tno\tass\tinclusive\n"
    "X4\ta\tdmc\tno\tpérfido\tconservative\n"
)


def test_conservative_lemmas_with_their_first_category():
    assert read_lemmas(HEADER + ROWS, "a file") == {"ox": "an", "perfido": "dmc"}


def test_the_seventeen_categories_have_names():
    assert len(CATEGORIES) == len(set(CATEGORIES.values())) == 17
    assert category_name("an") == "animals (AN)"


@pytest.mark.parametrize("row", ["X5\tn\tan\tno\tmule", "X5\tn\tzzz\tno\tmule\tinclusive"])
def test_a_row_that_is_cut_off_is_named(row):
    with pytest.raises(DataSetError, match="a file, row 6 is not a row of HurtLex"):
        read_lemmas(HEADER + ROWS + row, "a file")


@pytest.mark.parametrize("text", ["", "word,category\nox,animals\n"])
def test_another_file_is_refused(text):
    with pytest.raises(DataSetError, match="is not a file of HurtLex"):
        read_lemmas(text, "a file")


@pytest.mark.usefixtures("hurtlex_here")
@pytest.mark.parametrize(
    ("language", "lemmas"), [("en", 2000), ("de", 1000), ("es", 1000), ("it", 1500), ("pt", 800)]
)
def test_the_published_files_are_read(language, lemmas):
    found = hurtlex(language)
    assert len(found) > lemmas
    assert set(found.values()) <= set(CATEGORIES)
    assert all(lemma == lemma.lower().strip() for lemma in found)
