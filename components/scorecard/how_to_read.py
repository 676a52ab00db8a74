"""How to read the figures of the Scorecard page, in plain words."""

from __future__ import annotations

OVERLAP = (
    "Models are compared on the same items, so two whose lines overlap can still differ clearly; "
    "orange says so. Click a dot to open its cell below."
)
GRID = (
    "Each column of dots is one measure with an axis of its own; never compare lengths across "
    "columns. The dot is the figure, the line its 95% confidence interval (95% CI), the values "
    "that fit the data. Dotted: the neutral value, where the measure has one. Orange: clearly "
    "further from neutral than the model that is nearest, or clearly costlier than the cheapest "
    "(another tier). Filled: measured here; "
    "ring: imported scores; diamond: a published figure, perhaps of another variant; two diamonds: "
    "one that was printed without its sign, |d|."
)
TIERS = (
    "Rank 1 is nearest to the neutral value; of a cost, the lowest. A model is in tier A with the "
    "first unless paired tests on the same items, Holm-corrected, say that it differs from it; "
    "models in one tier are tied. A tier holds for its own measure only."
)
COMPARED = (
    "The distance of the second model from the neutral value minus that of the first, on the same "
    "items: below 0 the second is nearer. Of a cost it is the difference of the figures. Ratios "
    "and perplexities are divided instead: below × 1 the second is nearer, or lower. p, Holm: "
    "corrected for all pairs of models in this measure; below .05 the difference is clear."
)
RELIABILITY = (
    "Whether a measure would put the models in the same order with other items, other templates or "
    "another seed. 1: always the same order; 0: chance. Split-half: the items are halved many "
    "times, and the figures of both halves are correlated over the models; Spearman-Brown says "
    "what that means for the whole measure, all items or all templates together. A test of persons "
    "is often asked for .7 or more. Halves that correlate below 0 have no reliability, so "
    "there is nothing to correct."
)
CONVERGENCE = (
    "Kendall's τ-b of two measures over the models that have both: 1 if they order the models "
    "alike, −1 if the other way round, 0 if they have nothing to do with each other. Measures "
    "that disagree measure different things; no average of them would mean anything. In the figure "
    "the number of models is below each τ-b."
)
PARTS = (
    "What each unit of the data adds to the figure; their mean, on the measure's scale, is the "
    "figure. Models are compared unit by unit."
)
