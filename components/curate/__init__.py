"""The Curate page: from subtitles to a reviewed set of sentence pairs.

- `choose`, `collect`, `word_lists`: which review is open, and making a new one.
- `wanted`, `review`, `opened`, `deciding`: one candidate after another, and the keys that decide
  it.
- `hints`, `ranking`: what assistants and classifiers say of candidates, and what a model does.
- `counts`, `funnel`, `second_pass`: what was found and decided, and whether two reviewers agree.
- `export`: the set as files, and the way to Pairs.
"""
