"""What a column of the Scorecard is: a figure on a scale with a neutral value, and its parts.

Each measure has its own `column.py` with a `FAMILY`; what several of them need is here.
"""
