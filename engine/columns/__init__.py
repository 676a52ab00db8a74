"""What a column of the Scorecard is: a figure on a scale with a neutral value, and its parts.

Each measure has its own `column.py` with a `FAMILY`; what several of them need is here.

- `column`: one measure on one data set, and a family of them; one figure of one contestant, its
  scale and its parts.
- `effect`: readings of an effect size, and of two lists of occupations.
"""
