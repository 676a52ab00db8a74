"""What a user chooses for a study of CABM."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.families import MASKED
from engine.flow.kinds import WITH_CLS
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.features import UNSIGNED
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL
from engine.measures.cabm.scores import RAW, STANDARDISED, THRESHOLDS
from engine.measures.cabm.unmasking import published_templates
from engine.measures.cabm.vectors import CLS, NONE
from engine.measures.cabm.weighting import AUTOMATIC, DRAWS


@dataclass(frozen=True)
class CabmSettings:
    """What a user chooses.

    Args:
        weighting: `automatic` (see `weighting_rule`), one of `weighting.WEIGHTINGS`, or
            `user` with `user_weights`.
        alpha: of the PMI's smoothing; `smoothing`: how it is dealt.
        context: `unsigned` or `signed`.
        sentence: sentence vector, `cls`, `mean` or `none`, which leaves the context out.
        threshold: of neutral; on the raw scale in the units of the score, standardised in standard
            deviations of the scores; None for that of the scale.
        scale: `standardised` or `raw`: what the weights are multiplied with.
        published: as the thesis has it; see `as_published`.
        templates: for unmasking; empty to leave it out.
        draws: bootstrap draws of the forests' weights.
        kind: of the model; see `for_kind`.
    """

    weighting: str = AUTOMATIC
    user_weights: tuple[tuple[str, float], ...] = ()
    alpha: float = ALPHA
    smoothing: str = PROPORTIONAL
    context: str = UNSIGNED
    sentence: str = CLS
    threshold: float | None = None
    scale: str = STANDARDISED
    published: bool = False
    templates: tuple[str, ...] = ()
    seed: int = 0
    draws: int = DRAWS
    kind: str = MASKED

    @property
    def limit(self) -> float:
        """The threshold, or that of the scale where none was chosen."""
        return THRESHOLDS[self.scale] if self.threshold is None else self.threshold


def as_published(chosen: CabmSettings, groups: Groups) -> CabmSettings:
    """The settings as the thesis has them.

    Raw scale; cosine of vectors averaged beforehand; PMI of each pair of word and target,
    averaged within a group; weights of any sum; the one template of the thesis where none are
    given; categories by the score alone. The context may still be signed.

    Source: CABM thesis, sections 2.3 to 2.6.
    """
    templates = chosen.templates or published_templates(groups)
    return replace(chosen, published=True, scale=RAW, templates=templates)


def for_kind(chosen: CabmSettings, kind: str) -> CabmSettings:
    """The settings for a kind of model: only a masked one fills in templates.

    Where [CLS] was chosen, a kind without it leaves the context out.
    """
    if kind == MASKED:
        return chosen
    without = chosen.sentence == CLS and kind not in WITH_CLS
    sentence = NONE if without else chosen.sentence
    return replace(chosen, sentence=sentence, templates=(), kind=kind)
