"""The Pairs page on files of one pair, of few word pairs, and of equal pairs."""

from __future__ import annotations

import pytest

from tests.pages.reading import texts

pytestmark = pytest.mark.page

HEADER = "sent_more,sent_less,stereo_antistereo,bias_type\n"
OF_TWO_WORD_PAIRS = HEADER + "\n".join(
    f"The {more} was {word}.,The {less} was {word}.,stereo,gender"
    for more, less in (("woman", "man"), ("girl", "boy"))
    for word in ("tired", "old", "happy", "late", "rude", "kind")
)
ONE = "\n".join(OF_TWO_WORD_PAIRS.splitlines()[:2])
EQUAL = HEADER + "The woman was tired.,The man was tired.,stereo,gender\n" * 12


@pytest.fixture
def own(opened, tmp_path):
    """Open the page with a file of this content."""

    def page(content: str, **address: str):
        path = tmp_path / "pairs.csv"
        path.write_text(content)
        return opened("pairs", data="Your own file", file=str(path), **address)

    return page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (ONE, "At least **10 pairs** are needed for a share"),
        (OF_TWO_WORD_PAIRS, "12 pairs (2 word pairs) say too little about other words"),
        (EQUAL, "12 pairs (all with one pair of words) say too little about other words"),
    ],
)
@pytest.mark.parametrize("tab", ["Distribution", "Variants", "Quality"])
def test_pairs_that_can_show_nothing_are_said_to_be_too_few(own, content, said, tab):
    page = own(content, tab=tab)
    shown = texts(page)
    assert not page.exception
    assert said in shown
    for wrong in ("nan", "None", "[100", "clearly over half"):
        assert wrong not in shown
