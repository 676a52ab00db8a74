from __future__ import annotations

import json

import pytest

from engine.command_line.output import probability_text, progress_line, write_json, write_table


def test_bec_pro_says_how_small_a_p_value_is_at_least():
    from engine.measures.bec_pro.command import _test

    found = _test({"p": 1e-9, "p_holm": 3e-9, "w": 12.0, "r": -0.8})
    assert found == "W 12, p < 0.0001 (Holm < 0.0001), r -0.80"


def test_a_table_keeps_its_lines_and_controls_no_terminal(capsys):
    write_table("\x1b[3m", ["a\x07"], [["one\ntwo\x9b0m and more"]])
    out = capsys.readouterr().out
    lines = [line.strip() for line in out.splitlines()]
    assert lines == ["\\x1b[3m", "a\\x07", "one", "two\\x9b0m and more"]
    assert not {"\x1b", "\x07", "\x9b"} & set(out)


def test_no_word_of_a_title_is_broken_and_it_is_as_wide_as_the_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    name = "a-model-" * 6
    write_table(f"{name}, in German: covers all of the answers", ["a", "b"], [["1", "2"]])
    assert capsys.readouterr().out.splitlines()[:2] == [
        f"{name},",
        "in German: covers all of the answers",
    ]


JOBS = ["hairdresser", "female", "-1.37", "-0.073", "[-2.1, -1.1]", "not settled"]
COLUMNS = ["occupation", "list", "PMI", "cosine", "95% CI", "leans"]


@pytest.mark.parametrize("width", [51, 60])
def test_words_of_a_table_are_whole_while_there_is_room(capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    write_table("CABM", COLUMNS, [JOBS])
    lines = capsys.readouterr().out.splitlines()[1:]
    assert max(map(len, lines)) <= width
    words = {word for line in lines for word in line.split()}
    assert words == {word for text in (*COLUMNS, *JOBS) for word in text.split()}


def test_what_names_a_row_is_whole_even_where_other_columns_are_not(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    write_table("CABM", COLUMNS, [JOBS])
    out = capsys.readouterr().out
    assert "occupation " in out
    assert "hairdresser " in out
    assert "settled" not in out


def test_an_address_is_folded_unless_its_column_is_to_be_whole(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    address = "a-very-long-address" * 3
    write_table("", ["model", "n"], [[address, "3"], ["", ""]])
    assert address not in capsys.readouterr().out
    write_table("", ["model", "n"], [[address, "3"], ["", ""]], whole=["model"])
    assert address in capsys.readouterr().out


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


def test_one_object_with_every_sign_as_it_is_unless_it_controls_a_terminal(capsys):
    told = {"word": "naïve 😀 \u2581", "title": "\x1b\x7f\x9b0m é"}
    write_json(told)
    out = capsys.readouterr().out
    assert out.startswith('{\n  "word": "naïve 😀 \u2581",\n')
    assert not {"\x1b", "\x7f", "\x9b"} & set(out)
    assert "é" in out
    assert json.loads(out) == told


def test_no_probability_is_shown_as_nothing():
    assert [probability_text(value) for value in (0.25, 0.0001, 0.00009, 9e-14)] == [
        "25.00%",
        "0.01%",
        "9.0e-03%",
        "9.0e-12%",
    ]
    assert probability_text(None) == "unknown word"
