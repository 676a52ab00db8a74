"""The Arena page: what models write about people, judged by declared evaluators, and ranked.

- `controls`, `data`, `measuring`: what is completed and judged, and the report of it.
- `results`, `headline`, `parts`, `detail_tabs`, `audit`, `report_export`: what a report says.
- `ranking`, `leaderboards`, `compare`: several reports beside each other, in all, by category and
  by group, and beside published rates; and two.
- `opened_group`, `group_sentences`, `flagged_words`, `verdicts`: one group, down to its sentences.
- `imported`, `report_names`: reports from elsewhere, and how models are told apart.
- `figures`, `wording`: numbers and flags in words, and what several parts draw.
- `honest/`: HONEST on the same page.
"""
