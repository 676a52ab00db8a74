"""Curation: from subtitles to a reviewed set of sentence pairs.

Subtitle files become sentences (`subtitles/`). Those that hold a keyword (`keywords/`) are kept
once each, with a proposed counterpart (`counterparts/`) or the reason why there is none: they are
the `Candidate`s, which a model ranks (`ranking`) and people judge (`review/`). What they accept is
written as a file of pairs with its datasheet (`export/`).

- `run`: the road from files to candidates, which are kept as a review; `search` of one film,
  `duplicates` over all.
- `processes`: the processes that share the work of a run.
- `candidate`: what a run gives, and how much is left at each step.
- `ranking`, `filter/`: what models and assistants say of candidates.

Each folder takes plain data that the one before gives: `FilmText`, hits, `Proposal` or `Refusal`,
`Candidate`. Nothing here loads a model but through `engine.flow.measurement`, so reading, keywords
and counterparts run in plain processes, two by default, which the run starts and ends itself. A
candidate's identity is its language, category and sentence, so that decisions of two machines are
joined by `review merge`.

Source: Rikanson 2025 (CineBias), chapter 3.
"""
