"""The parts of the Annotators page.

- `data`, `controls`, `scoring`: whose answers, in which groups, by which score, and scoring them.
- `opening`: which answers the page opens with.
- `claim`: the first screen, in one sentence with its statistics.
- `results`, `tabs`, `language_map`, `sentence`: what is found, from the whole to one sentence.
- `score_text`: scores as text.
- `export`: data, figures and the command line.
"""
