from __future__ import annotations

import pytest

from engine.commands.common import Subject, progress_line, split_words, write_json, write_table


def test_words_are_split_at_commas_without_doubles():
    assert split_words(" he, she ,he,, they") == ["he", "she", "they"]
    assert split_words(" , ") == []


def test_one_object_with_every_sign_as_it_is(capsys):
    write_json({"word": "naïve 😀 \u2581"})
    assert capsys.readouterr().out == '{\n  "word": "naïve 😀 \u2581"\n}\n'


def test_what_is_no_number_is_never_printed_as_json():
    with pytest.raises(ValueError, match="JSON"):
        write_json({"score": float("nan")})


def test_a_table_shows_text_as_it_is(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    write_table("[red]title", ["[b]", ":cat:"], [["[/b] [MASK]", ":heart: \\"], ["", "[link=x]"]])
    shown = capsys.readouterr().out
    for text in ("[red]title", "[b]", ":cat:", "[/b] [MASK]", ":heart: \\", "[link=x]"):
        assert text in shown


def test_progress_is_shown_only_where_someone_looks(monkeypatch, capsys):
    assert progress_line("pppl", 10) is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert progress_line("pppl", 1) is None
    show = progress_line("pppl", 10)
    show(3, 10)
    show(10, 10)
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err == "\rpppl: 3 of 10\rpppl: 10 of 10\n"


def test_a_subject_is_known_before_any_weight_is_read(tiny_model_folder, monkeypatch):
    monkeypatch.setattr("engine.models.loading.load", lambda *_: pytest.fail("loaded"))
    subject = Subject(str(tiny_model_folder("bert")), "2-1,1-2", "auto", "float32", True)
    assert [str(head) for head in subject.spec.masked_heads] == ["1-2", "2-1"]
    assert subject.store is None
