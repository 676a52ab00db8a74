"""Results from elsewhere as contestants that are labelled *imported*.

- `files`: a file or a folder to what it holds, reports of our own among them; errors are per file.
- `imported`: what an import gives, and joining it to the table.
- `gest`: the scores of sentences that the authors of GEST released, and files like them.
- `harness`: results of lm-evaluation-harness.

Nothing that a file names is opened or fetched, and its texts stay texts.
"""
