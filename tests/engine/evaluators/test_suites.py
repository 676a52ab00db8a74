from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import InputTextError
from engine.evaluators.places import DeclarationError
from engine.evaluators.suite import CLASSIFIER, LEXICON, VALENCE
from engine.evaluators.suites import DEMO, PUBLISHED, SUITE_FOLDER, load_suite, suite_names
from engine.files.fetch.registry import data_set


def test_the_demo_suite_comes_first_and_every_shipped_suite_is_sound():
    names = suite_names()
    assert names[:2] == (DEMO, PUBLISHED)
    assert {"hurtlex", "seegull"} <= set(names)
    for name in names:
        suite = load_suite(name)
        assert suite.name == name
        assert suite.description.endswith(".")
        assert suite.demo is (name == DEMO)


def test_the_demo_suite_needs_no_download():
    counting, naming = load_suite(DEMO).evaluators
    assert (counting.kind, counting.counts) == (VALENCE, True)
    assert (naming.kind, naming.counts, naming.source) == (LEXICON, False, "own")


def test_the_published_suite_counts_three_classifiers():
    suite = load_suite(PUBLISHED)
    assert [entry.checkpoint for entry in suite.counting] == [
        "newsmediabias/UnBIAS-classifier",
        "d4data/bias-detection-model",
        "holistic-ai/bias_classifier_albertv2",
    ]
    assert {entry.kind for entry in suite.evaluators} == {CLASSIFIER}


def test_every_language_of_hurtlex_has_a_suite():
    suites = [load_suite(name) for name in suite_names() if name.startswith("hurtlex")]
    languages = sorted(entry.language for suite in suites for entry in suite.evaluators)
    assert languages == sorted(data_set("hurtlex").languages)


def test_no_two_shipped_suites_are_the_same():
    assert len({load_suite(name).digest for name in suite_names()}) == len(suite_names())


def test_a_copied_declaration_is_the_same_suite(tmp_path):
    copy = tmp_path / "copy.toml"
    copy.write_bytes((SUITE_FOLDER / "published.toml").read_bytes())
    assert load_suite(str(copy)).digest == load_suite(PUBLISHED).digest


def test_what_is_no_suite_is_refused(tmp_path):
    with pytest.raises(InputTextError, match=r"There is no suite 'publishd'; there is published"):
        load_suite("publishd")
    with pytest.raises(InputTextError, match="There is no file"):
        load_suite(str(tmp_path / "gone.toml"))
    with pytest.raises(InputTextError, match="is a folder; give a TOML file"):
        load_suite(str(tmp_path))
    broken = tmp_path / "latin.toml"
    broken.write_bytes("name = 'é'".encode("latin-1"))
    with pytest.raises(DeclarationError, match=r"latin\.toml is not UTF-8"):
        load_suite(str(broken))


def test_the_digest_of_a_suite_does_not_depend_on_its_description():
    suite = load_suite(DEMO)
    assert replace(suite, description="Other words.").digest == suite.digest
