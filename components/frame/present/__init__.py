"""How things are written and drawn on any page: colour, numbers, words, exports.

- `theme`, `recolour`: the colours of figures, and a kept figure in those of the other theme.
- `numbers`, `words`, `labels`, `comparison`: numbers, words of a model, names in figures, and two
  words in one sentence.
- `plot`, `in_words`, `word_bars`: drawing a figure, what it shows in words, and bars of likely
  words.
- `explain`, `glossary`: text around the numbers.
- `download`: files that are made when their button is pressed.
"""
