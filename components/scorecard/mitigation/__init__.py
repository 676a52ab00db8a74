"""The part *Mitigation* of the Scorecard page: what interventions on one model help and cost.

- `controls`: which concept, interventions and measures.
- `section`: the claim, the figure, the table and their buttons; or what starts the work.
- `tradeoff`: the figure of bias against cost. `cells`: the table.
"""
