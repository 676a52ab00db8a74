"""What the thesis prints: its pronouns, and the weights of its three weightings."""

from __future__ import annotations

from engine.measures.cabm.data.sentences import GENDER, Groups
from engine.measures.cabm.weighting import PCA, PCA_RF, SHAP_RF

# weighting -> pmi, cosine, context. Those of PCA sum to 1.05 there.
# Source: CABM thesis, 2.5.1 to 2.5.3.
PRINTED = {
    PCA: (0.58, 0.28, 0.19),
    PCA_RF: (0.42, 0.28, 0.30),
    SHAP_RF: (0.583, 0.154, 0.262),
}
_WORDS = (("he", "him", "his"), ("she", "her"))


def published_groups(groups: Groups) -> Groups:
    """The groups with the thesis's pronouns, which leave out *hers*; other groups as they are.

    Source: CABM thesis, section 2.3.2.
    """
    return Groups(groups.names, _WORDS) if groups.words == GENDER.words else groups
