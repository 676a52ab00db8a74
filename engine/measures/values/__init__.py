"""The values that measures give and the store keeps, key by key.

They are JSON: what a measure returns and what comes back from the store are equal.
"""

from engine.flow.problem import Problem, equally_long
from engine.measures.values.arena import ArenaReport
from engine.measures.values.association import (
    AblationValue,
    AssociationTexts,
    HeadBiasValue,
    LpbsValue,
    MaskedWordsValue,
    PersonWord,
    SeatValue,
)
from engine.measures.values.cabm import (
    CabmValidation,
    CabmWeights,
    ForestScore,
    ForestWeights,
    FramedValue,
    ShapExplained,
    ShapWeights,
)
from engine.measures.values.cloze import Candidate, ClozeValue, ClozeVector, GivenAnswer
from engine.measures.values.completion import (
    CompletionValue,
    GroupCompletionValue,
    GroupTable,
    Prediction,
    TargetWord,
)
from engine.measures.values.gest import GestValue
from engine.measures.values.heads import CounterStereotypeValue, HeadSentenceValue
from engine.measures.values.health import ClassValue, HealthValue
from engine.measures.values.pairs import PairSide, PairValue
from engine.measures.values.prompts import (
    FirstToken,
    PromptCompletionValue,
    TemplateCompletionValue,
)
from engine.measures.values.scorecard import ScorecardCell
from engine.measures.values.tokens import TokenValue, WindowedTokenValue

__all__ = [
    "AblationValue",
    "ArenaReport",
    "AssociationTexts",
    "CabmValidation",
    "CabmWeights",
    "Candidate",
    "ClassValue",
    "ClozeValue",
    "ClozeVector",
    "CompletionValue",
    "CounterStereotypeValue",
    "FirstToken",
    "ForestScore",
    "ForestWeights",
    "FramedValue",
    "GestValue",
    "GivenAnswer",
    "GroupCompletionValue",
    "GroupTable",
    "HeadBiasValue",
    "HeadSentenceValue",
    "HealthValue",
    "LpbsValue",
    "MaskedWordsValue",
    "PairSide",
    "PairValue",
    "PersonWord",
    "Prediction",
    "Problem",
    "PromptCompletionValue",
    "ScorecardCell",
    "SeatValue",
    "ShapExplained",
    "ShapWeights",
    "TargetWord",
    "TemplateCompletionValue",
    "TokenValue",
    "WindowedTokenValue",
    "equally_long",
]
