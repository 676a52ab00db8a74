"""Subtitles are read in the encodings that they are found in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import InputTextError
from engine.curation.subtitles.encoding import decode
from engine.curation.subtitles.reading import read_film

TIME = "1\n00:00:01,000 --> 00:00:02,000\n"
ENGLISH = f"{TIME}That’s the café – “closed”, he said.\n"
ESTONIAN = f"{TIME}Õde läks täna öösel šokolaadi järele. Kas žürii küpsetas öökülmas?\n"
RUSSIAN = f"{TIME}Бабушка сказала, что сегодня мы поедем в деревню.\n"
GERMAN = f"{TIME}Die Bäckerin weiß, dass er früh müde wird.\n"
POLISH = f"{TIME}Dziękuję, jutro pójdziemy nad rzekę żółtą łódką.\n"
JAPANESE = f"{TIME}おばあさんは今日、村へ行くと言いました。\n"
CHINESE = f"{TIME}奶奶说我们今天要去村里。\n"


@pytest.mark.parametrize(
    ("text", "language", "encoding"),
    [
        (ENGLISH, "en", "cp1252"),
        (ENGLISH, "en", "mac_roman"),
        (ESTONIAN, "et", "cp1257"),
        (ESTONIAN, "et", "iso8859_15"),
        (ESTONIAN, "et", "cp1252"),
        (ESTONIAN, "et", "iso8859_13"),
        (ESTONIAN, "et", "cp775"),
        (f"{TIME}Tere õhtust, vanaema! Küll on hea, et sa tulid üle õue.\n", "et", "latin_1"),
        (RUSSIAN, "ru", "cp1251"),
        (RUSSIAN, "ru", "koi8_r"),
        (RUSSIAN, "ru", "cp866"),
        (RUSSIAN, "ru", "iso8859_5"),
        (f"{TIME}Καλημέρα, πώς είσαι σήμερα;\n", "el", "cp1253"),
        (f"{TIME}שלום, מה שלומך היום?\n", "he", "cp1255"),
        (f"{TIME}صباح الخير يا جدتي\n", "ar", "cp1256"),
        (GERMAN, "de", "cp1252"),
        (GERMAN, "de", "cp850"),
        (POLISH, "pl", "cp1250"),
        (POLISH, "pl", "iso8859_2"),
        (f"{TIME}Büyükannem çok güzel şarkılar söylüyordu, değil mi?\n", "tr", "cp1254"),
        (JAPANESE, "ja", "cp932"),
        (JAPANESE, "ja", "euc_jp"),
        (CHINESE, "zh", "gb18030"),
        (f"{TIME}할머니는 오늘 마을에 간다고 말씀하셨다.\n", "ko", "cp949"),
        (f"{TIME}คุณยายบอกว่าวันนี้เราจะไปหมู่บ้าน\n", "th", "cp874"),
    ],
)
def test_old_encodings_give_the_letters_of_the_language(text, language, encoding):
    read, named, notes = decode(text.encode(encoding), language)
    assert read == text
    assert notes == (f"The file is not UTF-8; read as {named}. Look at letters with accents.",)


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"],
)
@pytest.mark.parametrize("text", [ENGLISH, RUSSIAN, CHINESE])
def test_unicode_is_read_with_and_without_a_mark(text, encoding):
    read, _, notes = decode(text.encode(encoding), "en")
    assert (read, notes) == (text, ())


def test_marked_big_endian_is_read():
    assert decode(b"\xfe\xff" + ENGLISH.encode("utf-16-be"), "en")[0] == ENGLISH


def test_letters_of_another_language_are_pointed_out():
    read, _, notes = decode(RUSSIAN.encode("cp1251"), "en")
    assert read == RUSSIAN
    assert "they are not those of English" in notes[0]


def test_a_damaged_letter_does_not_make_utf8_another_encoding():
    damaged = (RUSSIAN * 3).encode() + b"\xd0\n"
    read, named, notes = decode(damaged, "ru")
    assert read.startswith(RUSSIAN * 3)
    assert named == "utf-8"
    assert notes == ("1 letter could not be read: the file is damaged UTF-8.",)


def test_a_file_that_breaks_off_within_a_letter_is_read_up_to_it():
    read, _, notes = decode(ENGLISH.encode("utf-16")[:-1], "en")
    assert read == ENGLISH[:-1]
    assert notes == ("The file breaks off within its last letter.",)


def test_zero_bytes_without_utf16_are_refused():
    with pytest.raises(InputTextError, match="holds zero bytes, so it is not text"):
        decode(b"1\n00:00:01,000 --> 00:00:02,000\nA\0\0\0b\0\xff\0\0\n", "en")


def test_broken_utf16_is_refused():
    with pytest.raises(InputTextError, match="begins as UTF-16 text but does not go on so"):
        decode(b"\xff\xfe" + b"\x00\xd8" * 20, "en")


# --- encoded twice ------------------------------------------------------------------------

TWICE = "The file was encoded twice, as where “é” becomes “Ã©”: repaired in {}."


@pytest.mark.parametrize("wrong", ["cp1252", "latin_1"])
@pytest.mark.parametrize("text", [ENGLISH, f"{TIME}Il était très fâché, le garçon.\n", GERMAN])
def test_text_that_was_encoded_twice_is_repaired_with_a_note(text, wrong):
    twice = text.encode().decode("latin_1") if wrong == "latin_1" else _misread(text)
    assert twice != text
    read = read_film(twice.encode(), "film.srt", "en")
    assert read == replace(
        read_film(text.encode(), "film.srt", "en"),
        film=read.film,
        notes=(TWICE.format("1 line"),),
    )


def _misread(text: str) -> str:
    """UTF-8 read as Windows reads it, which knows no letter for five bytes and keeps them."""
    return "".join(
        bytes([byte]).decode("cp1252") if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else chr(byte)
        for byte in text.encode()
    )


def test_only_the_lines_that_were_encoded_twice_are_repaired():
    good, bad = "Le café est fermé.", _misread("Où est ma mère ?")
    read = read_film(f"{TIME}{good}\n{bad}\n{bad}\n".encode(), "film.srt", "fr")
    assert [one.text for one in read.sentences] == [good, "Où est ma mère ?", "Où est ma mère ?"]
    assert read.notes == (TWICE.format("2 lines"),)


def test_text_encoded_three_times_is_repaired():
    read = read_film(f"{TIME}{_misread(_misread('The café is closed.'))}\n".encode(), "film.srt")
    assert [one.text for one in read.sentences] == ["The café is closed."]


@pytest.mark.parametrize(
    "text",
    [
        "NÃO É A MAÇÃ?",
        "“Café”…",
        "Пойдём «домой»…",
        "â la française",
        "1 £ et 2 €",
        "¡Qué año!",
        "½ ª",
    ],
)
def test_letters_with_accents_before_signs_are_no_such_text(text):
    read = read_film(f"{TIME}{text}\n".encode(), "film.srt")
    assert (read.sentences[0].text, read.notes) == (text, ())
