"""The Curate page: a review with its figures, a new one, ranking, hints, export, ways to Pairs."""

from __future__ import annotations

import pytest
import streamlit as st

from components.frame import session
from components.frame.present.explain import plain
from components.frame.session import state
from components.frame.widgets.kept_file import File
from engine.core.errors import StorageError
from engine.curation.candidate import CategoryCounts, Funnel, Skipped
from engine.curation.ranking import model_key
from engine.curation.review import scores, verdicts
from engine.curation.review.decisions import decide
from engine.curation.review.kept import create, reviews
from engine.curation.review.log import export_log
from engine.curation.review.verdicts import Verdict
from engine.measures.pairs.data.file import read_pairs
from tests.components.drawn import unescaped
from tests.engine.curation.conftest import srt
from tests.engine.curation.review.reviews import AGE_LIST, FILMS, accept, candidate, made, reject
from tests.engine.files.test_workbook import made as made_book
from tests.pages.conftest import turn
from tests.pages.reading import said

pytestmark = [pytest.mark.page, pytest.mark.main_path]

HOSTILE = "<b>x</b> $a$ `c` **d** [l](http://a.example) :smile:"
SRT = (
    "1\n00:00:01,000 --> 00:00:03,000\nMy father never cooks.\n\n"
    "2\n00:00:04,000 --> 00:00:06,000\nIt rained all day.\n"
)


@pytest.fixture(autouse=True)
def no_sample(monkeypatch) -> None:
    """The reviews of a test are its own."""
    monkeypatch.setattr(session.curation, "sample_review", lambda: "")


@pytest.fixture
def reviewed() -> str:
    """Three accepted pairs, one of them edited, and a rejected one."""
    name = made()
    decide(name, accept(candidate(0)), None)
    decide(name, accept(candidate(2)), None)
    decide(name, accept(candidate(3), sent_less="Two lads ran the whole shop."), None)
    decide(name, reject(candidate(4), reason="not a sentence"), None)
    return name


def keys(page) -> list[str | None]:
    return [entry.key for entry in page.button]


def test_the_page_shows_what_each_step_leaves(opened, reviewed):
    page = opened("curate")
    read = said(page)
    assert page.title[0].value == "Curate"
    assert page.header[0].value == "3 of 4 reviewed sentences were accepted."
    assert "67% of the accepted pairs are unedited" in read
    assert "(of 2 films, too few to say anything about others); 1 was edited" in read
    assert "nan" not in read.casefold().split()
    (types,) = [frame.value for frame in page.dataframe if "type" in frame.value][:1]
    assert types.set_index("type").loc["gender", "accepted"] == 2
    assert len(page.get("plotly_chart")) == 1
    assert [header.value for header in page.header] == [
        *("3 of 4 reviewed sentences were accepted.", "Review", "Order and hints", "Export"),
        "Counts by type and film",
    ]
    # Thin types are left out and counted.
    assert "3 pairs: gender 2, age 1." in read
    page.number_input(key="export_thin").set_value(2).run()
    read = said(page)
    assert "2 pairs: gender 2." in read
    assert "Left out: age (1)." in read


def test_a_broken_sample_leaves_the_others_usable(opened, reviewed, monkeypatch):
    def broken():
        raise StorageError("The bundled review cannot be read.")

    monkeypatch.setattr(session.curation, "sample_review", broken)
    page = opened("curate")
    assert "The bundled review cannot be read." in said(page)
    assert page.header[0].value.startswith("3 of 4 reviewed sentences")


def test_a_review_is_opened_by_its_name_in_the_address(opened, reviewed):
    made("Another")  # the newest is opened without a name
    assert opened("curate", review=reviewed).selectbox(key="review").value == reviewed


def test_a_review_of_the_address_that_is_not_here_is_said_once_and_cut_off(opened, reviewed):
    page = opened("curate", review=HOSTILE)
    assert page.selectbox(key="review").value == reviewed
    (warning,) = page.warning
    assert plain(f"No review named “{HOSTILE}” is on this machine") in warning.value
    assert "No review named" not in said(page.run())
    (warning,) = opened("curate", review="x" * 5000).warning
    assert len(warning.value) < 300


def test_without_a_review_the_page_begins_a_new_one(opened, tmp_path):
    page = opened("curate")
    assert page.selectbox(key="review").value == "(new)"
    assert "Upload subtitles or name a folder." in said(page)
    page.selectbox(key="curate_language").set_value("other").run()
    assert "Write the code of the language" in said(page)
    assert not page.error
    page.text_input(key="curate_code").input("fi").run()
    assert "No lists come with Finnish: write one, or upload one" in said(page)
    assert not page.error
    page.button(key="use_written_list").click().run()
    assert "No lists come with Finnish" not in said(page)
    assert not page.error
    page.text_area(key="curate_written_list").set_value("old | young").run()
    assert page.error  # a list without its category
    page.button(key="use_written_list").click().run()
    page.text_input(key="subtitles").set_value(str(tmp_path)).run()
    assert "No subtitle files" in said(page)


def test_a_small_folder_is_searched_at_once_and_its_review_opens(opened, tmp_path):
    (tmp_path / "The.Quiet.Street.1987.srt").write_text(SRT)
    (tmp_path / "notes.srt").write_bytes(b"PK\x03\x04")
    page = opened("curate", subtitles=str(tmp_path))
    page.text_input(key="curate_title").input("Street").run()
    page.button(key="curate_now").click().run()
    assert not page.exception
    (review,) = reviews()
    assert (review.title, page.selectbox(key="review").value) == ("Street", "street")
    assert "1 file left out" in said(page)


def test_a_folder_of_a_link_is_not_read_before_a_click(opened, tmp_path, monkeypatch):
    monkeypatch.setattr(session.curation, "subtitle_files", lambda _: pytest.fail("it was read"))
    monkeypatch.setattr(session, "is_confirmed", lambda *_: False)
    page = opened("curate", subtitles=str(tmp_path))
    assert "The address of this page names a file on this machine" in said(page)


def test_files_without_a_keyword_or_text_are_named(opened, tmp_path):
    (tmp_path / "a.srt").write_bytes(b"PK\x03\x04")
    page = opened("curate", subtitles=str(tmp_path))
    page.button(key="curate_now").click().run()
    assert "None of these files was searched." in said(page)
    assert any("ZIP" in frame.value.to_string() for frame in page.dataframe)
    assert reviews() == []


def test_films_in_another_language_are_included_by_a_box(opened, tmp_path):
    spoken = ["Wo hast du die Schlüssel hingelegt?", "Das Kind war immer allein."]
    (tmp_path / "Der.Film.srt").write_bytes(srt(*spoken, "My father never cooks."))
    page = opened("curate", subtitles=str(tmp_path))
    page.button(key="curate_now").click().run()
    assert any(
        "is in German, not in English" in frame.value.to_string() for frame in page.dataframe
    )
    assert reviews() == []
    page.checkbox(key="curate_other_languages").check().run()
    page.button(key="curate_now").click().run()
    assert not page.exception
    assert len(reviews()) == 1


def test_many_files_are_searched_by_a_job_of_the_command_line(opened, tmp_path, monkeypatch):
    for number in range(41):
        (tmp_path / f"{number}.srt").write_text(SRT)
    submitted = []
    monkeypatch.setattr(
        session.background, "submit_command", lambda *given: submitted.append(given)
    )
    page = opened("curate", subtitles=str(tmp_path))
    assert "41 files" in said(page)
    page.button(key="curate_job").click().run()
    ((title, command),) = submitted
    assert title == "Curate · My films"
    assert command.words == (
        *("curate", str(tmp_path), "--language", "en"),
        *("--save", "My films"),
    )
    made("My films")  # by the job
    page.run()
    assert page.selectbox(key="review").value == "my-films"


def test_an_edited_list_is_used_and_a_mistake_in_it_is_named(opened, tmp_path):
    (tmp_path / "a.srt").write_text(SRT.replace("father", "blacksmith"))
    page = opened("curate", subtitles=str(tmp_path))
    page.selectbox(key="curate_list_en").set_value("gender").run()
    page.segmented_control(key="curate_list_form").set_value("Text").run()
    own = (
        'category = "gender"\nlanguage = "en"\n[[group]]\nwords = [["blacksmith"], ["seamstress"]]'
    )
    page.text_area(key="curate_list_en_gender").input(own[:-1]).run()
    assert "gender.toml is not TOML" in said(page)
    page.text_area(key="curate_list_en_gender").input(own).run()
    page.button(key="curate_now").click().run()
    assert not page.exception
    (review,) = reviews()
    assert review.candidates == 1


def test_the_box_of_a_list_holds_its_text_whichever_drawing_reaches_the_browser(opened):
    """Of drawings that follow each other fast, the browser may see the last one alone."""
    page = opened("curate")
    page.selectbox(key="curate_list_en").set_value("gender").run()
    page.segmented_control(key="curate_list_form").set_value("Text").run()
    box = "curate_list_en_gender"
    shipped = page.text_area(key=box).value
    assert 'category = "gender"' in shipped

    def shown_alone() -> str:
        page.run()
        assert page.text_area(key=box).value == page.text_area(key=box).proto.default
        return page.text_area(key=box).proto.default

    assert shown_alone() == shipped
    page.text_area(key=box).input(f"{shipped}# mine\n").run()
    assert shown_alone() == f"{shipped}# mine\n"
    page.selectbox(key="curate_list_en").set_value("age").run()
    page.selectbox(key="curate_list_en").set_value("gender").run()
    assert shown_alone() == f"{shipped}# mine\n"
    page.button(key=f"{box}_reset").click().run()
    assert page.text_area(key=box).value == shipped
    assert shown_alone() == shipped


def test_candidates_are_scored_by_a_job_of_the_model(opened, reviewed, spec, monkeypatch):
    submitted = []
    monkeypatch.setattr(
        session.background, "submit_command", lambda _, command: submitted.append(command)
    )
    page = opened("curate")
    assert "these candidates are not scored yet" in said(page)
    page.button(key="curate_rank").click().run()
    (command,) = submitted
    assert command.words[:3] == ("review", "rank", reviewed)
    assert "--model" in command.words


def test_the_largest_differences_are_listed_and_blurred_at_first(opened, reviewed, spec):
    values = {candidate(number).id: value for number, value in enumerate((0.5, -3.0, 1.0))}
    scores.keep_scores(reviewed, "tiny", model_key(spec), values, {candidate(3).id: "too long"})
    page = opened("curate")
    (table,) = [frame.value for frame in page.dataframe if "difference" in frame.value]
    # The second sentence is not decided yet.
    assert table["difference"].tolist() == [1.0, 0.5]
    assert "the 1 sentence not decided yet is not listed" in said(page)
    assert table["found sentence"][0] == "•••••• ••••• •• ••• •••••."
    page.toggle(key="blur_ranking_films").set_value(False).run()
    (table,) = [frame.value for frame in page.dataframe if "difference" in frame.value]
    assert table["found sentence"][0] == candidate(2).text
    assert "1 candidate cannot be scored" in said(page)


def test_answers_of_an_assistant_are_matched_and_kept_as_a_hint(opened, reviewed):
    page = opened("curate", curate_hints="An assistant")
    assert "2 sentences in 1 prompt" in said(page)
    page.text_input(key="curate_assistant").input("mine 1").run()
    page.text_area(key="curate_pasted").input(
        f"{candidate(0).id} | yes | generalises\nnonsense | maybe"
    ).run()
    page.button(key="match_answers").click().run()
    read = said(page)
    assert "1 answer matched and kept; 6 of 7 candidates have no answer yet." in read
    assert "1 line could not be matched" in [box.label for box in page.expander]
    (judge,) = verdicts.load_verdicts(reviewed)
    assert (judge.label, judge.verdicts[candidate(0).id].says) == ("mine 1", True)
    (table,) = [frame.value for frame in page.dataframe if "who" in frame.value]
    assert table["accepted of its yes"].tolist() == ["1 of 1"]


def test_answers_are_read_from_an_excel_file_and_what_is_none_is_said(opened, reviewed):
    rows = [["number", "answer", "reason"], [candidate(0).id, "yes", "generalises"]]
    key = state.upload_key("curate_answer_files")
    page = opened("curate", curate_hints="An assistant")
    page.session_state[key] = [File("answers.xlsx", made_book(Answers=rows))]
    page.text_input(key="curate_assistant").input("mine 1").run()
    page.button(key="match_answers").click().run()
    assert "1 answer matched and kept" in said(page)
    (judge,) = verdicts.load_verdicts(reviewed)
    assert judge.verdicts[candidate(0).id] == Verdict(True, "generalises", {})
    page.session_state[key] = [File("answers.xlsx", b"PK\x03\x04rest")]
    page.run()
    assert "answers.xlsx" in unescaped(page.error[0].value)
    assert page.button(key="match_answers").disabled


def test_a_classifier_is_asked_by_a_job_after_a_click(opened, reviewed, monkeypatch):
    submitted = []
    monkeypatch.setattr(
        session.background, "submit_command", lambda _, command: submitted.append(command)
    )
    page = opened("curate", curate_hints="A classifier")
    assert "curate_zero_shot" not in keys(page)
    page.text_input(key="curate_classifier").input("/models/nli").run()
    page.button(key="curate_zero_shot").click().run()
    (command,) = submitted
    assert command.words == ("review", "zero-shot", reviewed, "--classifier", "/models/nli")
    # Once it has answered for all, it is not offered again.
    every = {candidate(number).id: Verdict(True) for number in range(6)}
    verdicts.keep_verdicts(reviewed, "zero-shot", "/models/nli", every)
    page.run()
    assert "It has answered for all 6 candidates." in said(page)
    assert "curate_zero_shot" not in keys(page)


def test_a_review_without_pairs_offers_the_one_that_has_some(opened, reviewed, monkeypatch):
    page = opened("curate", review=made())
    assert "No pair is accepted yet." in said(page)
    monkeypatch.setattr(session.curation, "sample_review", lambda: reviewed)
    page.button(key="open_example_review").click().run()
    assert not page.exception
    assert "3 pairs: gender 2, age 1." in said(page)


def test_the_users_own_word_lists_are_named_and_offered(opened):
    made(lists={"age": AGE_LIST})
    page = opened("curate", curate_table="Keywords")
    assert "Own word lists: age (2 words)" in said(page)
    assert "Own list for age, 2 words" in said(page)


def test_a_link_opens_the_accepted_pairs_on_pairs(opened, reviewed, monkeypatch):
    links = []

    def link(path, **options):
        links.append((path, options["query_params"]))

    monkeypatch.setattr(st, "page_link", link)
    page = opened("curate")
    ((script, asked),) = links
    assert script == "pages/pairs.py"
    assert asked["data"] == "Your own file"
    assert ("file", asked["file"]) in page.session_state[state.CONFIRMED]
    assert len(read_pairs(asked["file"], asked["file"]).pairs) == 3


def test_a_review_is_renamed_and_deleted(opened, reviewed):
    page = opened("curate")
    page.text_input(key=f"title_{reviewed}").input("Harbour films").run()
    page.button(key="rename_review").click().run()
    (review,) = reviews()
    assert (review.name, review.title) == (reviewed, "Harbour films")
    page.button(key="delete_review").click().run()
    assert reviews() == []
    assert page.selectbox(key="review").value == "(new)"
    assert "No review named" not in said(page)


def test_hostile_names_of_films_and_files_are_only_text(opened):
    funnel = Funnel(
        2, 5, 5, 1, 1, 1, {HOSTILE: CategoryCounts(1, 1, 1, {HOSTILE: 1}, {HOSTILE: 1})}, [],
        [Skipped(HOSTILE, HOSTILE)],
    )  # fmt: skip
    create(HOSTILE, FILMS, [candidate(0)], funnel, "en", "x", (HOSTILE,))
    page = opened("curate")
    for tab in ("Examples", "Notes on the files", "Without a counterpart"):
        turn(page, "curate_table", tab)
        assert all("<b>x" not in mark.value.replace("\\<", "") for mark in page.markdown)


def test_a_log_of_another_machine_is_kept_as_a_review(opened, reviewed, monkeypatch):
    log = export_log(reviewed).encode()
    page = opened("curate")
    assert session.curation.import_review(log) != reviewed
    page.run()
    assert len(page.selectbox(key="review").options) == 3
