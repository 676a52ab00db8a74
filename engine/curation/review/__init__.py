"""What people decided about candidates: kept at each decision, by pass and reviewer.

- `names`, `database`: names of reviews and people, and one SQLite file a review with its tables.
- `kept`: the reviews of this machine; making and deleting one; what it was made from.
- `candidates`: what is judged, and in which order.
- `decisions`, `decision_rows`: deciding and taking back; what can be kept, and by whom.
- `softening`: milder words by rules that the reviewer sees.
- `progress`: how far a review is, and whether two people agree.
- `scores`, `verdicts`: what models, assistants and classifiers said; never a decision.
- `log`, `log_shape`, `merging`: a review as text, and joining two.
- `sample`: the review that comes with Biascope.

A decision is a row, never changed. A review is one SQLite file, in write-ahead mode with every
commit forced to disk, so a decision is on the disk before `decide` returns. Decisions and undos are
appended; the one that holds is worked out. Whoever decides names the decision that was seen, so of
two people with the same sentence the second is told. `review.jsonl` is the same log as text.
"""
