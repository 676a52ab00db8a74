"""Names and descriptions of the measures and models on the Lab page."""

from __future__ import annotations

from engine.lab.readings import ASSOCIATION, CABM, CPS, SIGNED, UNMASKING, WEAT

# Measure -> its name, in the order of display.
NAMES = {
    UNMASKING: "pronoun probability",
    CABM: "CABM",
    "cosine_bias": "· cosine",
    "context_bias": "· context shift",
    SIGNED: "· context, signed",
    "pmi_bias": "· PMI in a corpus",
    CPS: "CPS (CrowS-Pairs)",
    ASSOCIATION: "association (SEAT)",
}
# Names of earlier versions, which links may hold.
OLD_NAMES = {
    "unmasking": UNMASKING,
    "PMI of a corpus": "pmi_bias",
    "CPS of pairs": CPS,
}
DESCRIPTIONS = {
    UNMASKING: "P(he) out of he and she in the blank for the pronoun, averaged over held-out "
    "sentences; the thesis calls this unmasking.",
    CABM: "Context-Aware Bias Metric: its three features, z-scored and added with equal weights, "
    "the same for all models.",
    "cosine_bias": "How much closer the occupation's vector is to he than to she.",
    "context_bias": "How far the sentence vector moves when the pronoun changes; no direction.",
    SIGNED: "How far the sentence vector moves along the model's own direction from she to he.",
    "pmi_bias": "Pointwise mutual information, counted in open English text: it cannot change "
    "with the model.",
    CPS: "CrowS-Pairs Score: how much likelier a sentence's other words are with he than with "
    "she, in nats.",
    ASSOCIATION: "Sentence Encoder Association Test: how much closer to masculine than to feminine "
    "words, in sentences without a pronoun; head bias is the gradient of this.",
    WEAT: "Word Embedding Association Test: association of the occupation's mean vector with he "
    "and she.",
}


def name_of(reading: str) -> str:
    """The name of a measure by itself."""
    return {**NAMES, WEAT: "WEAT"}[reading].removeprefix("· ")


STABLE = {UNMASKING: "pronoun probability", WEAT: "WEAT", CABM: "CABM, raw scale"}
PUBLISHED_STABILITY = {WEAT: 0.0111, CABM: 0.0385}
MODELS = {
    "original": "unmodified",
    "biased": "fine-tuned on the planted proportions",
    "balanced": "fine-tuned on he and she equally often",
}
