"""Sentences about occupations, and counts of occupations beside group words.

- `sentences`: sentences that name one occupation in the framing of a group.
- `sets`, `file`: the sets of them, and users' files.
- `cooccurrence`, `counts_file`: counts for PMI, and tables of them.
- `corpora`: what is counted in.
- `employment`: shares of women by occupation.
"""
