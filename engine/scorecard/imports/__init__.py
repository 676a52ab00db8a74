"""Results from elsewhere as contestants that are labelled *imported*.

- `imported`: what an import gives, and joining it to the table.
- `files`: a file or a folder to what it holds; errors are per file.
- `gest`: the scores of sentences that the authors of GEST released, and files like them.
- `harness`: results of lm-evaluation-harness.
- `reports`: reports of our own: Scorecard and Arena.

Nothing that a file names is opened or fetched, and its texts stay texts.
"""
