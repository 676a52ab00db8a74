"""The CABM page on the user's own sentences, with their own groups and targets."""

from __future__ import annotations

import re

import pytest

from components.frame.widgets import kept_file
from components.frame.widgets.kept_file import File
from engine.measures.cabm.data.sets import SETS, WINOBIAS, load_framed
from tests.engine.measures.cabm.cases import aged, aged_corpus
from tests.pages.conftest import turn
from tests.pages.reading import texts
from tests.pages.test_cabm import command

pytestmark = pytest.mark.page

TARGETS = ("nurse", "cook", "teacher", "mayor", "baker", "farmer", "pilot", "singer")
SENTENCES = File(
    "age.csv",
    "\n".join(["sentence,occupation,list", *map(",".join, aged(TARGETS))]).encode(),
)
CORPUS = File("corpus.txt", "\n".join(aged_corpus(TARGETS)).encode())


@pytest.fixture
def given(monkeypatch, few_trees):
    """Give the files of the two boxes."""

    def give(sentences, corpus=None):
        files = {"cabm_sentences": sentences, "cabm_corpus": corpus}
        monkeypatch.setattr(kept_file, "ask", lambda label, key, *_, **__: files[key])

    return give


def opened_with(opened, **address):
    return opened("cabm", sentences="Your own sentences", **address)


def after_the_title(page) -> str:
    """What the page says of its results; the title and the card on the method are of any groups."""
    said = texts(page)
    return said[said.index("48 sentences about") : said.index("## CABM")]


AGE = {"group_words": "young=young;old=old", "corpus_of_own": "A text file of your own"}


def test_age_is_measured_by_the_same_page_and_in_templates_of_ones_own(opened, given):
    given(SENTENCES, CORPUS)
    page = opened_with(opened, **AGE)
    assert not page.error
    said = texts(page)
    assert "48 sentences about 8 occupations, 24 young and 24 old" in said
    (claim,) = [each.value for each in page.header]
    assert re.search(r"8 (jobs|targets) clearly leans? to one side", claim)
    assert "whether the model itself fills in *young* or *old*, write templates of your own" in said
    assert "--groups 'young=young;old=old'" in command(page)
    assert "--pmi-corpus corpus.txt" in command(page)
    written = "The [MASK] {target} slept.\nThat {target} was [MASK]."
    page.text_area(key="unmasking_templates").set_value(written).run()
    assert not page.error
    said = texts(page)
    assert re.match("“(young|old)” is likelier for", page.header[0].value)
    checked = texts(turn(page, "view", "Validation"))
    assert "the model also finds *young* more likely" in checked
    assert not re.search(r"\b(he|she|male|female|gender|pronouns?)\b", after_the_title(page))
    assert "--templates templates.txt" in command(page)
    page.text_area(key="target_list").set_value("\n".join([*TARGETS, "welder"])).run()
    assert any("welder is in no sentence" in warning.value for warning in page.warning)
    page.text_area(key="unmasking_templates").set_value("The {target} slept.\n{target}").run()
    assert "has one [MASK] and one" in page.error[0].value.replace("\\", "")


def test_what_cannot_be_measured_is_refused_and_weights_without_pmi_go_on(opened, given):
    given(SENTENCES)
    page = opened_with(opened, group_words=AGE["group_words"])
    assert "for all 8 occupations" in page.error[0].value
    page.selectbox(key="weighting").select("user").run()
    page.slider(key="weight_pmi").set_value(0).run()
    assert not page.error
    given(None)  # before there is a file, the box asks for one
    page.run()
    assert "Each sentence needs one occupation" in texts(page)
    assert not page.header
    given(SENTENCES)
    page.text_input(key="group_words").set_value("young=young").run()
    assert "Two groups with their words are needed" in page.error[0].value


@pytest.mark.usefixtures("few_trees")
def test_the_counts_of_winobias_stand_beside_those_of_the_thesis(opened, shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    page = opened("cabm", sentences=SETS[WINOBIAS], weighting="equal")
    assert not page.error
    said = texts(page)
    counts = load_framed(WINOBIAS).counts()
    ours = "{sentences:,} sentences about 40 occupations, {male:,} male and {female:,} female"
    assert ours.format(**counts) in said
    theirs = "The CABM thesis kept 927 sentences about 39 occupations, 480 male and 447 female"
    assert theirs in said
