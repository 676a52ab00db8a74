"""What people decided about candidates: kept at each decision, by pass and reviewer.

- `names`, `tables`, `database`: one SQLite file a review, its versions, reading and writing it.
- `about`, `candidate_rows`, `decision_rows`: what is in its tables.
- `kept`, `parts`: the reviews of this machine; making and deleting one; what it was made from.
- `candidates`: what is judged, and in which order.
- `decisions`, `checking`, `people`: deciding and taking back; what can be kept, and by whom.
- `softening`: milder words by rules that the reviewer sees.
- `progress`, `agreement`: how far a review is, and whether two people agree.
- `scores`, `verdicts`: what models, assistants and classifiers said; never a decision.
- `log`, `log_shape`, `log_reading`, `merging`: a review as text, and joining two.
- `sample`: the review that comes with Biascope.

A decision is on the disk before `decide` returns. None is overwritten: changing or taking back
one adds a row, and the log keeps all.
"""
