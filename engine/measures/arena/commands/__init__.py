"""`arena`: the prompts, one model's report, and the ranking of reports."""
