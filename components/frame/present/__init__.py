"""How things are written and drawn on any page: colour, numbers, words, exports.

- `theme`, `recolour`: the colours and layout of figures, and a kept figure in those of the other
  theme.
- `numbers`, `words`, `labels`: numbers, words of a model and what they are compared with, and names
  in figures.
- `plot`, `in_words`, `word_bars`, `shaded_cells`: drawing a figure, what it shows in words, bars
  of likely words, and cells that are shaded.
- `explain`, `glossary`: text around the numbers.
- `download`: files that are made when their button is pressed.
"""
