from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.files import sentences
from engine.files.columns import MissingColumnsError
from engine.files.sentences import COLUMNS, read_sentences_file


def test_a_text_file_has_a_sentence_a_line():
    file = read_sentences_file(b"The [MASK].\r\n\r\n  A, b [MASK].\n", "a.txt")
    assert file.sentences == ((1, "The [MASK]."), (3, "A, b [MASK]."))
    assert (file.format, file.rejected.empty, file.columns) == ("txt", True, {})


def test_a_table_has_a_column_of_sentences():
    data = b'id,Sentence\n1,"She, too, is [MASK]."\n2, \n3,x,y\n'
    file = read_sentences_file(data, "a.csv")
    assert file.sentences == ((2, "She, too, is [MASK]."),)
    assert file.columns == {"text": "Sentence"}
    assert list(file.rejected["row"]) == [3, 4]
    assert file.rejected["problem"].iloc[0] == "the sentence is empty"


def test_tab_separated_and_json_lines_are_read():
    tabs = read_sentences_file(b"n\ttext\n1\tA [MASK].\n", "a.tsv")
    assert (tabs.format, tabs.sentences) == ("tsv", ((2, "A [MASK]."),))
    rows = read_sentences_file(b'{"prompt": "A [MASK]."}\n{"prompt": 3}\nno\n', "a.jsonl")
    assert (rows.format, rows.sentences) == ("jsonl", ((1, "A [MASK]."),))
    assert list(rows.rejected["problem"]) == [
        "the sentence is not text",
        "is not a JSON object on one line",
    ]


def test_another_column_can_be_named():
    data = b"a,b\nx [MASK],y [MASK]\n"
    assert (
        read_sentences_file(data, "a.csv", COLUMNS.mapping("text=b")).sentences[0][1] == "y [MASK]"
    )
    with pytest.raises(MissingColumnsError, match=r"needs the column text\. It has: a, b"):
        read_sentences_file(data, "a.csv")


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"", "a.txt", "holds no sentence"),
        (b"\n \n", "a.txt", "holds no sentence"),
        (b"", "a.csv", "is empty"),
        (b"text\n \n", "a.csv", "no rows below its header"),
        (b"\x7fELF\0\0\0", "a.txt", "zero bytes"),
        (b"PK\x03\x04zip", "a.csv", "a ZIP archive"),
    ],
)
def test_what_holds_no_sentences_is_refused(data, name, said):
    with pytest.raises(InputTextError, match=said):
        read_sentences_file(data, name)


def test_a_file_of_too_many_sentences_is_refused(monkeypatch):
    monkeypatch.setattr(sentences, "MOST", 2)
    assert len(read_sentences_file(b"a\nb\n", "a.txt").sentences) == 2
    with pytest.raises(InputTextError, match="holds 3 sentences; at most 2"):
        read_sentences_file(b"a\nb\nc\n", "a.txt")
