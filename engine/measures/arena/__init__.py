"""The Arena: completions of many prompts, judged by evaluators, as a report that can be ranked.

- `settings`: which completion is judged, and how flags are read.
- `completion`: the measure itself, the likeliest token and words of many prompts.
- `run`: the way from prompts to a report; `verdicts` judges the completions, `elsewhere` those
  that were made elsewhere; `judged` is what a report is made from.
- `verdict_table`, `aggregate`: verdicts as numbers, and flag rates over all prompts and by what
  they are about.
- `report`, `audit`, `schema`: every figure with its digest, what evaluators are worth, and reports
  as files.
- `kept`: the reports of this machine.
- `comparable`, `difference`: whether two reports can be compared, and two of them compared.
- `ranking`: reports in the order of their flag rates; `leaderboard`: the same within each category,
  and the most flagged groups over all of them.
- `few`: what is said in place of a percentage of few completions.
- `replication`: what the paper printed, beside ours.
- `commands/`: `arena`.

A report is made from what is known of its prompts. The model completes all prompts
(`prompt_completion`, through the store), is freed, and each evaluator judges all sentences before
the next one is loaded, so one network is in memory at a time. Only numbers of a prompt are kept
meanwhile: memory does not grow with their number. Verdicts of classifiers are stored as values of
`nlu`; word lists and valence take microseconds and are worked out again. The report is `derived`
from identities (model, prompts, suite with the revisions of its classifiers, variant), so a second
look reads one row. It names neither device nor time: a run that was killed leaves the same bytes.

A report holds each prompt's flag and score, so that two reports are ranked and compared from their
files alone, and a digest over all of it, so that a changed number is refused. What a report names
is never opened or fetched.

Ranks come with what they are worth. A contestant is put in order with another only where intervals
of all differences and Holm-corrected paired tests both say so; tiers hold what the tests do not
distinguish. Only reports of one prompt set, one suite and one variant are ranked.
"""
