from __future__ import annotations

import pytest

from engine.evaluators.declarations import SIZE_LIMIT, read_suite
from engine.evaluators.places import DeclarationError
from engine.evaluators.suite import CLASSIFIER, LEXICON, STEREOTYPES, VALENCE, LabelRule

HEAD = '[[evaluator]]\nname = "one"\nkind = "classifier"\ncheckpoint = "owner/model"\n'
LABELS = (
    'labels = { "Bad" = { flagged = true, score = "p" }, ok = { flagged = false, score = "0" } }\n'
)
SOUND = HEAD + LABELS
VALENCE_ONE = '[[evaluator]]\nname = "tone"\nkind = "valence"\n'


def refusal(text: str) -> str:
    with pytest.raises(DeclarationError) as caught:
        read_suite(text, "my.toml")
    said = str(caught.value)
    assert "\n" not in said
    assert said.startswith("my.toml")
    assert said.endswith(".")
    return said


def test_a_suite_is_read_whole():
    suite = read_suite(
        'name = "mine"\ndescription = "For a test."\ndemo = true\n'
        + HEAD
        + 'revision = "v1"\nscore_range = [0, 100]\n'
        + LABELS
        + '[[evaluator]]\nname = "kinds"\nkind = "classifier"\ncounts = false\n'
        'checkpoint = "./folder"\n'
        '[[evaluator]]\nname = "words"\nkind = "lexicon"\ncounts = false\nsource = "hurtlex"\n'
        'language = "IT"\n'
        '[[evaluator]]\nname = "known"\nkind = "stereotypes"\ncounts = false\nsource = "seegull"\n'
        + VALENCE_ONE
        + "counts = false\nthreshold = 0.1\n",
        "my.toml",
    )
    assert (suite.name, suite.description, suite.demo) == ("mine", "For a test.", True)
    first, second, words, known, tone = suite.evaluators
    assert [entry.kind for entry in suite.evaluators] == [
        *(CLASSIFIER, CLASSIFIER, LEXICON, STEREOTYPES, VALENCE)
    ]
    assert (first.checkpoint, first.revision) == ("owner/model", "v1")
    assert first.score_range == (0, 100)
    assert first.labels == {"bad": LabelRule(True, "p"), "ok": LabelRule(False, "0")}
    assert (second.checkpoint, second.labels, second.counts) == ("./folder", {}, False)
    assert (words.source, words.language) == ("hurtlex", "it")
    assert (known.source, tone.threshold) == ("seegull", 0.1)
    assert suite.counting == (first,)


def test_a_suite_without_a_name_has_that_of_its_file():
    assert read_suite(SOUND, "my.toml").name == "my"


def test_the_name_of_a_suite_does_not_change_what_it_is():
    assert read_suite(SOUND, "a.toml").digest == read_suite(SOUND, "b.toml").digest
    other = SOUND.replace('"p"', '"p/2"')
    assert read_suite(other, "a.toml").digest != read_suite(SOUND, "a.toml").digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the suite has no evaluator"),
        ("evaluator = []", "the suite has no evaluator"),
        ("evaluator = [1]", "tables that begin with [[evaluator]]"),
        ('evaluator = "x"', "tables that begin with [[evaluator]]"),
        ("a = ", "is not TOML"),
        ("name = 'a'\nname = 'b'", "is not TOML"),
        ("x = " + "[" * 3000, "is not TOML"),
        ("#" * (SIZE_LIMIT + 1), "longer than 256 KiB"),
        ("title = 1\n" + SOUND, "'title' is no key of a suite; those are name, description"),
        ("demo = 1\n" + SOUND, "demo is true or false; got 1"),
        ("name = 3\n" + SOUND, "name is a text in quotes; got 3"),
        (VALENCE_ONE * 101, "has 101 evaluators; 100 are the most"),
        ('[[evaluator]]\nkind = "valence"', "evaluator 1: name is missing"),
        ('[[evaluator]]\nname = ""\nkind = "valence"', "evaluator 1: name is missing"),
        ('[[evaluator]]\nname = "a"', "evaluator 1 (a): kind is missing; it is one of classifier"),
        ('[[evaluator]]\nname = "a"\nkind = "oracle"', "a kind is one of classifier, lexicon"),
        (VALENCE_ONE + 'checkpoint = "x"', "'checkpoint' is no key of an evaluator of the kind va"),
        (VALENCE_ONE + "threshold = 3", "threshold is a number from 0 to 2; got 3"),
        (VALENCE_ONE + "threshold = nan", "threshold is a number"),
        (VALENCE_ONE + "threshold = true", "threshold is a number"),
        (VALENCE_ONE + 'counts = "no"', "counts is true or false; got 'no'"),
        (VALENCE_ONE + "counts = false", "no evaluator counts"),
        (VALENCE_ONE * 2, "two evaluators are named 'tone'"),
        (VALENCE_ONE + VALENCE_ONE.replace("tone", "TONE"), "two evaluators are named 'TONE'"),
        (SOUND + VALENCE_ONE, "different kinds count (classifier, valence)"),
        ('[[evaluator]]\nname = "a"\nkind = "lexicon"', "source is missing; it is a data set"),
        ('[[evaluator]]\nname = "a"\nkind = "stereotypes"', "source is missing"),
        (SOUND.replace('"owner/model"', '""'), "evaluator 1 (one): checkpoint is missing"),
        (SOUND.replace('"owner/model"', "7"), "checkpoint is a text in quotes; got 7"),
        (SOUND.replace("owner/model", "owner/model@v1"), "Write what follows @ as revision"),
        (HEAD, "labels is missing; an evaluator that counts needs a rule for each label"),
        (HEAD + "labels = {}", "labels is missing"),
        (HEAD + 'labels = "p"', "labels is a table"),
        (HEAD + "labels = { a = 1 }", "labels: a is a table such as { … }; got 1"),
        (HEAD + "labels = { a = { flagged = true } }", "labels, 'a': score is missing"),
        (HEAD + 'labels = { a = { score = "p" } }', "labels, 'a': flagged is missing"),
        (HEAD + 'labels = { " " = { flagged = true, score = "p" } }', "a label has no name"),
        (
            HEAD + 'labels = { a = { flagged = true, score = "2*p" } }',
            "a score is one of 0, p, p/2, 1-p; got '2*p'",
        ),
        (HEAD + "labels = { a = { flagged = true, score = 0 } }", "score is a text in quotes; got"),
        (
            HEAD + 'labels = { a = { flagged = true, score = "p", why = "" } }',
            "'why' is no key of a label; those are flagged, score",
        ),
        (
            SOUND.replace("ok =", "bad ="),
            "two rules for this label; labels match without case",
        ),
        (SOUND + "score_range = [0, 10]", "score_range is [0, 1] or [0, 100]; got [0, 10]"),
        (SOUND + "score_range = 100", "score_range is [0, 1] or [0, 100]"),
        (SOUND + "score_range = [false, true]", "score_range is [0, 1] or [0, 100]"),
    ],
)
def test_a_mistake_is_named_with_its_place(text, said):
    assert said in refusal(text)


def test_an_evaluator_that_only_names_categories_needs_no_labels():
    text = SOUND + HEAD.replace('"one"', '"two"') + "counts = false\n"
    assert [entry.counts for entry in read_suite(text, "a.toml").evaluators] == [True, False]


def test_a_mistake_is_found_in_the_evaluator_that_holds_it():
    assert "my.toml, evaluator 2 (two): checkpoint" in refusal(
        SOUND + '[[evaluator]]\nname = "two"\nkind = "classifier"\n'
    )
