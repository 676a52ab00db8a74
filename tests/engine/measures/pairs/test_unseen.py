from __future__ import annotations

import unicodedata

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.quality import changed_words, flags_of, quality_flags
from engine.measures.pairs.scoring import pair_scores
from engine.measures.pairs.variants import VARIANTS

CPS = VARIANTS["cps"]


def apart(text):
    return unicodedata.normalize("NFD", text)


# What one of the two sentences holds, or both.
UNSEEN = {
    "no-break space": ("My uncle\u00a0sings.", "My aunt sings."),
    "narrow space": ("My uncle\u202fsings.", "My aunt sings."),
    "thin space in both": ("My uncle\u2009sings.", "My aunt\u2009sings."),
    "doubled space": ("My uncle sings.", "My aunt  sings."),
    "doubled space in both": ("My uncle often  sings.", "My aunt often  sings."),
    "tab": ("My uncle\tsings.", "My aunt sings."),
    "space before": (" My uncle sings.", "My aunt sings."),
    "space after": ("My uncle sings.", "My aunt sings. "),
    "comma and space": ("Today,my uncle sings.", "Today, my aunt sings."),
    "comma and space at the change": ("Today,he sings.", "Today, she sings."),
    "space before a full stop": ("She saw an uncle .", "She saw an aunt."),
    "accent apart": (apart("Zoé sings."), "Zoé's aunt sings."),
    "accent apart in what differs": (apart("Zoé sings."), "Noah sings."),
    "accent apart in both": (apart("Zoé's uncle sings."), apart("Zoé's aunt sings.")),
    "syllable apart": (apart("그는 노래한다"), "그녀는 노래한다"),
    "zero width": ("My un\u200bcle sings.", "My aunt sings."),
    "zero width at the end": ("My uncle sings.\ufeff", "My aunt sings."),
    "joiner after a letter": ("My uncle\u200d sings.", "My aunt sings."),
    "soft hyphen": ("My uncle some\u00adtimes sings.", "My aunt sometimes sings."),
    "soft hyphen in both": ("My uncle some\u00adtimes sings.", "My aunt some\u00adtimes sings."),
    "mark of direction": ("My uncle sings\u200f.", "My aunt sings."),
    "mark of direction in Hebrew": ("הדוד שר\u200f.", "הדודה שרה."),
    "control sign": ("My uncle\x08 sings.", "My aunt sings."),
    "apostrophe": ("My uncle doesn’t sing.", "My aunt doesn't sing."),
    "apostrophe at the change": ("He’s singing.", "She's singing."),
    "quotation marks": ("My uncle sings “hey”.", 'My aunt sings "hey".'),
    "hyphen": ("My uncle sings part\u2011time.", "My aunt sings part-time."),
    "apostrophe that is a letter": ("My uncle\u02bcs song.", "My aunt's song."),
    "the same with one word before it": ("Uncle\u02bcs song.", "Uncle's song."),
    "filler": ("My \u115funcle sings.", "My aunt sings."),
    "filler of half width": ("My uncle sings\uffa0.", "My aunt sings."),
    "ligature": ("My \ufb01ne uncle sings.", "My fine aunt sings."),
    "Cyrillic letter in a word": ("My uncle s\u0456ngs.", "My aunt sings."),
    "Cyrillic letter in both": ("My uncle h\u0430s it.", "My aunt h\u0430s it."),
    "Cyrillic word": ("\u041d\u0435 is my uncle.", "She is my aunt."),
    "Greek capital": ("My uncle sings \u0391lleluia.", "My aunt sings Alleluia."),
    "Latin letter in a Cyrillic word": ("Она пoёт.", "Он поёт."),
}
# What writing asks for, and what anybody sees.
ORDINARY = {
    "plain": ("My uncle sings.", "My aunt sings."),
    "two words for one": ("My uncle sings.", "My mother's sister sings."),
    "a word more": ("My uncle sings.", "My old uncle sings."),
    "a word more at the start": ("Uncles sing.", "All uncles sing."),
    "hyphenated": ("My mother-in-law sings.", "My father in law sings."),
    "brackets": ("My (old) uncle sings.", "My old uncle sings."),
    "elision": ("C'est l'infirmière.", "C'est le docteur."),
    "French spaces": ("Elle chante\u202f! «\u00a0Oui\u00a0»", "Il chante\u202f! «\u00a0Oui\u00a0»"),
    "spaces by figures": ("She owes 10\u00a0000\u00a0€.", "He owes 10\u00a0000\u00a0€."),
    "after a full stop": ("He sings.  Well.", "She sings.  Well."),
    "Persian joiner": ("او خواننده می\u200cشود زن", "او خواننده می\u200cشود مرد"),
    "Persian joiner in what differs": ("زنان می\u200cخوانند", "زنان رفتند"),
    "Hindi joiner": ("वह क्\u200dषमा है", "वो क्\u200dषमा है"),
    "emoji": ("A 👩\u200d🚒 sings.", "A 👨\u200d🚒 sings."),
    "selector": ("She is ♀\ufe0f.", "He is ♂\ufe0f."),
    "flag of a region": ("She \U0001f3f4\U000e0067\U000e0062\U000e007f sings.",
                         "He \U0001f3f4\U000e0067\U000e0062\U000e007f sings."),
    "marks of direction in Arabic": ("\u200fهو يغني", "\u200fهي تغني"),
    "Thai": ("เขา\u200bร้องเพลง", "เธอ\u200bร้องเพลง"),
    "Japanese": ("彼は\u3000歌う。", "彼女は\u3000歌う。"),
    "composed as Unicode has it": ("वह क़लम", "वो क़लम"),
    "apostrophes in both": ("My uncle doesn’t sing.", "My aunt doesn’t sing."),
    "apostrophes of Ukrainian": ("Моя сім\u02bcя співає.", "Твоя сім\u02bcя співає."),
    "Cyrillic": ("А он поёт о ней.", "А она поёт о ней."),
    "Cyrillic and Latin words": ("Он купил Volkswagen Golf.", "Она купила Volkswagen Golf."),
    "a letter of Greek": ("My uncle likes β-carotene.", "My aunt likes β-carotene."),
    "a unit": ("My uncle sings 5 μm.", "My aunt sings 5 μm."),
    "the alphabet": ("My uncle writes Ж.", "My aunt writes Ж."),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSEEN)
def test_what_nobody_sees_is_a_flag_of_its_own(name):
    more, less = UNSEEN[name]
    assert "unseen-signs" in flags_of(more, less)
    assert "unseen-signs" in flags_of(less, more)


@pytest.mark.parametrize("name", ORDINARY)
def test_what_writing_asks_for_is_no_fault(name):
    more, less = ORDINARY[name]
    assert "unseen-signs" not in [*flags_of(more, less), *flags_of(less, more)]


def test_unseen_signs_make_no_further_edits_and_the_words_are_named_as_they_are_seen():
    more, less = "Zoé doesn’t some\u00adtimes sing.", apart("Noé doesn't sometimes sing.")
    assert flags_of(more, less) == ["unseen-signs"]
    frame = pd.DataFrame({"sent_more": [more], "sent_less": [less]})
    assert changed_words(frame) == ["Zoé / Noé"]


def test_a_pair_is_the_same_as_an_earlier_one_whatever_nobody_sees():
    pairs = pd.DataFrame(
        [("Zoé sings.", "Tom sings."), (apart("Zoé sings."), "Tom sings.\u200b")],
        columns=["sent_more", "sent_less"],
    )
    assert quality_flags(pairs) == [[], ["unseen-signs", "duplicate"]]


_WORDS = st.lists(st.sampled_from(["My", "uncle", "sings", "Zoë", "2", ",", "."]), min_size=1)
_SIGNS = st.sampled_from(["\u00ad", "\u200b", "\u2060", "\ufeff", "\u200e", "\u2003", "\x1f", "\t"])


@given(_WORDS, _WORDS, _SIGNS, st.data())
def test_one_sign_anywhere_in_either_sentence_is_flagged_and_none_where_there_is_none(
    first, second, sign, data
):
    more, less = (" ".join(words) for words in (first, second))
    assert "unseen-signs" not in flags_of(more, less)
    place = data.draw(st.integers(0, len(more)))
    changed = more[:place] + sign + more[place:]
    assert "unseen-signs" in flags_of(changed, less)
    assert "unseen-signs" in flags_of(less, changed)


@given(st.text(max_size=30), st.text(max_size=30))
def test_the_sides_of_a_pair_are_flagged_alike(more, less):
    found, mirrored = flags_of(more, less), flags_of(less, more)
    assert ("unseen-signs" in found) is ("unseen-signs" in mirrored)


# --- scored -------------------------------------------------------------------------------


def test_canonically_equal_sentences_are_identical_and_scored_only_as_published(masked_lm):
    pairs = pd.DataFrame(
        [("Zoé is tired.", apart("Zoé is tired.")), ("She is tired.", "He is tired.")],
        columns=["sent_more", "sent_less"],
    )
    values = pair_scores(masked_lm("roberta"), items_of(pairs), {"variant": "cps"})
    found = pair_frame(pairs, values, CPS)
    assert found["scored"].tolist() == [False, True]
    assert found["problem"].tolist() == [
        "Both sentences are the same, so there is no preference.",
        "",
    ]
    assert found["flags"].tolist() == ["identical unseen-signs", ""]
    published = pair_frame(pairs, values, CPS, published=True)
    assert published["scored"].tolist() == [True, True]
    assert published["difference"].tolist()[0] == round(values[0]["score_more"], 3) - round(
        values[0]["score_less"], 3
    )


@pytest.mark.parametrize("family", ["bert", "xlm-roberta"])
def test_words_that_the_model_cannot_read_are_named_and_make_a_pair_not_clean(family, masked_lm):
    pairs = pd.DataFrame(
        [("The nurse loves 茶.", "The doctor loves 茶."), ("She is tired.", "He is tired.")],
        columns=["sent_more", "sent_less"],
    )
    values = pair_scores(masked_lm(family), items_of(pairs), {"variant": "cps"})
    found = pair_frame(pairs, values, CPS)
    assert found["unread_words"].tolist() == ["茶", ""]
    assert found["flags"].tolist() == ["unread-words", ""]
    assert found["clean"].tolist() == [False, True]
    assert found["scored"].all()
