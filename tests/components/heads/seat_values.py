"""Values of the measure `seat`, as far as the claim of the Heads page reads them."""

from __future__ import annotations


def seat(effect: float | None, p: float | None) -> dict:
    """An effect size with its p on 8 + 8 target words; None where it is undefined."""
    sizes = {"x": 8, "y": 8, "a": 4, "b": 4}
    found = {"effect_size": effect, "p_value": p, "detectable": 1.2, "sizes": sizes}
    known = effect is not None
    interval = [effect - 0.5, effect + 0.5] if known else None
    return found | {"interval": interval, "problem": None if known else "All words are alike."}
