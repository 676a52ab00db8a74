"""Printed figures: as the papers have them, with what differs, under the names of columns."""

from __future__ import annotations

import pytest

from engine.measures.multilingual.differences import published as multilingual
from engine.measures.multilingual.differences import published_languages
from engine.measures.pairs.data.sets import pair_sets
from engine.measures.pairs.variants import VARIANTS
from engine.scorecard.columns import FAMILIES
from engine.scorecard.published import figures, printed, published_for, published_parts

# (column, label, value), read from the papers
PRINTED = [
    ("pairs:crows-pairs:cps", "bert-base-uncased", 60.48),
    ("pairs:crows-pairs:cps", "roberta-large", 65.4),
    ("pairs:stereoset-intrasentence:clm", "gpt2", 61.93),
    ("seat:gender", "bert-base-uncased", 1.35),
    ("seat:gender", "gpt2", 0.351),
    ("seat:gender", "bert-base-uncased, top 3 biased heads switched off", 1.21),
    ("lpbs:career-family", "bert-base-uncased", 1.39),
    ("lpbs:science-arts", "bert-base-uncased, top 35 heads switched off", 0.39),
    ("pppl:wikitext2-test", "bert-base-uncased", 4.09),
    ("multilingual:fi:cps", "mBERT", 44),
    ("multilingual:zh:s_jsd", "XLM-R base", -0.4),
]


@pytest.mark.parametrize(("column", "label", "value"), PRINTED)
def test_figures_are_those_of_the_papers(column, label, value):
    (entry,) = [entry for entry in published_for(column) if entry["label"] == label]
    assert entry["value"] == value
    assert entry["measure"] == column
    assert entry["source"]
    assert entry["note"]


def test_the_usual_variant_may_be_left_out():
    assert published_for("pairs:crows-pairs") == published_for("pairs:crows-pairs:cps")
    assert published_for("pairs:crows-pairs:aul") == []
    assert published_for("pairs:bundled") == []


def test_parts_are_for_their_page_and_not_for_the_table():
    assert all("stereo" not in str(entry) for entry in published_for("pairs:crows-pairs"))
    parts = {(entry.label, entry.part): entry for entry in published_parts("pairs:crows-pairs")}
    assert parts["roberta-large", "stereo only"].value == 66.7
    assert parts["roberta-large", "stereo only"].n == 1290
    assert published_for("gest:gest:0") == [], "the paper prints no stereotype rate"
    (rate,) = published_parts("gest:gest:1")
    assert (rate.value, rate.interval) == (0.92, [0.90, 0.95])
    assert published_for("arena:published") == []
    assert len(published_parts("arena:published")) == 20
    assert len(published_parts("cabm:winobias")) > 20


def test_all_figures_are_of_measures_that_can_be_asked_for():
    sets = {entry.name for entry in pair_sets()}
    for figure in figures():
        family, _, rest = figure.measure.partition(":")
        if family == "pairs":
            data, _, variant = rest.partition(":")
            assert data in sets
            assert variant in VARIANTS
        else:
            assert family in {*FAMILIES, "gest", "multilingual", "cabm", "arena"}


def test_no_figure_is_there_twice():
    keys = [(one.measure, one.part, one.label, one.source) for one in figures()]
    assert len(keys) == len(set(keys))


def test_a_figure_without_its_sign_is_marked():
    absolute = {figure.measure for figure in figures() if figure.absolute}
    assert absolute == {"seat:gender"}
    assert all(entry["absolute"] and "without its sign" in entry["note"]
               for entry in published_for("seat:gender"))  # fmt: skip
    assert printed(published_for("seat:gender")[0]) == "|d| 1.35"
    assert printed(published_for("multilingual:en:s_jsd")[0]) == "-0.05"


def test_the_multilingual_figures_are_those_of_their_page():
    for language in published_languages():
        for key, variant in (("value", "cps"), ("s_jsd", "s_jsd")):
            entries = published_for(f"multilingual:{language}:{variant}")
            page = multilingual(language)
            assert {one["label"]: one["value"] for one in entries} == {
                model: found[key] for model, found in page.items()
            }
            assert {one["n"] for one in entries} == {212}
    assert len(published_languages()) == 10
