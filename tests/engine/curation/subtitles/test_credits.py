"""Credits are what names somebody or an address; what is only begun alike is said."""

from __future__ import annotations

import pytest

from engine.curation.subtitles.cleaning import credits_left_out
from engine.curation.subtitles.reading import read_film
from tests.engine.curation.conftest import srt

SPEECH = (
    "Translation: the guard sleeps.",
    "Translation: He sleeps.",
    "Translation:\nHe sleeps.",
    "Translation: Run!",
    "Translation: No.",
    "Translation: Danger.",
    "TRANSLATION: THE GUARD IS ASLEEP.",
    "Transcript: not found.",
    "Edited: the short one wins.",
    "Corrected: Who was it?",
    "Adaptation: that is what we do.",
    "Subs from the harbour are here.",
    "Subs from them are slow.",
    "Subs: they dive at dawn.",
    "Captions from Anna are the best.",
    "Sync: not yet.",
    "Edited by Anna, the book sold well.",
    "Edited by Anna\nit sold well.",
    "Translated by hand",
    "Translated by sailors\nand their wives.",
    "Translated by him.",
    "Encoded by us, nobody could read it.",
    "Downloaded from the ship, she woke.",
    "Support us and become a nurse.",
    "Help other users, said the librarian.",
    "Übersetzung: Er schläft.",
    "Untertitel: das kann niemand lesen.",
    "Traduction : elle dort.",
    "Subtítulos: no los veo.",
    "Tõlge: ta magab.",
    "Перевод: он спит.",
)
CREDITS = (
    "Translation: Lena Harbour",
    "Translation: Lena Harbour.",
    "Translation by Lena Harbour.",
    "Subs from Norway Team",
    "Subs: lena_h",
    "Subs by l3na",
    "Subtitles by harbourlass",
    "Subtitles by Lena and the Harbour Crew",
    "Subtitles by\nLena Harbour",
    "Subtitles by",
    "Edited: Lena Harbour, Tom Quay",
    "EDITED BY LENA HARBOUR",
    "Synced, corrected by Lena",
    "Sync: HarbourLass",
    "Captioned by the Harbour Institute",
    "Captioning made possible by the Harbour Fund",
    "Transcribed from www.harbour.example",
    "Downloaded from the harbour site",
    "Untertitel im Auftrag des ZDF",
    "Übersetzung: Lena Hafen",
    "Traduction : Léna Quai",
    "Перевод: Елена Портовая",
    "ترجمة www.harbour.example",
    "Please rate this subtitle",
    "Advertise your product or brand here",
    "Help other users to choose the best subtitles",
)


@pytest.mark.parametrize("text", [*SPEECH, *CREDITS])
def test_credits_carry_a_name_or_an_address(text):
    assert credits_left_out(text) == (text if text in SPEECH else "")


def test_what_is_left_out_as_credits_is_counted():
    said = ["Translation: he sleeps.", "Subtitles by Lena", "Go home.", "www.harbour.example"]
    read = read_film(srt(*said), "film.srt")
    assert [one.text for one in read.sentences] == ["Translation: he sleeps.", "Go home."]
    assert read.notes == ("2 cues with credits or an address left out.",)
    assert read_film(srt("Go home."), "film.srt").notes == ()


def test_a_file_of_credits_alone_says_so_once():
    read = read_film(srt("Subtitles by Lena"), "film.srt")
    assert read.sentences == ()
    assert read.notes == (
        "Nothing is said in it: only sounds, music or credits.",
        "1 cue with credits or an address left out.",
    )
