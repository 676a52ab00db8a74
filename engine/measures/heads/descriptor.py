"""What the project knows of attention heads, and of masking them."""

from __future__ import annotations

from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import completes, no_cls_of_others
from engine.measures.heads.value import (
    AblationValue,
    HeadBiasValue,
    HeadPathValue,
    HeadSentenceValue,
)
from engine.measures.seat.earlier import still_holds

_NO_CLS = no_cls_of_others("pooling", "the pooling token, mean or last")

DESCRIPTOR = Descriptor(
    cards=("head-bias", "heads"),
    measures={
        "head_bias": Measure(
            1,
            "engine.measures.heads.bias:head_biases",
            chunk=1,
            shape=HeadBiasValue,
            rule=_NO_CLS,
            card="head-bias",
            head=False,
            holds=still_holds,
        ),
        "head_ablation": Measure(
            1,
            "engine.measures.heads.bias:head_ablations",
            chunk=1,
            shape=AblationValue,
            rule=_NO_CLS,
            card="head-bias",
            head=False,
            holds=still_holds,
        ),
        "head_sentence": Measure(
            1,
            "engine.measures.heads.sentence:sentence_effects",
            chunk=1,
            shape=HeadSentenceValue,
            rule=completes,
            card="head-bias",
        ),
        "head_path": Measure(
            1,
            "engine.measures.heads.path:head_paths",
            chunk=1,
            shape=HeadPathValue,
            rule=completes,
            card="head-bias",
        ),
    },
    commands=(
        CommandEntry(
            "heads", "engine.measures.heads.command:heads", cards=("head-bias",), checked=True
        ),
        CommandEntry("head-path", "engine.measures.heads.command_path:head_path", checked=True),
        CommandEntry("mask", "engine.measures.heads.command_mask:mask", checked=True),
        CommandEntry(
            "replicate bias-a-head",
            "engine.measures.heads.command_replicate:bias_a_head",
            tables="engine.measures.heads.replication:TABLES",
        ),
    ),
    page="heads",
)
