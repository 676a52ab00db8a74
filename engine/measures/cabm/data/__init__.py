"""Sentences about occupations, and counts of occupations beside group words.

- `sentences`, `sets`: sentences that name one occupation in the framing of a group, and the sets of
  them.
- `winobias`, `file`: WinoBias, and users' files.
- `cooccurrence`: counts for PMI, and the corpora that they are of.
- `employment`: shares of women by occupation.
"""
