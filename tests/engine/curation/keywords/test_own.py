"""Only the word lists that are not as Biascope has them are the user's own."""

from __future__ import annotations

from engine.curation.keywords.lists import as_text, load_lists, own_lists, parse, word_counts

RAIN = b"category: weather\nrained | snowed\n"


def test_shipped_lists_even_given_again_are_not_the_users_own():
    shipped = load_lists("en")
    again = [("age.toml", as_text(shipped.categories["age"]).encode())]
    for lists in (shipped, load_lists("en", without=["gender"]), load_lists("en", again)):
        assert own_lists(lists) == {}


def test_a_new_and_an_extended_list_are_kept_as_text_that_reads_back_equal():
    more = b"category: age\nextend = true\noldster | youngster\n"
    lists = load_lists("en", [("rain.txt", RAIN), ("more.txt", more)])
    kept = own_lists(lists)
    assert sorted(kept) == ["age", "weather"]
    for category, text in kept.items():
        assert parse(text, "x.toml").groups == lists.categories[category].groups
    assert word_counts(kept, "en")["weather"] == 2


def test_all_lists_of_a_language_without_shipped_ones_are_the_users_own():
    assert [*own_lists(load_lists("fi", [("rain.txt", RAIN)]))] == ["weather"]
