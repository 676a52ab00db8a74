"""What the Lab calls its measures and models."""

from __future__ import annotations

from engine.lab.readings import (
    ASSOCIATION,
    CABM,
    CPS,
    SIGNED,
    UNMASKING,
    WEAT,
)

# Reading -> its name, in the order it is shown.
NAMES = {
    UNMASKING: "unmasking",
    CABM: "CABM",
    "cosine_bias": "· cosine",
    "context_bias": "· context shift",
    SIGNED: "· context, signed",
    "pmi_bias": "· PMI of a corpus",
    CPS: "CPS of pairs",
    ASSOCIATION: "association (SEAT)",
}
WHAT = {
    UNMASKING: "P(he) of he and she behind the mask, mean over held-out sentences.",
    CABM: "The three features z-scored and added with equal weights, the same for all models.",
    "cosine_bias": "How much nearer the occupation's vector is to he than to she.",
    "context_bias": "How far the sentence vector moves with the pronoun; it has no direction.",
    SIGNED: "The same, along the model's own direction from she to he.",
    "pmi_bias": "Counted in open English text: it cannot move with the model.",
    CPS: "How much likelier the sentence with he makes its other words, nats.",
    ASSOCIATION: "How much nearer to masculine than to feminine words, in sentences without a "
    "pronoun; what head bias differentiates.",
    WEAT: "Association with he and she of the occupation's mean vector.",
}
STABLE = {UNMASKING: "unmasking", WEAT: "WEAT", CABM: "CABM"}
PUBLISHED_STABILITY = {WEAT: 0.0111, CABM: 0.0385}
MODELS = {
    "original": "as it came",
    "biased": "fine-tuned on the planted proportions",
    "balanced": "fine-tuned on half and half",
}
