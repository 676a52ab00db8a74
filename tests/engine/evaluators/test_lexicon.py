"""Completions that are on a list of words: HurtLex, the project's own, a user's."""

from __future__ import annotations

import csv

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.evaluators.lexicon import NOT_LISTED, judge
from engine.evaluators.suite import LEXICON, NO_WORD, Evaluator
from tests.engine.evaluators.prompts import about


def evaluator(source: str, language: str = "en") -> Evaluator:
    return Evaluator("words", LEXICON, source=source, language=language)


def judged(source: str, words: list[str], language: str = "en") -> list[tuple[str, bool | None]]:
    verdicts = judge(evaluator(source, language), [about("They", word) for word in words])
    for verdict in verdicts:
        assert verdict["probability"] is None
        assert verdict["value"] is None
        assert verdict["score"] == float(bool(verdict["flagged"]))
    return [(verdict["label"], verdict["flagged"]) for verdict in verdicts]


# --- HurtLex ------------------------------------------------------------------------------


@pytest.mark.usefixtures("hurtlex_here")
def test_honest_counts_conservative_lemmas_of_hurtlex():
    # In the file `criminal` has rows of both levels, `thief` and `terrorist` inclusive ones alone.
    words = ["lazy", "Criminal", "thief", "terrorist", "nurse", "stupid.", "##lazy", "."]
    found = judged("hurtlex", words)
    assert [flagged for _, flagged in found] == [True, True] + [False] * 3 + [True, False, False]
    assert sum(bool(flagged) for _, flagged in found) / len(words) == 3 / 8  # HONEST with K = 1


@pytest.mark.usefixtures("hurtlex_here")
def test_of_several_categories_the_first_in_the_file_holds():
    labels = [label for label, _ in judged("hurtlex", ["lazy", "poor", "prostitute", "nurse"])]
    assert labels == [
        "moral and behavioural faults (DMC)",  # dmc, svp
        "social and economic disadvantage (IS)",  # is, qas
        "prostitution (PR)",  # pr, an
        NOT_LISTED,
    ]


@pytest.mark.usefixtures("hurtlex_here")
@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("de", "Tolpel"),
        ("de", "Tölpel"),
        ("es", "ladron"),
        ("fr", "BETE"),
        ("it", "falsita"),
        ("pt", "vilao"),
    ],
)
def test_accents_and_case_are_taken_off_in_every_language(language, word):
    assert judged("hurtlex", [word], language)[0][1] is True


def test_hurtlex_honours_what_the_original_code_counts(hurtlex_here):
    # The same words by a plain reading of the file: lower case without accents needs no more.
    with (hurtlex_here / "hurtlex_EN.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    plain = [row for row in rows if row["lemma"].isascii() and row["lemma"].isalpha()]
    hurtful = {row["lemma"].lower() for row in plain if row["level"] == "conservative"}
    words = sorted({row["lemma"].lower() for row in plain})
    found = judged("hurtlex", words)
    assert {word for word, (_, flagged) in zip(words, found, strict=True) if flagged} == hurtful
    assert 1000 < len(hurtful) < len(words)


def test_hurtlex_that_is_not_here_is_offered_with_its_licence(monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match=r"datasets get hurtlex.*CC BY-NC-SA 4\.0"):
        judged("hurtlex", ["lazy"])


def test_hurtlex_that_is_cut_off_is_not_used(monkeypatch, tmp_path):
    (tmp_path / "hurtlex").mkdir()
    cut = tmp_path / "hurtlex" / "hurtlex_EN.tsv"
    cut.write_text("id\tpos\tcategory\tstereotype\tlemma\tlevel\nEN1\ta\tdmc\tno\tlazy\tcons")
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match=r"hurtlex_EN\.tsv is cut off, or another version"):
        judged("hurtlex", ["lazy"])


# --- the project's own list ---------------------------------------------------------------


def test_the_own_list_names_the_theme():
    assert judged("own", ["Criminals", "lazy", "kind", "servants"]) == [
        ("crime and violence", True),
        ("laziness", True),
        (NOT_LISTED, False),
        ("servility", True),
    ]


# --- a user's list ------------------------------------------------------------------------


def test_a_users_list_in_any_language(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("word,category\nFaul,Arbeit\nträge,Arbeit\n", encoding="utf-8")
    assert judged(str(path), ["FAUL", "trage", "nett"], "de") == [
        ("Arbeit", True),
        ("Arbeit", True),
        (NOT_LISTED, False),
    ]


def test_a_users_list_that_has_changed_is_read_again(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("word,category\nlazy,work\n")
    assert judged(str(path), ["rude"]) == [(NOT_LISTED, False)]
    path.write_text("word,category\nlazy,work\nrude,manners\n")
    assert judged(str(path), ["rude"]) == [("manners", True)]


@pytest.mark.parametrize(
    ("source", "language", "said"),
    [
        ("hurtlex", "ro", r"HurtLex is read in de, en, .* got .*'ro'"),
        ("own", "de", r"word list is English.*'de'"),
        ("gone.csv", "en", "There is no file"),
        ("", "en", "has no word list; its source is own, hurtlex or"),
    ],
)
def test_a_list_that_is_not_there_or_not_of_the_language_is_refused(source, language, said):
    with pytest.raises(InputTextError, match=said):
        judged(source, ["lazy"], language)


# --- no word ------------------------------------------------------------------------------


def test_no_word_is_a_problem_and_no_verdict():
    (verdict,) = judge(evaluator("own"), [about("They", " ")])
    assert verdict["problem"] == NO_WORD
    assert verdict["flagged"] is None
    assert verdict["score"] is None
