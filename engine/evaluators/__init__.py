"""Evaluators: who judges a completion. Declared in TOML, of four kinds that are never averaged.

- `suite`, `declarations`, `places`: evaluators as they are declared, what each is given and what it
  answers, and reading a declaration.
- `suites`: the suites that come with Biascope (`declared/`), and the user's own.
- `judging`: the one entry point to every kind.
- `lexicon`, `word_lists`, `hurtlex`: the completion is a word on a list.
- `stereotypes`: the completion is a known stereotype of this very group.
- `valence`, `vader/`: how much worse a sentence sounds than with a neutral word.
- `classification/`: classifiers, one at a time.

Evaluators are declared, not coded. A TOML names checkpoint, labels and rules (`0`, `p`, `p/2`,
`1-p`), which are parsed and never evaluated; checkpoints move, and the file can be edited. All
evaluators that count in one suite are of one kind.
"""
