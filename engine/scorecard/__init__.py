"""Contestants by measures: one table of many models, with intervals, ranks and tiers.

- `scale`, `reading`, `column`: what one figure of the table is.
- `columns`: one file a family of measures; its registry reads their names.
- `cells`: one figure of one contestant, measured through the store or read from it.
- `table`: all cells in one report, with comparisons of contestants on the same units.
- `reliability`, `convergence`: what the measures themselves are worth.
- `imports`, `published`: figures from elsewhere.
- `exports`: the report in the formats of others.
"""
