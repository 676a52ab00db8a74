"""The user's own file on the Pairs page, good and bad."""

from __future__ import annotations

import sqlite3

import pandas as pd
import pytest

from components.frame import session
from components.frame.widgets.chosen_data import ChosenData
from components.pairs import data, scoring
from engine.core.errors import StorageError
from engine.measures.pairs.data.sets import pair_sets
from engine.storage.store import Store
from tests.components.drawn import unescaped
from tests.pages.reading import claims, texts

pytestmark = pytest.mark.page

ROWS = "sent_more,sent_less,stereo_antistereo,bias_type\n" + "\n".join(
    f"The {more} was {word}.,The {less} was {word}.,stereo,gender"
    for more, less in (("woman", "man"), ("girl", "boy"))
    for word in ("tired", "old", "happy")
)


@pytest.fixture
def own(opened, tmp_path):
    """Open the page with a file of this content, given by its path."""

    def page(content: str | bytes, name: str = "pairs.csv", **address: str):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return opened("pairs", data="Your own file", file=str(path), **address)

    return page


def test_a_file_is_scored_where_it_lies_and_again_when_it_changes(own, tmp_path):
    page = own(ROWS)
    assert " of 6 pairs: too few pairs to tell whether it prefers either" in claims(page)[0]
    command = page.code[0].value
    assert command.startswith("python -m engine pairs ")
    assert "pairs.csv --measure cps" in command
    (tmp_path / "pairs.csv").write_text(ROWS + "\nShe ran.,He ran.,stereo,gender")
    page.run()
    assert " of 7 pairs: " in claims(page)[0]


def test_the_same_pairs_in_another_file_are_exported_with_its_name_and_columns(
    own, tmp_path, monkeypatch
):
    kept = {}

    def keep(name, frame, *_, about, **__):
        kept[name] = list(frame.columns), about

    monkeypatch.setattr("components.frame.widgets.export.row", keep)
    lines = ROWS.splitlines()
    page = own("\n".join([f"{lines[0]},source", *(f"{line},a letter" for line in lines[1:])]))
    columns, about = kept["pairs"]
    assert "source" in columns
    assert "pairs.csv" in about
    (tmp_path / "paare.tsv").write_text(ROWS.replace(",", "\t"))
    page.text_input(key="file").set_value(str(tmp_path / "paare.tsv")).run()
    columns, about = kept["pairs"]
    assert "source" not in columns
    assert "paare.tsv" in about
    assert "pairs.csv" not in about


def test_windows_text_is_read_with_its_bad_rows_listed_and_the_good_ones_scored(own):
    bad = "\nonly one side,,stereo,gender\n=cmd(),The man ran.,stereo,gender"
    page = own((ROWS.replace("woman", "señora") + bad).encode("cp1252"))
    assert "Read as Windows-1252 (Excel). Is ñ right?" in texts(page)
    (left_out,) = (box for box in page.expander if box.label == "1 row could not be read")
    assert left_out.dataframe[0].value["problem"].tolist() == ["sent_less is empty"]
    assert page.header[1].value == "7 pairs"


def test_columns_are_chosen_by_hand_and_the_command_repeats_the_choice(own):
    page = own('"one, more",two\nThe woman was tired.,The man was tired.\n')
    assert (
        "needs the columns sent_more (more stereotyping sentence) and sent_less (less stereotyping "
        "sentence)" in unescaped(texts(page))
    )
    assert not claims(page)
    for role, column in (("sent_more", "one, more"), ("sent_less", "two")):
        page.selectbox(key=f"column_{role}").set_value(column)
    page.run()
    assert not claims(page)  # further columns may be chosen
    page.button(key="use_file_file").click().run()
    assert " of 1 pair: too few pairs to tell whether it prefers either" in claims(page)[0]
    assert not page.warning
    assert """--columns 'sent_less=two,"sent_more=one, more"'""" in page.code[0].value


def test_repeated_and_identical_rows_are_kept_and_said(own):
    rows = f"{ROWS}\n{ROWS.splitlines()[1]}\nShe ran.,She ran.,stereo,gender"
    page = own(rows, tab="Quality")
    read = texts(page)
    assert "duplicate (1 pair)" in read
    assert "identical (1 pair)" in read
    assert "1 pair could not be scored" in read


def test_every_pair_flagged_leaves_no_clean_one(own):
    page = own("sent_more,sent_less\nThe woman ran and ran.,A man ran.\n", clean="true")
    assert "Every pair carries a quality flag" in texts(page)


def test_what_is_no_file_of_pairs_is_said_in_one_sentence(opened, tmp_path):
    page = opened("pairs", data="Your own file")
    assert "One pair per row" in texts(page)  # what one looks like
    assert not claims(page)
    workbook, large = tmp_path / "pairs.csv", tmp_path / "large.csv"
    workbook.write_bytes(b"PK\x03\x04 a workbook")
    with large.open("wb") as stream:
        stream.truncate(200 * 2**20)
    for path, reason in (
        (workbook, "a ZIP archive, not text"),
        (large, "is larger than 50 MB"),
        (tmp_path / "none.csv", "There is no file"),
        (tmp_path, "is a folder"),
        ("/dev/null", "not an ordinary"),
        ("~no-such-user/pairs.csv", "names a user who is not on this machine"),
        ("n" * 300 + ".csv", "is too long"),
        ("a\0b.csv", "holds a zero byte"),
    ):
        page.text_input(key="file").set_value(str(path)).run()
        assert not page.exception
        assert reason in texts(page)
        assert not claims(page)


def test_a_full_disk_costs_a_warning_and_no_score(own, monkeypatch):
    def full(*_):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(Store, "put_texts", full)
    page = own(ROWS)
    assert " of 6 pairs: " in claims(page)[0]
    assert [warning.value for warning in page.warning][:1] == ["The disk is full\\."]


def long_file(pairs: int) -> str:
    lines = [f"She said {n}.,He said {n}.,stereo,gender" for n in range(pairs)]
    return "\n".join([ROWS.splitlines()[0], *lines])


def test_a_long_file_is_offered_as_a_job_and_the_own_pair_is_there_meanwhile(own, monkeypatch):
    page = own(long_file(400))
    assert page.button(key="job_first").label == "Score 400 pairs in the background"
    assert page.header[0].value.endswith(" prefer in each of 400 pairs?")
    assert page.header[-1].value == "Your own pair"
    assert not claims(page)

    def full(*_, **__):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite3, "connect", full)
    page.button(key="job_first").click().run()
    assert not page.exception
    assert "Free some space" in texts(page)
    assert page.header[-1].value == "Your own pair"


def test_long_sentences_are_a_job_even_where_they_are_few(own):
    words = " ".join(["tired"] * 400)
    rows = [f"The woman was {words}{n}.,The man was {words}{n}." for n in range(2)]
    page = own("\n".join(["sent_more,sent_less", *rows]))
    assert page.button(key="job_first").label == "Score 2 pairs in the background"


@pytest.mark.main_path
def test_variants_are_scored_when_asked_for_and_corrected_together(own, monkeypatch):
    page = own(long_file(12), tab="Variants")
    assert page.button(key="score_variants").label == "Score 6 more measures"
    assert "Only one variant has been scored so far" in texts(page)
    submitted = []
    with monkeypatch.context() as many:  # of a long file, they are jobs
        many.setattr(
            session.background, "submit_command", lambda *given: submitted.append(given[1])
        )
        many.setattr(scoring, "AT_ONCE", 5)
        page.run()
        page.button(key="job_variants").click().run()
    assert [command.words[3] for command in submitted] == [
        *("pll", "pll-l2r", "pll-l2r-published", "sss", "aul", "aula")
    ]
    page.run()
    page.button(key="score_variants").click().run()
    assert "Holm-corrected over 7 variants" in texts(page)
    (table,) = (entry.value for entry in page.dataframe if "p (Holm)" in entry.value)
    assert "PLL, left to right, as released" in list(table["measure"])
    page.run()
    assert not [button for button in page.button if button.key == "score_variants"]


def test_two_models_are_drawn_beside_each_other_in_their_own_tab(own):
    page = own(ROWS, heads="1-1", tab="Two models")
    assert "Each point is a pair" in texts(page)
    assert "The same pairs, scored" not in texts(page)
    assert "Rings: all heads on" in texts(page)
    assert "--compare " in page.code[0].value


def test_a_compared_model_that_is_refused_costs_a_warning_only(own, monkeypatch):
    measure = session.measure

    def refused(name, spec, *given):
        if not spec.masked_heads:
            raise StorageError("It cannot be loaded.")
        return measure(name, spec, *given)

    monkeypatch.setattr(session, "measure", refused)
    page = own(ROWS, heads="1-1")
    assert "cannot be shown as the second model: It cannot be loaded." in texts(page)
    assert " of 6 pairs: " in claims(page)[0]


def test_a_running_job_is_not_helped_by_the_page(own, monkeypatch):
    monkeypatch.setattr(session.background, "job_of", lambda _: object())
    page = own(ROWS)
    assert "A job is running" in texts(page)
    assert not claims(page)


def test_public_sentences_are_blurred_until_the_switch_is_off(opened, monkeypatch):
    pairs = pd.DataFrame(
        {"sent_more": ["The woman was tired."], "sent_less": ["The man was tired."]}
    )
    monkeypatch.setattr(
        data,
        "load_chosen_pairs",
        lambda *_: ChosenData("public", "A public set", pairs, "public", listed=pair_sets()[1]),
    )
    page = opened("pairs")
    assert "collected to test models" in texts(page)
    row = page.dataframe[0].value.iloc[0]
    assert (row["sent_more"], row["changed"]) == ("••• ••••• ••• •••••.", "••••• / •••")
    assert "woman" not in texts(page).partition("More stereotyping sentence")[0]
    page.toggle(key="blur_public").set_value(False).run()
    assert page.dataframe[0].value.iloc[0]["sent_more"] == "The woman was tired."
