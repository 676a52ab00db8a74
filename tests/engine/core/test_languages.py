from __future__ import annotations

import pytest

from engine.core.languages import UNKNOWN, language_in_name, language_name


@pytest.mark.parametrize(
    ("file", "language"),
    [
        ("en_data_with_annotations.jsonl", "en"),
        ("DE-answers.csv", "de"),
        ("answers.fr.csv", "fr"),
        ("answers_es.jsonl", "es"),
        ("/some/en_folder/answers.csv", UNKNOWN),
        ("my_answers.csv", UNKNOWN),
        ("answers.csv", UNKNOWN),
        ("zz_answers.csv", UNKNOWN),
    ],
)
def test_the_language_of_a_file_is_what_its_name_begins_or_ends_with(file, language):
    assert language_in_name(file) == language


def test_languages_are_named_and_other_codes_stay_as_they_are():
    assert language_name("he") == "Hebrew"
    assert language_name(UNKNOWN) == "language not named"
    assert language_name("tlh") == "tlh"
