"""The map of sentences shows translations and languages as they are given."""

from __future__ import annotations

import pandas as pd

from components.annotators.language_map import map_figure

HOSTILE = "<b>&</b>"
ESCAPED = "&lt;b&gt;&amp;&lt;/b&gt;"


def test_the_map_connects_translations_and_gives_languages_shapes():
    sentences = pd.DataFrame(
        {
            "sentence_id": ["1", "2", "1"],
            "sentence": ["a", HOSTILE, "b"],
            "language": ["en", "en", "es"],
            "x": [0, 1, 2],
            "y": [0, 1, 3],
        }
    )
    figure = map_figure(sentences, {"en": "English", "es": "Spanish"}, ("x", HOSTILE))
    ties, english, spanish = figure.data
    assert (ties.x, ties.y) == ((0, 2, None), (0, 3, None))
    assert english.text == ("a", ESCAPED)
    assert english.marker.symbol != spanish.marker.symbol
    assert figure.layout.yaxis.title.text == ESCAPED
