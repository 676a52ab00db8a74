"""Counterparts and refusals of whole sentences."""

from __future__ import annotations

import pytest

from engine.curation.counterparts.proposal import REFUSALS, Refusal
from engine.curation.counterparts.propose import propose
from engine.curation.counterparts.render import exactly_marked_differ
from engine.curation.keywords.lists import load_lists
from engine.curation.keywords.matching import KeywordFinder


@pytest.mark.parametrize(
    ("category", "text", "expected"),
    [
        ("gender", "He introduced her to his parents.", "She introduced him to her parents."),
        ("gender", "My wife's an actress.", "My husband's an actor."),
        ("gender", "An heiress met a hero.", "An heir met a heroine."),
        ("gender", "The ladies' choir sang.", "The gentlemen's choir sang."),
        ("gender", "The gentlemen's club closed.", "The ladies' club closed."),
        ("gender", "SHE'S AN ACTRESS.", "HE'S AN ACTOR."),
        ("gender", "THERE'S A WOMAN.", "THERE'S A MAN."),
        ("gender", "Sir Edmund climbed it.", "Dame Edmund climbed it."),
        ("gender", "Miss Harper left.", "Mr. Harper left."),
        ("gender", "Excuse me, Miss.", "Excuse me, sir."),
        ("gender", "Mr. Harper left.", "Mrs. Harper left."),
        ("gender", "She's no lady.", "He's no gentleman."),
        ("gender", "That guy is crazy.", "That girl is crazy."),
        ("gender", "The hostess waved.", "The host waved."),
        ("gender", "An Englishman keeps his word.", "An Englishwoman keeps her word."),
        (
            "gender",
            "Two Frenchwomen met their countrymen.",
            "Two Frenchmen met their countrywomen.",
        ),
        ("gender", "He said she was late.", "She said he was late."),
        # A name does not contradict words of the other gender, nor of somebody else.
        ("gender", "Chris lost his job.", "Chris lost her job."),
        ("gender", "Mary met a boy.", "Mary met a girl."),
        ("gender", "Take her home, Walter.", "Take him home, Walter."),
        ("gender", "John, tell him to leave.", "John, tell her to leave."),
        ("gender", "She's the girl John loves.", "He's the boy John loves."),
        ("gender", "Mary's father left.", "Mary's mother left."),
        ("gender", "He's an only child.", "She's an only child."),
        # Joined words stay where others are swapped.
        ("gender", "He met boys and girls.", "She met boys and girls."),
        ("nationality", "She married a Frenchman.", "She married a German."),
        ("nationality", "A German car won.", "An Italian car won."),
        ("nationality", "The French are late.", "The Germans are late."),
        ("nationality", "She's Chinese.", "She's German."),
        ("race-color", "A black guy ran.", "A white guy ran."),
        ("religion", "The Jewish worker left.", "The Buddhist worker left."),
        ("religion", "He is an atheist.", "He is a Christian."),
        ("religion", "A Catholic priest came.", "A Protestant priest came."),
        ("age", "My older brother drives.", "My younger brother drives."),
        ("age", "The young should listen.", "The old should listen."),
        ("sexual-orientation", "He's probably a homosexual.", "He's probably a heterosexual."),
        ("physical-appearance", "She is short and ugly.", "She is tall and beautiful."),
        ("socioeconomic", "The rich get richer.", "The poor get richer."),
        ("disability", "He was born deaf.", "He was born hearing."),
        ("disability", "The blind need help.", "The sighted need help."),
        ("nationality", "I had Italian friends.", "I had German friends."),
        ("nationality", "My German can cook.", "My Italian can cook."),
        ("sexual-orientation", "A bisexual called.", "A heterosexual called."),
        ("socioeconomic", "My father is poor.", "My father is rich."),
    ],
)
def test_words_of_a_sentence_are_swapped_together(outcome, category, text, expected):
    found = outcome(text, category)
    assert found.sent_less == expected
    assert exactly_marked_differ(text, found)


@pytest.mark.parametrize(
    ("category", "text", "code"),
    [
        ("gender", "Boys and girls, sit down.", "both-sides"),
        ("gender", "Mr. and Mrs. Olsen moved.", "both-sides"),
        ("gender", "His or her name goes here.", "both-sides"),
        ("gender", "Oh, man!", "not-of-people"),
        ("gender", "You guys are great.", "not-of-people"),
        ("gender", "Miss you already.", "not-of-people"),
        ("gender", "Stephen King wrote it.", "not-of-people"),
        ("gender", "Are you pregnant?", "no-counterpart"),
        ("gender", "She is pregnant.", "one-gender"),
        ("gender", "She rests because she's pregnant.", "one-gender"),
        ("gender", "She was a tomboy.", "one-gender"),
        ("gender", "She gave birth to twins.", "one-gender"),
        ("gender", "He shaved his beard.", "one-gender"),
        ("gender", "My father has prostate cancer.", "one-gender"),
        ("gender", "Mary lost her job.", "name"),
        ("gender", "John, who lost his job, left.", "name"),
        ("gender", "His wife Mary left.", "name"),
        ("gender", "I saw a girl named Mary.", "name"),
        ("gender", "Mr. John Harper left.", "name"),
        ("gender", "Mary is a good girl.", "name"),
        ("age", "He's an only child.", "no-counterpart"),
        ("race-color", "The car is black.", "not-of-people"),
        ("age", "I am 12 years old.", "not-of-people"),
        ("age", "It's my kid.", "not-of-people"),
        ("gender", "Man the pumps!", "not-of-people"),
        ("nationality", "I speak German.", "not-of-people"),
        ("nationality", "He speaks fluent German.", "not-of-people"),
        ("nationality", "My German is terrible.", "not-of-people"),
        ("nationality", "What's the Spanish for goodbye?", "not-of-people"),
        ("nationality", "We ordered Chinese again last night.", "not-of-people"),
        ("nationality", "I ate a Danish.", "not-of-people"),
        ("religion", "What's your Christian name?", "not-of-people"),
        ("age", "My old man drives.", "not-of-people"),
        ("socioeconomic", "Your poor mother must be worried.", "not-of-people"),
        ("disability", "She pulled down the blind.", "not-of-people"),
        ("nationality", "The American met the Russian.", "several-groups"),
        ("age", "The old and the young danced.", "several-groups"),
        ("disability", "Get the wheelchair.", "no-counterpart"),
    ],
)
def test_a_sentence_without_a_clean_counterpart_is_refused(outcome, category, text, code):
    found = outcome(text, category)
    assert isinstance(found, Refusal)
    assert found.code == code
    assert found.reason.endswith(".")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "She was a tomboy.",
            "“tomboy” is said of one gender only, which the swapped words would contradict.",
        ),
        (
            "Mary lost her job.",
            "The name Mary shows a gender, which the swapped words would contradict.",
        ),
    ],
)
def test_a_false_swap_is_refused_with_the_word_that_makes_it_false(outcome, text, reason):
    assert outcome(text).reason == reason


def test_several_counterparts_are_choices_with_the_default_first(outcome):
    (swap,) = outcome("They hate Mexicans.", "nationality").swaps
    assert (swap.old, swap.new) == ("Mexicans", "Canadians")
    assert swap.choices[0] == "Canadians"
    assert len(swap.choices) > 60


def test_a_rule_says_why(outcome):
    (swap,) = outcome("I saw her coat.").swaps
    assert swap.rule == "her → his before “coat”"
    assert (swap.start, swap.stop, swap.choices) == (6, 9, ("his",))


def test_a_word_whose_only_counterpart_is_itself_has_none(outcome):
    forms = 'forms = ["one", "other"]\nwords = [["deer", "deers"], ["Deer", "does"]]'
    alike = f'category = "age"\n[[group]]\n{forms}'
    assert outcome("The deer ran.", "age", alike).code == "no-counterpart"


def test_a_swap_that_changes_no_word_is_refused(outcome):
    toml = 'category = "age"\nlanguage = "fi"\n[[group]]\nwords = [["iso-isä"], ["iso - isä"]]'
    assert outcome("Iso-isä nukkuu.", "age", toml, "fi").code == "nothing-changes"


def test_other_languages_are_swapped_by_their_tables(outcome):
    toml = 'category = "age"\nlanguage = "fi"\n[[group]]\nwords = [["vanha"], ["nuori"]]'
    found = outcome("Vanha mies nukkuu.", "age", toml, "fi")
    assert found.sent_less == "Nuori mies nukkuu."


def test_keywords_are_needed_and_of_the_category():
    lists = load_lists("en")
    with pytest.raises(ValueError, match="at least one"):
        propose("Nothing here.", (), lists, "gender")
    hits = KeywordFinder(lists).find("He left.")["gender"]
    with pytest.raises(ValueError, match="category age"):
        propose("He left.", hits, lists, "age")


def test_every_reason_is_a_sentence():
    assert all(reason.endswith(".") for reason in REFUSALS.values())
