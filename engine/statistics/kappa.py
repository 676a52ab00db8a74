"""Cohen's kappa of two raters, with its large-sample interval."""

from __future__ import annotations

from collections.abc import Sequence

_ROUNDING = 1e-9  # below it a standard error is 0


def cohen_kappa(
    table: Sequence[Sequence[int]],
) -> tuple[float | None, tuple[float, float] | None]:
    """Agreement of two raters beyond chance.

    Args:
        table: [first rater, second rater] counts of items by their two answers.

    Returns:
        kappa (1 full agreement, 0 that of chance, below 0 less), and its 95% interval from the
        asymptotic standard error, cut at -1 and 1. kappa is None where chance alone would agree
        on everything, because both gave one and the same answer throughout; the interval also
        where the standard error is 0, as in full agreement.

    Source: Cohen 1960; Fleiss, Cohen and Everitt 1969.
    """
    import numpy as np
    from statsmodels.stats.inter_rater import cohens_kappa

    counts = np.asarray(table, dtype=float)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or (counts < 0).any():
        raise ValueError("kappa needs a square table of counts")
    total = counts.sum()
    if not total or (counts.sum(axis=0) @ counts.sum(axis=1)) == total**2:
        return None, None
    # It also tests kappa against 0, which divides by nothing where one rater never varies.
    with np.errstate(divide="ignore", invalid="ignore"):
        found = cohens_kappa(counts)
    kappa = float(found.kappa)
    if not found.std_kappa > _ROUNDING:
        return kappa, None
    return kappa, (max(-1.0, float(found.kappa_low)), min(1.0, float(found.kappa_upp)))
