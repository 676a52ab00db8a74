"""Where a sentence ends, and where a full stop ends none."""

from __future__ import annotations

import pytest

from engine.curation.subtitles.reading import has_ended, split, without_ellipsis


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Yes. No. Why?", ["Yes.", "No.", "Why?"]),
        ("“Go!” he said. She went.", ["“Go!” he said.", "She went."]),
        ("He left... She stayed.", ["He left...", "She stayed."]),
        ("Well... maybe so.", ["Well... maybe so."]),
        ("Mr. Lamp and Mrs. Post came to St. Ives.", ["Mr. Lamp and Mrs. Post came to St. Ives."]),
        ("J. R. Lamp is here.", ["J. R. Lamp is here."]),
        ("So do I. Come in.", ["So do I.", "Come in."]),
        ("The U.S. Army is here.", ["The U.S. Army is here."]),
        ("He lives in the U.S. She does not.", ["He lives in the U.S.", "She does not."]),
        ("It costs 3.50 now.", ["It costs 3.50 now."]),
        ("See you at 5 p.m. tomorrow.", ["See you at 5 p.m. tomorrow."]),
        ("Sündinud 15. mail. Ta on noor.", ["Sündinud 15. mail.", "Ta on noor."]),
        ("¿Qué? ¡Nada!", ["¿Qué?", "¡Nada!"]),
        ("لماذا؟ لا أعرف.", ["لماذا؟", "لا أعرف."]),
        ("你好！我是小明。走吧", ["你好！", "我是小明。", "走吧"]),
        ("「行け！」と言った。", ["「行け！」と言った。"]),
        ("なに？！！ え", ["なに？！！", "え"]),
        ("Иди сюда! Кто там?", ["Иди сюда!", "Кто там?"]),
    ],
)
def test_a_text_is_divided_into_its_sentences(text, sentences):
    assert split(text) == sentences


@pytest.mark.parametrize("text", ["Yes.", "Yes!”", "Yes?)", "Go...", "Go…", "是。", "So do I."])
def test_a_sentence_has_ended(text):
    assert has_ended(text)


@pytest.mark.parametrize("text", ["Yes", "Yes,", "I met Mr.", "He is J.", "", "so -"])
def test_a_sentence_has_not_ended(text):
    assert not has_ended(text)


@pytest.mark.parametrize(
    ("text", "bare"), [("I was...", "I was"), ("I was …", "I was"), ("...", ""), ("I was.", None)]
)
def test_an_ellipsis_at_the_end_is_taken_off(text, bare):
    assert without_ellipsis(text) == bare
