"""The words that the model finds most likely, counted over all sentences."""

from __future__ import annotations

import pandas as pd

from components.cabm import filled_in

WORDS = pd.DataFrame({"word_1": ["he", "she", "he"]})


def test_words_are_counted_over_all_sentences():
    assert filled_in.counts(WORDS) == [("he", 2), ("she", 1)]
    said = "“he” is the most likely word in 2 of 3 sentences."
    assert filled_in.most_filled_in(WORDS) == said


def test_sentences_of_biascopes_are_not_taken_for_those_of_the_users_file():
    assert filled_in.most_filled_in(WORDS, are_ours=True) == (
        "“he” is the most likely word in 2 of 3 sentences of Biascope's, not of your file."
    )
