"""Probe with a file of sentences: the first words of each, in a table and as CSV."""

from __future__ import annotations

import pytest

from components.frame import session
from components.frame.present.numbers import percent
from components.probe import sentences_file
from tests.pages.reading import figures
from tests.pages.test_probe import PARAMS, TEXT

pytestmark = pytest.mark.page

OTHER = "The doctor said that [MASK] was late."
ANOTHER = "The pilot said that [MASK] was late."


@pytest.fixture
def file(tmp_path):
    def write(content: str, name: str = "sentences.txt") -> str:
        (tmp_path / name).write_text(content)
        return str(tmp_path / name)

    return write


def table(page, column="most likely words"):
    return next((found.value for found in page.dataframe if column in found.value), None)


def test_every_sentence_has_its_first_words(opened, spec, file):
    hostile = "<img src=x onerror=alert(1)> **b** $x$ [MASK]"
    page = opened("probe", sentences_file=file(f"{TEXT}\n\nNo mask.\n{OTHER}\n{hostile}\n"))
    shown = table(page)
    assert list(shown["line"]) == [1, 4, 5]
    assert list(shown["sentence"]) == [TEXT, OTHER, hostile]
    value = session.measure("completion", spec, [{"text": TEXT}], PARAMS).values[0]
    first = value["predictions"][0][0]
    assert shown["most likely words"][0].endswith(
        ", ".join(percent(entry["probability"]) for entry in value["predictions"][0][4:5])
    )
    assert percent(first["probability"]) in shown["most likely words"][0]
    assert shown["he"][0] == percent(value["targets"][0]["probability"])
    left_out = table(page, "why")
    assert list(left_out["line"]) == [3]
    assert "no blank" in left_out["why"][0]
    assert not page.error
    assert figures(page)  # the typed sentence is still answered
    lines = [entry.value for entry in page.code if "--file" in entry.value]
    assert len(lines) == 1
    assert "--out words.csv" in lines[0]
    assert "--targets=he,she" in lines[0]


def test_a_column_of_another_name_is_asked_for(opened, file):
    page = opened("probe", sentences_file=file(f"id,mine\n1,{TEXT}\n", "a.csv"))
    (warning,) = page.warning
    assert "needs the column text" in warning.value
    page.selectbox(key="sentences_file_column_text").set_value("mine").run()
    assert list(table(page)["sentence"]) == [TEXT]
    assert any("--columns text=mine" in entry.value for entry in page.code)


def test_a_file_that_cannot_be_used_is_refused_in_one_sentence(opened, file):
    page = opened("probe", sentences_file=file("No mask.\nNor here.\n"))
    (error,) = page.error
    assert "No sentence of the file has a blank" in error.value
    assert figures(page)


def test_many_sentences_are_a_job_that_computes_what_the_page_asks_for(
    opened, file, monkeypatch, spec, tmp_path
):
    from engine.cli import main

    monkeypatch.setattr(sentences_file, "AT_ONCE", 0)
    submitted = []
    monkeypatch.setattr(
        session.background, "submit_command", lambda *given: submitted.append(given)
    )
    page = opened("probe", sentences_file=file(f"{OTHER}\n{ANOTHER}\n"))
    assert table(page) is None
    assert any("0 of 2 sentences are completed" in entry.value for entry in page.markdown)
    page.button(key="job_sentences_file").click().run()
    ((title, command),) = submitted
    assert title == "2 sentences completed"
    assert command.words[:2] == ("fill", "--file")
    (name,) = command.files
    assert name == command.words[2]
    (tmp_path / name).write_bytes(command.files[name])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["engine", *command.words])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    assert list(table(page.run())["sentence"]) == [OTHER, ANOTHER]


def test_a_file_that_only_a_link_names_is_not_read(opened, file, monkeypatch):
    from components.frame.session import confirmed

    monkeypatch.setattr(confirmed, "is_confirmed", lambda *_: False)
    monkeypatch.setattr(session, "is_confirmed", lambda *_: False)
    page = opened("probe", sentences_file=file(TEXT))
    assert table(page) is None
    assert any("Nothing has been opened so far" in entry.value for entry in page.markdown)


def test_a_causal_model_continues_every_line(opened, file, tiny_model_folder):
    model = session.spec_of(str(tiny_model_folder("gpt2")))
    path = file("The nurse said that\nThe doctor said that\n")
    page = opened("probe", model=model, sentences_file=path)
    assert len(table(page)) == 2
    assert not page.error
