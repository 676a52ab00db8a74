"""A report of the Scorecard in the formats of others: one module a format, one function each.

- `formats`: all of them by name.
- `contents`: what they share, and CSV, every cell a row.
- `latex`: a table for a paper.
- `hf_eval_results`: `.eval_results` of a model's repository on the Hugging Face hub.
- `card`: a section of a model card.
- `every_eval_ever`: Every Eval Ever 0.3.

None of them writes a score over measures.
"""
