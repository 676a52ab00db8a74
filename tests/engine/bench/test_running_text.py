import pytest

from engine.bench.quality import detokenised, is_wikitext, wikitext_paragraphs

LONG = "The film was shown in many towns , and it was liked by all who saw it . " * 4


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("a guest @-@ starring role", "a guest-starring role"),
        ("1 @,@ 234 @.@ 5 metres", "1,234.5 metres"),
        ("In 2006 , he ( Boulter ) left .", "In 2006, he (Boulter) left."),
        ("the show 's end ; it is n't over", "the show's end; it isn't over"),
        ('as " Craig " in " Teddy "', 'as "Craig" in "Teddy"'),
        ("worth $ 5 : a lot !", "worth $5: a lot!"),
        ("years 2000 – 2005 stay", "years 2000 – 2005 stay"),
    ],
)
def test_signs_are_joined_to_their_words(written, wanted):
    assert detokenised(written) == wanted


def test_headings_short_lines_and_unknown_words_are_left_out():
    lines = [" = Robert Boulter = ", " = = Career = = ", "A short line .", f"{LONG} <unk>", LONG]
    assert wikitext_paragraphs(lines) == [detokenised(LONG)]


def test_wikitext_is_known_by_its_headings_or_its_inner_signs():
    assert is_wikitext(["= Title =", "text"])
    assert is_wikitext(["a two @-@ part episode"])
    assert not is_wikitext(["She said so.", "1 + 1 = 2, and 2 + 2 = 4"])
