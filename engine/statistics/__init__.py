"""Intervals, tests, corrections and power: thin names over scipy, statsmodels and numpy.

- `intervals`: of means, ratios and proportions.
- `effect_size`: of differences in standard deviations.
- `list_difference`: how far the male list of occupations lies above the female list.
- `significance`: tests, and Holm's correction of a family of them.
- `power`: what a test of some size would have detected.
- `shares`: intervals and tests of shares whose units are judged in part.
- `crossed`: of units that share a template with some and a group with others.
- `clusters`: shares, means and sign tests of units that come in clusters.
- `clustered_means`: a difference of two means over few clusters, and its degrees of freedom.
- `correlation`: rank correlations, Fisher's intervals over few cases, and the formula of Spearman
  and Brown.
- `reliability`, `kappa`: Krippendorff's alpha and Cohen's kappa, each with its interval.
- `paired`: every two contestants on the same units, by their means or their distances from neutral.
- `ranks`: ranks and their intervals.
- `tiers`: contestants in order, which of them tests distinguish, and all that a ranking needs.
- `matched`: shares of two kinds of units within strata.
- `tables`: figures of a table of right and given answers.
- `ratios`: two ratios of sums on the same units, as two perplexities.
- `projection`: points of many dimensions in a plane.

Every interval, test and smallest detectable difference is made here. Means and ratios have
studentised bootstraps, effect sizes noncentral t intervals, because percentile bootstraps of ten to
thirty items are too narrow. No interval is without width: a share that is the same in all units has
the bounds of `shares.alike_share_interval`, and a mean of equal values, or of mostly one, has none,
with `interval_note` as the reason. `bench coverage` simulates samples with a known truth and counts
how many intervals contain it.
"""

from engine.statistics.correlation import rank_correlation
from engine.statistics.effect_size import (
    cluster_means,
    clustered_cohen_interval,
    cohen_delta,
    cohen_interval,
    crossed_cohen_interval,
    deviation_ratio,
    standardised_by_all,
)
from engine.statistics.intervals import (
    CONFIDENCE,
    DRAWS,
    interval_note,
    mean_difference_interval,
    mean_interval,
    ratio_bootstrap,
    wilson,
)
from engine.statistics.kappa import clustered_kappa, cohen_kappa
from engine.statistics.power import (
    POWER,
    detectable_cohen,
    detectable_correlation,
    detectable_difference,
    detectable_kendall,
    detectable_mean,
    detectable_share,
    least_trials,
    needed_cases,
)
from engine.statistics.significance import (
    LEVEL,
    beyond_test,
    binomial_test,
    holm,
    mcnemar_test,
    paired_difference_test,
    paired_t_test,
    satterthwaite,
    signed_rank_test,
    t_tests,
)

__all__ = [
    "CONFIDENCE",
    "DRAWS",
    "LEVEL",
    "POWER",
    "beyond_test",
    "binomial_test",
    "cluster_means",
    "clustered_cohen_interval",
    "clustered_kappa",
    "cohen_delta",
    "cohen_interval",
    "cohen_kappa",
    "crossed_cohen_interval",
    "detectable_cohen",
    "detectable_correlation",
    "detectable_difference",
    "detectable_kendall",
    "detectable_mean",
    "detectable_share",
    "deviation_ratio",
    "holm",
    "interval_note",
    "least_trials",
    "mcnemar_test",
    "mean_difference_interval",
    "mean_interval",
    "needed_cases",
    "paired_difference_test",
    "paired_t_test",
    "rank_correlation",
    "ratio_bootstrap",
    "satterthwaite",
    "signed_rank_test",
    "standardised_by_all",
    "t_tests",
    "wilson",
]
