"""The Annotators page on a tiny model: the simulated sample, own files, two models."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from components.annotators import opening, scoring
from components.annotators.opening import PEOPLE
from engine.core.errors import StorageError, UnusableModelError
from engine.measures.agreement.data.file import COLUMNS
from engine.measures.agreement.data.sets import SIMULATED
from engine.storage.store import Store
from tests.components.drawn import unescaped
from tests.pages.conftest import turn
from tests.pages.reading import said

pytestmark = [pytest.mark.page, pytest.mark.main_path]

HEAD = "sentence,answer,annotator,native"
TEXTS = ("She drank [MASK].", "They sold the [MASK].", "He saw a [MASK].")
ROWS = [
    f"{text},{answer},{person},{native}"
    for text in TEXTS
    for person, native, answer in (
        ("a", "yes", "water"),
        ("b", "yes", "tea"),
        ("c", "no", "water"),
        ("d", "no", "house"),
        ("e", "no", "water"),
    )
]


@pytest.fixture
def own(opened, tmp_path):
    """Open the page with a file of these lines, given by its path."""

    def page(*lines: str, name: str = "answers.csv", **address: str):
        path = tmp_path / name
        path.write_text("\n".join(lines), encoding="utf-8")
        return opened("annotators", answers="Your own file", answers_file=str(path), **address)

    return page


def test_the_simulated_sample_is_measured_and_named_when_the_page_opens(opened):
    page = opened("annotators")
    assert page.title[0].value == "Annotators"
    read = said(page)
    assert "These annotators are simulated" in read
    assert "No person gave these answers" in read
    assert "P@1 by group and language" in read
    assert "Coverage, the answers that the model could produce" in read
    assert page.code[0].value.startswith(
        "python -m engine agreement simulated --group-by gender,speaker"
    )


def test_the_page_opens_on_answers_of_people_and_tells_of_the_model_once_it_has_read_them(
    opened, shared_data, monkeypatch
):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    page = opened("annotators")
    assert page.selectbox(key="answers").value == PEOPLE
    assert "agree on a word" in page.header[0].value
    assert page.button(key="pin_annotators-people").label == "Pin"
    assert page.get("plotly_chart")
    assert "0 of 100 sentences are read" in said(page)
    assert page.button(key="answers_job_first").label == "Read 100 sentences in the background"
    assert "simulated" not in said(page)
    assert "Cabello" in said(page)
    # A link from before, made with the simulated answers, which it does not name.
    linked = opened("annotators", show="People")
    assert linked.selectbox(key="answers").value == SIMULATED
    monkeypatch.setattr(scoring, "AT_ONCE", 100)  # reads the sentences
    (offer,) = [each for each in linked.button if "answers that people gave" in each.label]
    offer.click().run()
    assert linked.selectbox(key="answers").value == PEOPLE
    assert "the model's top word" in linked.header[0].value
    assert "the model's top word" in opened("annotators").header[0].value


def test_where_nobody_can_have_it_read_the_page_opens_on_people_once_the_model_has(
    opened, shared_data, monkeypatch
):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    monkeypatch.setattr(opening, "shared", SimpleNamespace(is_shared=lambda: True))
    assert opened("annotators").selectbox(key="answers").value == SIMULATED


def test_a_file_is_compared_where_it_lies(own):
    page = own(HEAD, *ROWS)
    read = said(page)
    assert "answers.csv (csv)" in read
    assert "answers.csv --group-by native" in page.code[0].value
    sentences = next(frame.value for frame in page.dataframe if "said" in frame.value)
    assert list(sentences["sentence"]) == list(TEXTS)
    assert list(sentences["answers"]) == [5, 5, 5]
    (answers,) = [
        frame.value for frame in page.dataframe if {"answer", "not native"} <= {*frame.value}
    ]
    assert answers["answer"].tolist()[0] == "water"
    assert answers.loc[
        answers["answer"] == "water", ["native", "not native"]
    ].to_numpy().tolist() == [[1, 2]]
    # The result is said in one plain sentence, and no null reads as equal.
    assert re.fullmatch(
        r"“(not )?native” annotators gave the model's top word in \d of 3 sentences, "
        r"“(not )?native” in \d of 3: too few sentences to tell\.",
        unescaped(page.header[0].value),
    )
    assert re.search(r"P\W?@1 differs by [\d.]+ points", read)
    assert "to be detected with 80% power" in read or "too few for any gap to be clear" in read
    assert "same P@1" not in read
    assert "equal" not in read.split("Shows whose answers")[0].split("Gaps between groups")[1]


def test_columns_are_chosen_by_hand_and_the_command_repeats_the_choice(own):
    page = own("phrase,said,who,native", *ROWS)
    assert "needs the columns sentence, answer and annotator" in said(page)
    for role, column in (("sentence", "phrase"), ("answer", "said"), ("annotator", "who")):
        page.selectbox(key=f"answers_column_{role}").set_value(column)
    page.run()
    page.button(key="use_file_answers_file").click().run()
    assert "answers.csv (csv)" in said(page)
    assert "--columns annotator=who,answer=said,sentence=phrase" in page.code[0].value


def test_bad_rows_are_listed_and_the_good_ones_compared(own):
    page = own(HEAD, *ROWS, "No gap here.,water,a,yes", "She ate [MASK].,,a,yes")
    assert "2 rows could not be read" in [box.label for box in page.expander]
    assert "15 answers" in said(page)


def test_groups_with_too_few_annotators_are_left_out_and_named(own):
    page = own(HEAD, *ROWS, "She drank [MASK].,water,f,unknown")
    assert "Left out, because they have fewer than 2 annotators: not stated" in said(page)
    page.number_input(key="min_annotators").set_value(50).run()
    assert "Nothing is left to compare" in said(page)


def test_one_group_has_no_gap(own):
    page = own("sentence,answer,annotator", *(row.rpartition(",")[0] for row in ROWS))
    assert "There is only one group, so there is nothing to compare." in said(page)


def test_every_score_is_drawn_and_explained(own):
    page = own(HEAD, *ROWS, agreement="Spearman ρ")  # as links named it once
    for score, shown in (
        *(("spearman", "Spearman ρ, pooled"), ("p_at_5", "P@5"), ("hit_at_5", "hit@5")),
        *(("answers_at_5", "answers@5"), ("answers_at_any", "answers@any"), ("mrr", "MRR")),
        ("kendall", "Kendall τ-b, pooled"),
    ):
        if score != "spearman":
            page.selectbox(key="agreement").set_value(score).run()
        read = said(page)
        assert f"{shown} by group and language" in read
        assert "How far people agree is shown for P@1 only" in read
        assert "95% CI" in read.replace("\N{NO-BREAK SPACE}", " ")
        assert "nan" not in read.casefold().split()
        if score == "spearman":
            assert "over sentences, then annotators × sentences" in read
            assert "0 is not the mark of chance" in read
            assert "withheld: their mean needs at least 10 sentences" in read


def test_languages_that_the_model_lacks_are_warned_of_once_and_are_not_opened_first(own):
    head = "language,sentence,answer,annotator"
    rows = [
        f"{language},{text.replace('.', f' {language}.')},{answer},{language}{who}"
        for language, answer in (("de", "xylograph"), ("en", "water"), ("fr", "zzyzx"))
        for text in TEXTS
        for who in (1, 2)
    ]
    page = own(head, *rows)
    (warned,) = [box.value for box in page.warning if "lacks the language" in box.value]
    assert "German" in warned
    assert "French" in warned
    assert "nan" not in said(page).casefold().split()
    (box,) = [box for box in page.selectbox if box.label == "Language shown"]
    assert box.value == "en"


def test_one_annotator_has_figures_and_a_sentence_where_there_is_no_test(own):
    page = own(HEAD, *ROWS[:3], *ROWS[5:8], min_annotators="1")
    for score in ("p_at_1", "spearman"):
        page.selectbox(key="agreement").set_value(score).run()
        read = said(page)
        assert "it needs two" in read
        assert "nan" not in read.casefold().split()


def test_masked_heads_are_compared_with_the_original_model_and_people_with_each_other(own):
    page = own(HEAD, *ROWS, heads="1-1", show="Two models")
    read = said(page)
    assert "Dot: 1 head switched off; ring: all heads on." in read
    claim = unescaped(page.header[0].value)
    assert re.search(r"in \d of 3 \(all heads on: \d of 3\) sentences", claim)
    assert claim.endswith("too few sentences to tell.")
    assert re.search(r"change from all heads on clear for 0 of 2 groups", read)
    assert "For which groups does P@1 change from all heads on to 1 head switched off?" in read
    assert "Clear changes, not corrected" not in read
    assert "No group's score changes clearly (Holm over 2 groups)." in read
    assert "answers are in one language only" in said(turn(page, "show", "Language map"))
    assert "Krippendorff's α" in said(turn(page, "show", "People"))
    (alphas,) = [frame.value for frame in page.dataframe if "α" in frame.value]
    assert alphas["group"].tolist() == ["everyone", "native", "not native"]
    assert alphas["annotators"].tolist() == [5, 2, 3]


def test_the_language_map_counts_translations_that_are_nearest(own):
    head = "sentence_id,language,sentence,answer,annotator"
    rows = [
        f"{number},{language},{text},{answer},{language}{who}"
        for language, texts in (
            ("en", TEXTS),
            ("es", ("Ella bebió [MASK].", "Vendieron la [MASK].", "Vio una [MASK].")),
        )
        for number, text in enumerate(texts, 1)
        for who, answer in ((1, "water"), (2, "house"))
    ]
    page = own(head, *rows, show="Language map")
    read = said(page)
    assert "of 6 sentences, the nearest sentence in another language is a translation" in read
    assert "by chance 33%" in read


def test_without_numbers_no_sentence_is_taken_for_a_translation(own):
    rows = [
        f"{language},{text.replace('the', language)} {language},{who},water"
        for language in ("en", "es")
        for text in TEXTS
        for who in ("a", "b")
    ]
    page = own("language,sentence,annotator,answer", *rows, show="Language map")
    assert "none is known to be a translation of another" in said(page)


def test_a_full_disk_costs_a_warning_and_no_figure(own, monkeypatch):
    def full(*_):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(Store, "put_texts", full)
    read = said(own(HEAD, *ROWS))
    assert "The disk is full." in read
    assert "by group and language" in read


def test_many_sentences_are_offered_as_a_job(own):
    rows = [
        f"Room {n} was [MASK].,{word},{who},yes"
        for n in range(130)
        for who, word in (("a", "big"), ("b", "old"))
    ]
    page = own(HEAD, *rows)
    assert page.button(key="answers_job_first").label == "Read 130 sentences in the background"


def test_an_attribute_or_a_file_that_cannot_be_is_said_in_a_sentence(own):
    page = own(HEAD, *ROWS)
    box = next(box for box in page.multiselect if box.label == "Group by")
    page.session_state[box.key] = ["shoe size"]
    page.run()
    assert "There is no attribute 'shoe size' to group by" in said(page)
    page.text_input(key="answers_file").set_value("n" * 300).run()
    assert "is too long" in page.error[0].value


def test_a_model_that_is_refused_is_said_in_a_sentence(opened):
    page = opened("annotators", model=UnusableModelError("It has no head."))
    assert [error.value for error in page.error] == ["It has no head\\."]


def test_columns_known_by_their_names_are_chosen_where_another_is_missing(own):
    page = own("sentence,annotator,guess", "She drank [MASK].,a1,tea", "She drank [MASK].,a2,oil")
    chosen = {role: page.selectbox(key=f"answers_column_{role}").value for role in COLUMNS.names}
    assert (chosen["sentence"], chosen["annotator"], chosen["answer"]) == (
        "sentence",
        "annotator",
        "(none)",
    )
    page.selectbox(key="answers_column_answer").set_value("guess").run()
    page.button(key="use_file_answers_file").click().run()
    read = said(page)
    assert "has no column" not in read
    assert "of 2 answers" in read
