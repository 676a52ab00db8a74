"""Whatever a file that is not UTF-8 is for, its user is shown which encoding was taken."""

from __future__ import annotations

import json

import pytest

from engine.curation.keywords.lists import load_lists
from engine.curation.subtitles.reading import read_film
from engine.files.labelled import read_labelled
from engine.files.sentences import read_sentences_file
from engine.lab.table import read_table
from engine.measures.agreement.data.file import read_answers
from engine.measures.cabm.data.corpora import corpus_counts
from engine.measures.cabm.data.counts_file import read_counts
from engine.measures.cabm.data.file import read_framed, read_listed_targets
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.honest.lexicon import read_lexicon
from engine.measures.lpbs.sets import read_domains
from engine.measures.pairs.data.file import read_pairs
from engine.measures.perplexity.column import column
from engine.words.association_tests import file_lists, read_seat_test
from engine.words.lists import read_attributes

SEAT = {
    "targ1": ["Zoë", "Chloë"],
    "targ2": ["José", "André"],
    "attr1": ["cuisinière"],
    "attr2": ["ingénieur"],
}
LPBS = {
    "jobs": {
        "x": "women",
        "y": "men",
        "templates": [
            f"[MASK] {verb} a {{target}}." for verb in ("is", "sees", "knows", "likes", "was")
        ],
        "targets": {"women": ["cuisinière", "élève"], "men": ["ingénieur", "père"]},
    }
}
FRAMED = "sentence,occupation\nThe fiancé is a baker and he left.,baker\n"


def heard(read):
    """What a reader says that takes somebody to say it to."""

    def notes(path):
        said = []
        read(path, said.append)
        return said

    return notes


def by_words(path):
    other = path.with_name("targets.csv")
    other.write_text("word,label\nnurse,A\ncook,B\n")
    return read_attributes(str(path)).notes


def counted_upload(path):
    framed = read_framed(FRAMED.encode(), GENDER, ["baker"], {}, "a.csv")
    return [corpus_counts("a.txt", framed, ["baker"], path.read_bytes()).note]


# kind -> what the file holds, its name, and what is said when it is read
READERS = {
    "pairs": (
        "sent_more,sent_less\nSa fiancée chante.,Son fiancé chante.\n",
        "a.csv",
        lambda path: read_pairs(path).notes,
    ),
    "answers": (
        "sentence,answer,annotator\nLe [MASK] est né.,garçon,a1\n",
        "a.csv",
        lambda path: read_answers(path).notes,
    ),
    "sentences": ("L’élève est [MASK].\n", "a.txt", lambda path: read_sentences_file(path).notes),
    "framed": (FRAMED, "a.csv", lambda path: read_framed(path, GENDER, ["baker"], {}).notes),
    "targets": (
        "fiancée\nélève\n",
        "a.txt",
        heard(lambda path, note: read_listed_targets(path, GENDER, note=note)),
    ),
    "labelled": (
        "text,label\nUn garçon.,1\n",
        "a.csv",
        heard(lambda path, note: read_labelled(str(path), note=note)),
    ),
    "planted": (
        "occupation,p_male\ncuisinière,0.1\nélève,0.5\nprofesseur,0.6\npère,0.9\n",
        "a.csv",
        heard(lambda path, note: read_table(str(path), note=note)),
    ),
    "lexicon": ("word,category\nfée,x\n", "a.csv", lambda path: read_lexicon(str(path)).notes),
    "attributes": ("fiancée,fiancé\nmère,père\n", "a.csv", by_words),
    "targets of a test": (
        "fiancée,A\nélève,B\nnurse,A\ncook,B\n",
        "t.csv",
        lambda path: file_lists(("a.csv", b"A,B\nshe,he\nher,him\n"), str(path)).notes,
    ),
    "seat": (
        json.dumps(SEAT, ensure_ascii=False),
        "a.jsonl",
        lambda path: read_seat_test(str(path)).notes,
    ),
    "lpbs": (
        json.dumps(LPBS, ensure_ascii=False),
        "a.json",
        heard(lambda path, note: read_domains(str(path), note)),
    ),
    "counts": (
        "target,sentences,male,female\n(all),3,1,1\nfiancée,2,1,1\n",
        "a.csv",
        lambda path: [read_counts(path, "a.csv").note],
    ),
    "corpus": ("The fiancée is a baker. She left.\nHe is a baker.\n", "a.txt", counted_upload),
    "keywords": (
        "category: age\nélève\nfiancée\n",
        "a.txt",
        heard(lambda path, note: load_lists("en", [("a.txt", path)], note=note)),
    ),
    "subtitles": (
        "1\n00:00:01,000 --> 00:00:02,000\nLa fiancée de l’élève est là.\n",
        "a.srt",
        lambda path: read_film(path, language="fr").notes,
    ),
}
NAMES = ("Mac-Roman", "mac_roman")


@pytest.mark.parametrize(("text", "name", "notes"), READERS.values(), ids=READERS)
def test_a_file_of_an_old_mac_is_read_and_its_encoding_named(text, name, notes, tmp_path):
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert not any(named in said for said in notes(path) for named in NAMES)
    path.write_bytes(text.encode("mac_roman"))
    assert any(named in said for said in notes(path) for named in NAMES)


def test_the_command_that_completes_a_file_names_its_encoding(engine, tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("L’élève [MASK] là.\n".encode("mac_roman"))
    assert "Read as Mac-Roman" in engine("fill", "--file", str(path)).err


def test_turkish_subtitles_that_are_taken_for_english_have_their_letters():
    text = "1\n00:00:01,000 --> 00:00:02,000\nKız yorgun değildi.\n"
    film = read_film(text.encode("cp1254"), "a.srt", language="en")
    assert [sentence.text for sentence in film.sentences] == ["Kız yorgun değildi."]
    assert "read as cp1254" in film.notes[0]


def test_a_column_of_a_text_of_an_old_mac_names_its_encoding(tmp_path):
    class Found:
        values = ({"log_probabilities": [-1.0, -2.0], "top": [True, False]},) * 2

    path = tmp_path / "a.txt"
    path.write_bytes("L’élève est là.\nSa fiancée chante.\n".encode("mac_roman"))
    read = column(str(path)).read(lambda *_: Found, None, "", 0)
    assert any("Mac-Roman" in note for note in read.notes)
