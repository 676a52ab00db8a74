"""Contestants by measures: one table of many models, with intervals, ranks and tiers.

- `plan`: what a table is made of; `columns` reads a column from its name.
- `sweep`, `asking`, `cells`: every contestant in every column, one figure at a time, measured
  through the store or read from it.
- `table`, `order`, `nearest`, `blocks`: all cells in one report, in order within each column, who
  is nearest to neutral in all of them, and in parts that fit a page.
- `schema`, `blank`, `words`, `value`: the keys of a report, and what its words and cells may be.
- `file`, `reading`, `consistent`: the report as a file, and the checks of what is read.
- `reliability`, `convergence`: what the measures themselves are worth.
- `imports`, `published`: figures from elsewhere.
- `exports`: the report in the formats of others.

What a column is stands in `engine.columns`; each measure has its own.

A cell follows from identities. It is `derived` from the model's spec, the column's identity
(measure, digest of its data, variant), the versions of all measures, and the seed; its values come
through the store like any others. So `sweep` resumes by being run again, the page shows cells as
they are finished, and the report, which names neither time nor device, has the same bytes.

Models are compared by parts. Every figure is its scale of the mean of its parts, one a unit of the
data, so two models can be tested unit by unit. What is compared is the distance from neutral, by
tests that hold on whichever sides of it two models lie (`engine.statistics.paired`). Ranks and
tiers are made as the Arena's (`engine.statistics.tiers`). `blocks.comparable`
decides alone whose units are the same, for tests and for reliability. A column whose units share
groups and templates gives `detail["crossed"]`, one whose units share words
`detail["clusters"]`, and one that has templates the figure of each (`detail["templates"]`).

A figure from elsewhere joins a column only on the same items. The same name is not enough: if
items, scale, neutral value or version differ, the cell is refused and says which. Printed figures
are rows apart and never ranked, since nobody knows their items.
"""
