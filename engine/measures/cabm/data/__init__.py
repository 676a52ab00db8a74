"""Sentences about occupations, and counts of occupations beside group words.

- `sentences`: sentences that name one occupation in the framing of a group.
- `sets`, `file`: the sets of them, and users' files.
- `cooccurrence`: counts for PMI, and the corpora that they are of.
- `employment`: shares of women by occupation.
"""
