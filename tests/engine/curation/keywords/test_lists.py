"""Keyword lists: their files, the user's own, and what is refused."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.curation.candidate import CATEGORIES
from engine.curation.keywords import lists as keyword_lists
from engine.curation.keywords.group import CategoryList, Group, ListedWord
from engine.curation.keywords.lists import as_text, languages, load_lists, parse

AGE = """
category = "age"
language = "en"
[[group]]
name = "generations"
forms = ["singular", "plural"]
of_people = true
default = "teenager"
words = [["teenager", "teenagers"], [["senior", "senior  citizen"], ""]]
[[group]]
alone = "It has no counterpart."
words = [["middle age"]]
"""
RELIGION = 'category = "religion"\nlanguage = "en"\n[[group]]\nwords = [["church"], ["mosque"]]\n'


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Two lists in place of those that come with Biascope."""
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "age.toml").write_text(AGE, encoding="utf-8")
    (folder / "religion.toml").write_text(RELIGION, encoding="utf-8")
    monkeypatch.setattr(keyword_lists, "_FOLDER", tmp_path)
    keyword_lists._shipped.cache_clear()
    yield tmp_path
    keyword_lists._shipped.cache_clear()


# --- TOML ---------------------------------------------------------------------------------


def test_a_list_is_read_as_a_table():
    found = parse(AGE, "age.toml")
    first, second = found.groups
    assert (found.category, found.language, found.source) == ("age", "en", "age.toml")
    assert first.forms == ("singular", "plural")
    assert first.rows == ((("teenager",), ("teenagers",)), (("senior", "senior citizen"), ()))
    assert (first.of_people, first.alone, dict(first.extra)) == (True, "", {"default": "teenager"})
    assert (second.name, second.forms, second.rows) == ("group 2", ("base",), ((("middle age",),),))
    assert second.alone == "It has no counterpart."
    assert found.words == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("category = ", "my.list is not TOML (Invalid value (at end of document))"),
        ("language = 'en'", "my.list: category is missing"),
        ("category = 'age'\nwords = ['x']", "my.list: 'words' is no key of a word list"),
        ("category = 'age'", "my.list: the list has no group of words"),
        ("category = 'gendr'\n[[group]]\nwords=['x']", "did you mean gender?"),
        ("category = '?'\n[[group]]\nwords=['x']", "'?' is no category"),
        ("category = 'age'\n[[group]]\nname='a'", "my.list, group 1 (a): words are rows"),
        (
            "category = 'age'\n[[group]]\nforms=['a','b']\nwords=[['x','y'],['z']]",
            "my.list, group 1 (group 1): row 2 has 1 of 2 forms; got ['z'].",
        ),
        ("category = x", "Invalid value (at line 1, column 12)"),
        ("category = 'age'\n[[group]]\nwords=[['']]", "row 1 holds no word"),
        ("category = 'age'\n[[group]]\nwords=[['a'],['?']]", "row 2: '?' has no letter"),
        ("category = 'age'\n[[group]]\nwords=[['a_b']]", "row 1: 'a_b' holds an underscore"),
        ("category = 'age'\n[[group]]\nwords=[[3]]", "a word of row 1 is a text in quotes; got 3."),
        ("category = 'age'\n[[group]]\nforms=['a','a']\nwords=[['x','y']]", "a name of its own"),
        ("category = 'age'\n[[group]]\nforms='a'\nwords=[['x']]", "forms are names in quotes"),
        ("category = 'age'\n[[group]]\nof_people='x'\nwords=['x']", "of_people is true or false"),
        ("category = 'age'\n[[group]]\nparadigm='x'\nwords=['x']", "there is no paradigm 'x'"),
        ("category = 'age'\nlanguage = 'English'\n[[group]]\nwords=['x']", "by its code"),
        (f"category = 'age'\n[[group]]\nwords=['{'x' * 81}']", "longer than 80 characters"),
        # Plain text.
        ("old\nyoung", "my.list does not say which category"),
        ("category: age", "my.list holds no word"),
        ("category: ageing\nold | ?", "my.list, line 2: ' ?' has no letter"),
        ("category: age\n\nold/older | young", "my.list, line 3: every word of a line"),
        ("extend: perhaps\ncategory: age\nold", "my.list, line 1: extend is true or false"),
        ("category: relijion\nold", "my.list, line 1: there is no category 'relijion'; did you"),
        ("category: age\nlanguage: Eesti keel\nvana", "my.list, line 2: a language is given"),
    ],
)
def test_a_mistake_is_named_with_its_place(text, said):
    with pytest.raises(InputTextError) as refused:
        parse(text, "my.list", "en")
    assert said in str(refused.value)


def test_a_list_that_no_one_needs_is_refused():
    with pytest.raises(InputTextError, match="longer than 1 MB"):
        parse("#" * (2**20 + 1), "my.list", "en")


WORD = st.text(
    st.characters(categories=("L", "N", "P", "S"), exclude_characters="_’"), min_size=1, max_size=9
).filter(lambda text: any(sign.isalnum() for sign in text))
EXTRA = st.recursive(
    st.text(max_size=5) | st.integers() | st.booleans(),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


@st.composite
def category_lists(draw) -> CategoryList:
    groups = []
    for _ in range(draw(st.integers(1, 3))):
        forms = draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True))
        cell = st.lists(WORD, max_size=2, unique=True).map(tuple)
        first = st.lists(WORD, min_size=1, max_size=2, unique=True).map(tuple)
        row = st.tuples(first, *[cell] * (len(forms) - 1))
        groups.append(
            Group(
                draw(st.text(string_letters, min_size=1, max_size=5)),
                tuple(forms),
                tuple(draw(st.lists(row, min_size=1, max_size=3))),
                draw(st.booleans()),
                draw(st.sampled_from(["", 'It has "none".\\'])),
                draw(st.booleans()),
                extra=draw(st.dictionaries(st.sampled_from(["default", "a b"]), EXTRA)),
            )
        )
    return CategoryList("own", "en", tuple(groups), "own.toml", draw(st.booleans()))


string_letters = "abcäõ\"'\\"


def composed(one: CategoryList) -> CategoryList:
    """As it is read: words in composed letters."""
    return parse(as_text(one), one.source)


@given(category_lists())
def test_a_list_written_as_toml_reads_back_equal(one):
    once = composed(one)
    assert composed(once) == once
    assert [group.forms for group in once.groups] == [group.forms for group in one.groups]
    assert [dict(group.extra) for group in once.groups] == [
        dict(group.extra) for group in one.groups
    ]
    assert (once.extends, once.category) == (one.extends, one.category)


def test_a_paradigm_is_expanded_and_written_as_its_principal_forms(monkeypatch):
    rules = ModuleType("engine.curation.keywords.estonian")
    rules.FORMS = ("sg_nom", "sg_gen")
    rules.paradigm = lambda row: {"sg_nom": (row[0],), "sg_gen": (row[1], row[1] + "x")}
    monkeypatch.setitem(sys.modules, rules.__name__, rules)
    text = """
    category = "gender"
    language = "et"
    [[group]]
    name = "people"
    paradigm = "estonian"
    forms = ["nom", "gen"]
    words = [["naine", "naise"]]
    """
    one = parse(text, "gender.toml")
    (group,) = one.groups
    assert group.forms == ("sg_nom", "sg_gen")
    assert group.rows == ((("naine",), ("naise", "naisex")),)
    assert group.listed == (("nom", "gen"), ((("naine",), ("naise",)),))
    assert 'forms = ["nom", "gen"]' in as_text(one)
    assert parse(as_text(one), "gender.toml") == one


# --- plain text ---------------------------------------------------------------------------


def test_a_plain_list_names_words_and_counterparts():
    text = """
    category: physical appearance
    # comment
    short | tall, of middling height
    dwarf/dwarfs | giant/giants
    bald
    """
    found = parse(text, "own.txt", "en")
    assert found.category == "physical-appearance"
    short, dwarf, alone = found.groups
    assert short.forms == ("base", "inflected")
    assert short.rows == ((("short",), ()), (("tall",), ()), (("of middling height",), ()))
    assert dwarf.forms == ("form 1", "form 2")
    assert dwarf.rows == ((("dwarf",), ("dwarfs",)), (("giant",), ("giants",)))
    assert (alone.rows, alone.alone) == (
        ((("bald",), ()),),
        "The list names no counterpart of this word.",
    )
    assert parse(as_text(found), "own.txt") == found


# --- all lists of a language --------------------------------------------------------------


def test_lists_come_in_the_order_of_crows_pairs_and_own_ones_of_one_category_together(shipped):
    jobs = [(f"{job}.txt", f"category: job\n{job}".encode()) for job in ("nurse", "clerk")]
    found = load_lists("en", [*jobs, ("g.txt", b"category: gender\nhe | she")])
    assert list(found.categories) == ["gender", "religion", "age", "job"]
    assert found.categories["job"].words == 2
    assert found.language == "en"


def test_an_own_list_replaces_or_extends_the_shipped_one(shipped):
    instead = load_lists("en", [("a.txt", b"category: age\nancient | recent")]).categories["age"]
    assert [group.name for group in instead.groups] == ["ancient"]
    more = b"category: age\nextend: true\nancient | recent"
    both = load_lists("en", [("a.txt", more)]).categories["age"]
    assert [group.name for group in both.groups] == ["generations", "group 2", "ancient"]
    assert both.source == "age.toml and a.txt"
    assert not both.extends


def test_an_own_list_may_be_a_file(shipped, tmp_path):
    place = tmp_path / "jobs.txt"
    place.write_text("category: job\nnurse\n", encoding="utf-16")
    assert load_lists("en", [(str(place), place)]).categories["job"].source == "jobs.txt"


def test_a_category_can_be_left_out_and_only_some_can_be_kept(shipped):
    assert list(load_lists("en", without=["Age"]).categories) == ["religion"]
    both = load_lists("en")
    assert list(keyword_lists.only_categories(both, ["AGE"]).categories) == ["age"]
    assert keyword_lists.only_categories(both, []) is both
    with pytest.raises(InputTextError, match="There is no list of gender; there is"):
        keyword_lists.only_categories(both, ["gender"])


@pytest.mark.parametrize(
    ("language", "own", "without", "said"),
    [
        ("de", (), (), "no keyword lists for German, only for English. Give lists of your own."),
        ("English", (), (), "a language is given by its code"),
        ("en", [("a.txt", b"category: age\nlanguage: et\nvana")], (), "a list for Estonian"),
        ("en", (), ["gender"], "There is no list of gender; there is age, religion."),
        ("en", (), ["age", "religion"], "All categories are left out"),
    ],
)
def test_what_cannot_be_loaded_is_refused(shipped, language, own, without, said):
    with pytest.raises(InputTextError, match=said):
        load_lists(language, own, without)


def test_the_digest_is_of_language_and_words(shipped):
    digests = {
        load_lists("en").digest,
        load_lists("en", without=["age"]).digest,
        load_lists("en", [("a.txt", b"category: age\nold")]).digest,
        load_lists("de", [("a.txt", b"category: age\nold")]).digest,
    }
    assert len(digests) == 4
    assert load_lists("en").digest == load_lists("EN").digest


def test_a_word_names_its_group(shipped):
    found = load_lists("en")
    assert found.group(ListedWord("age", 1, 0, "base", "middle age")).name == "group 2"


def test_lists_that_come_with_biascope_are_of_crows_pairs_and_read_back_equal():
    for language in languages():
        found = load_lists(language)
        assert set(found.categories) <= set(CATEGORIES)
        for one in found.categories.values():
            assert (one.language, one.source) == (language, f"{one.category}.toml")
            assert parse(as_text(one), one.source) == one


@pytest.mark.parametrize("line", ["old; young", "old\tyoung", "old, young", "old, aged | young"])
def test_keywords_of_one_line_without_a_bar_are_refused_with_what_would_do(line):
    with pytest.raises(InputTextError, match=r"a.txt, line 2: a .* stands in the keyword .*old \|"):
        parse(f"category: age\n{line}\n", "a.txt", "en")
