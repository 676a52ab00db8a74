"""Text files and the encodings that are named for them."""

import pytest

from engine.core.errors import InputTextError
from engine.files.single_byte import NAMES
from engine.files.text_file import read_text


@pytest.mark.parametrize("encoding", ["utf-9", "\0", "hex", "é", " "])
def test_an_encoding_that_there_is_not_is_refused(encoding):
    with pytest.raises(InputTextError, match="There is no encoding"):
        read_text(b"a", "a.csv", encoding)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Она пришла домой", "cp1251"),
        ("Она пришла домой", "koi8-r"),
        ("Η γυναίκα τραγουδά", "cp1253"),
        ("彼女は歌う", "shift_jis"),
        ("她在唱歌", "gb18030"),
        ("그녀는 노래한다", "cp949"),
        ("הילדה שרה בבית", "cp1255"),
    ],
)
def test_letters_that_cannot_be_those_of_windows_1252_are_refused(text, encoding):
    data = f"text,bias_type\n{text},gender\n{text} 2026,gender\n".encode(encoding)
    with pytest.raises(InputTextError, match=r"a\.csv .* neither UTF-8 nor Windows-1252; save it"):
        read_text(data, "a.csv")
    assert text in read_text(data, "a.csv", encoding).text


@pytest.mark.parametrize(
    "text",
    ["Zoë über Žižek’s œuvre", "« Où çà ? » – “là”", "naïve ÀÉÎ", "Straße, öl", "année été"],
)
def test_letters_of_western_europe_are_read_as_windows_1252(text):
    found = read_text(text.encode("cp1252"), "a.csv")
    assert found.text == text
    assert "Windows-1252" in found.notes[0]


WESTERN = (
    *("Elle est née à Nîmes, où l’été est beau.", "L’élève", "garçon", "« Où çà ? » – “là”"),
    *("Die Bäckerin ist müde.", "Straße, öl", "schön", "La niña está cansada.", "España"),
    *("Él canta.", "“She’s a nurse”", "café", "naïve – it’s", "Zoë", "São Paulo, coração"),
    *("På en ö åt hon äpplen", "ÉCOLE"),
)
OF_WINDOWS = (
    *("It ended—badly—again", "She said “no”… and left", "10 € – 5 £", "nº 5 §3", "Novotný"),
    *("Hún er þreytt", "mýs", "það er gott", "Björk’s “Jóga”", "l’œuvre", "Paris–Dakar"),
)
TURKISH = ("Hemşire yorgun değildi.", "kız", "İyi", "IŞIK", "Kadın çok çalışıyor, “yorgun” –")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((text, "mac_roman") for text in WESTERN),
        *((text, "cp1252") for text in (*WESTERN, *OF_WINDOWS)),
        *((text, "cp1254") for text in TURKISH),
        ("Ta läks tööle, žürii ja šokk", "cp1257"),
        ("Pielęgniarka była zmęczona.", "cp1250"),
    ],
)
def test_letters_tell_the_encoding_and_it_is_named(text, encoding):
    data = f"sentence,bias_type\n{text},gender\n".encode(encoding)
    found = read_text(data, "a.csv")
    assert found.text.split("\n")[1] == f"{text},gender"
    assert found.encoding == f"utf-8 with {encoding}"
    assert found.notes[0].startswith(f"Read as {NAMES[encoding]}")
    assert "right? If not, save" in found.notes[0]


def test_stray_letters_of_a_mac_in_utf8_are_read_beside_those_of_utf8():
    data = "Zoë,Жанна\n".encode() + "fiancée,élève,garçon\n".encode("mac_roman")
    assert read_text(data, "a.csv").text == "Zoë,Жанна\nfiancée,élève,garçon\n"


def test_a_file_of_another_encoding_is_refused():
    with pytest.raises(InputTextError, match=r"a\.csv is not ascii text"):
        read_text("é".encode(), "a.csv", "ascii")


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("curate", "film.srt", "--lists", "FOLDER"), "a word list in TOML, text or JSON"),
        (("lpbs", "FOLDER"), "a JSON file"),
        (("inject", "--out", "made", "--biases", "FOLDER"), "a CSV or JSON file"),
        (("sweep", "--measures", "pppl:FOLDER", "--out", "made"), "one sentence a line"),
        (("pairs", "FOLDER"), "a CSV, TSV or JSONL file"),
    ],
)
def test_in_place_of_a_folder_the_kind_of_file_that_is_read_there_is_asked_for(
    engine, tmp_path, monkeypatch, arguments, wanted
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some").mkdir()
    cue = "1\n00:00:01,000 --> 00:00:02,000\nShe left.\n"
    (tmp_path / "film.srt").write_text(cue, encoding="utf-8")
    refusal = engine(*(word.replace("FOLDER", "some") for word in arguments)).refusal
    assert "some is a folder; give" in refusal
    assert wanted in refusal
