"""The Arena page: what models write about people, judged by declared evaluators, and ranked.

- `controls`, `data`, `measuring`: what is completed and judged, and the report of it.
- `results`, `headline`, `ranking`, `parts`, `compare`, `audit`: what a report says, and several of
  them.
- `opened_group`, `group_table`, `verdicts`: one group, down to its sentences.
- `imported`, `published`, `contestants`, `report_names`: reports from elsewhere, and how models are
  told apart.
- `figures`, `wording`: numbers and flags in words.
- `honest/`: HONEST on the same page.
"""
