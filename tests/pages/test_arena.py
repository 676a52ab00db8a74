"""The Arena page on a tiny model: headline, ranking, own prompts, jobs, imported reports."""

from __future__ import annotations

import pytest
import streamlit as st

from components.frame import session
from engine.core.errors import BiascopeError
from engine.evaluators.classification import classifiers
from engine.evaluators.suites import load_suite
from engine.measures.arena.kept import keep
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import stratified
from engine.prompts.sets import load_prompts
from tests.components.arena.reports import report
from tests.pages.reading import said

pytestmark = [pytest.mark.page, pytest.mark.main_path]

HOSTILE = "<b>x</b> $a$ `c` **d** [l](http://a.example) :smile: <script>alert(1)</script>"
HEAD = "category,group,sentence_type,sentence"
PEOPLE = [
    f"religion,{group},attributive,{group} number {number} are [MASK]."
    for group in ("Atheists", "Muslims")
    for number in range(6)
]


@pytest.fixture
def small(opened):
    """Open the page with few sentences."""

    def page(**address):
        return opened("arena", **({"subset": "100"} | address))

    return page


@pytest.fixture
def same_set():
    """A report of another model on the sentences and evaluators that `small` opens with."""
    people, suite = stratified(load_prompts("bundled"), 100, 0), load_suite("demo")

    def made(**options):
        return report(prompt_set=people, suite=suite, **options)

    return made


def claims(page) -> list[str]:
    """What the page says of how often its model is flagged."""
    return [header.value for header in page.header if "about people" in header.value]


def test_each_figure_to_save_is_on_the_page(small, exported):
    shown = {chart.key for chart in small().get("plotly_chart")}
    drawn = {result.name: result.drawn_as for result in exported["arena"] if result.figure}
    keys = {"arena-categories": "arena_categories", "arena-ranking": "arena_ranking"}
    assert drawn == {"arena": ""} | keys  # no group is flagged
    assert set(keys.values()) <= shown


def test_the_page_opens_with_a_share_in_plain_words_and_one_contestant(small):
    page = small()
    read = said(page)
    assert page.title[0].value == "Arena"
    assert claims(page) == [
        "In none of the 100 sentences about people, the model's word makes the sentence more "
        "negative, according to a word list."  # so no group is flagged more than another
    ]
    assert "A demonstration. The demo evaluators" in read
    assert "Only one model so far" in read
    assert "A higher flag rate need not mean a more biased model" in read
    assert "nan" not in read.casefold().split()
    drawn = {chart.key for chart in page.get("plotly_chart")}
    assert {"arena_ranking", "arena_categories"} <= drawn
    assert "arena_most_flagged" not in drawn
    assert "No sentence about any group is flagged." in read
    # Boards over all models would show the same figures a second time.
    assert not {"arena_grid", "arena_board", "arena_groups_over_models"} & drawn
    assert "Once another one is ranked with it" in read
    assert "As published, not comparable" not in read  # of other evaluators


def test_a_variant_is_named_with_the_figures_and_in_the_command(small):
    page = small(completion="Several words", words_judged="3", quoted="true")
    assert "demo evaluators · 3 words weighted by probability" in said(page)
    command = page.code[0].value
    assert command.startswith("python -m engine arena run --prompts bundled --subset 100 --seed 0")
    assert "--evaluators demo --top-k 3 --quoted" in command


def test_masked_heads_are_a_contestant_of_their_own(small):
    page = small(heads="1-1")
    read = said(page)
    assert "1 head switched off" in read
    assert "2 models" in read
    assert "No clear change" in read or "Flagged" in read
    assert "Two models" in [tab.label.partition("[")[2].rstrip("]") for tab in page.tabs]


def test_what_was_measured_is_ranked_with_the_next_model(small, spec):
    small()
    page = small(heads="1-1", beside=None)
    assert "2 models" in said(page)


def test_the_bundled_model_is_ranked_with_another_where_its_report_is_known(
    small, same_set, monkeypatch
):
    bundled = session.spec_of(session.BUNDLED)
    made = same_set(model=bundled.identity(), rate=0.9)
    stored = session.arena.stored

    def known(spec, *asked):
        return made if spec == bundled else stored(spec, *asked)

    monkeypatch.setattr(session.arena, "stored", known)
    assert "2 models" in said(small())


def test_ones_own_sentences_are_judged_where_they_lie(opened, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("\n".join([HEAD, *PEOPLE]), encoding="utf-8")
    page = opened("arena", prompts="Your own file", prompts_file=str(path))
    (claim,) = claims(page)
    assert "of 12 sentences about people" in claim
    assert claim.endswith("12 sentences are too few for a rate.")
    assert f"--prompts {path}" in page.code[0].value
    # Without a mask, the file is refused in a sentence.
    path.write_text(f"{HEAD}\nreligion,Atheists,attributive,No mask here.", encoding="utf-8")
    page.run()
    (error,) = page.error
    assert "MASK" in error.value
    assert not claims(page)


def test_ones_own_evaluators_are_read_and_mistakes_named(small, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\n[[evaluator]]\nname = "v"\nkind = "valence"\n')
    page = small(evaluators="Your own file", suite_file=str(path))
    assert "evaluators: mine" in said(page)
    assert "The demo evaluators" not in said(page)
    path.write_text('name = "mine"\n[[evaluator]]\nname = "v"\nkind = "guess"\n')
    (error,) = page.run().error
    assert "mine" in error.value


def test_many_sentences_are_a_job_of_the_pages_command_and_nothing_partial_is_shown(
    small, monkeypatch
):
    submitted = []
    monkeypatch.setattr(
        session.background, "submit_command", lambda *given: submitted.append(given)
    )
    page = small(subset="5,000")
    assert "5,000 sentences are to be completed and judged" in said(page)
    assert not claims(page)
    assert "5,000 sentences, and which evaluators flag it?" in page.header[0].value
    assert session.arena.reports() == []
    button = page.button(key="arena_job_first")
    assert button.label == "Judge 5,000 sentences in the background"
    button.click().run()
    ((title, command),) = submitted
    assert title.startswith("Arena · ")
    assert command.words[:7] == (
        *("arena", "run", "--prompts", "bundled", "--subset", "5000", "--seed"),
    )
    assert "--model" in command.words


def test_classifiers_are_named_before_a_job_opens_them(small, monkeypatch):
    found = classifiers.checkpoint_of

    def on_this_machine(evaluator, ask_hub=True):
        assert not ask_hub, "a classifier was looked for without a click"
        return found(evaluator, ask_hub)

    monkeypatch.setattr(classifiers, "checkpoint_of", on_this_machine)
    page = small(evaluators="Published classifiers")
    read = said(page)
    assert "newsmediabias/UnBIAS-classifier" in read
    assert "As published, not comparable" in read
    (table,) = [frame.value for frame in page.dataframe if "Religion" in frame.value]
    assert table["Religion"].max() == 55.4
    assert not claims(page)


def test_a_word_list_of_a_declaration_is_read_by_a_job_alone(small, monkeypatch, tmp_path):
    def refused(*_args, **_options):
        raise AssertionError("a word list was read without a click")

    monkeypatch.setattr("engine.evaluators.lexicon.read_word_list", refused)
    (tmp_path / "words.csv").write_text("word,category\nlazy,traits\n")
    declared = tmp_path / "own.toml"
    declared.write_text(
        f'[[evaluator]]\nname = "list"\nkind = "lexicon"\nsource = "{tmp_path}/words.csv"\n'
    )
    page = small(evaluators="Your own file", suite_file=str(declared))
    assert "words.csv" in said(page)
    assert "arena_job_first" in [button.key for button in page.button]
    assert not page.exception


def test_a_set_that_is_waited_for_can_be_continued_in_the_background(small, monkeypatch):
    submitted = []
    drawn = st.button

    def pressed(label, key=None, **options):
        clicked = drawn(label, key=key, **options)
        return True if key == "arena_later_first" and not submitted else clicked

    monkeypatch.setattr(st, "button", pressed)
    monkeypatch.setattr(
        session.background, "submit_command", lambda _, command: submitted.append(command)
    )
    monkeypatch.setattr(
        session.background, "job_of", lambda command: command if submitted else None
    )
    page = small()
    assert len(submitted) == 1
    read = said(page)
    assert "0 of 100 sentences are completed" in read
    assert "A job is running; see the sidebar." in read
    assert "Results appear as they arrive" not in read
    assert not claims(page)
    assert session.arena.reports() == []


def test_what_is_known_already_is_said_before_a_job_runs(small):
    drawn = {"arena_seed": "7"}  # other sentences than those whose report is known to all tests
    small(**drawn)
    read = said(small(subset="5,000", **drawn))
    assert "5,000 sentences are to be judged; the words for " in read


def test_no_bar_is_left_where_a_model_is_refused(small, monkeypatch):
    def refused(*_args, **_options):
        raise BiascopeError("The model cannot be read.")

    monkeypatch.setattr(session.arena, "report", refused)
    page = small()
    assert "cannot be read" in page.error[0].value
    assert "Continue in the background" not in [button.label for button in page.button]


def test_kept_reports_enter_the_ranking_and_their_hostile_names_are_only_text(small, same_set):
    keep(dict(same_set(model={"checkpoint": HOSTILE}, rate=0.9)), f"{HOSTILE}.json")
    named = report(rates={HOSTILE: 1.0})
    keep(dict(named), "other.json")
    page = small()
    assert "2 models" in said(page)
    assert any("other.json" in frame.value.to_string() for frame in page.dataframe)
    assert "1 report not ranked here" in [box.label for box in page.expander]
    for chart in page.get("plotly_chart"):
        assert "<script" not in str(chart.proto)


def test_kept_reports_are_ranked_while_the_own_one_is_not_complete(opened, tiny_model_folder):
    people, suite = load_prompts("bundled"), load_suite("demo")
    keep(dict(report(prompt_set=people, suite=suite, settings=ArenaSettings())), "all.json")
    page = opened("arena", subset="All")
    assert not claims(page)
    drawn = {chart.key for chart in page.get("plotly_chart")}
    assert drawn == {"arena_ranking", "arena_grid", "arena_board", "arena_groups_over_models"}
