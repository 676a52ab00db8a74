"""`arena`: the prompts, one model's report, and the ranking of reports.

- `prompts`, `suites`, `run`, `score`, `rank`: one command each.
- `evaluators`, `shown`: the suite that they judge with, and reports as tables for people.
"""
