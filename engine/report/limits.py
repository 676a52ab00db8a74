"""What no result of Biascope shows, whatever was measured."""

from __future__ import annotations

GENERAL = (
    "These are numbers of the models, data and settings named here. Another model, another "
    "language or other words may give another result. Most of the data is English and is about a "
    "few groups of people.",
    "A neutral result does not show that a model is fair: a weak model is often neutral because it "
    "knows little, and a test may be too small to detect what is there.",
    "A 95% interval covers the items that were measured (sentences, words or prompts), as if "
    "others of the same kind had been drawn. It does not cover the choice of the data, of the "
    "wording, of the measure or of the model.",
    "A score describes what a model computes. It does not show harm to people in use, nor where "
    "in the training data an association comes from.",
    "Among many results, some differ from neutral by chance. Only p-values that are described as "
    "corrected take the number of tests into account.",
)
