"""What the project knows of perplexity of causal models and pseudo-perplexity of masked ones."""

from __future__ import annotations

from typing import Annotated

from engine.core.constraints import Predicate
from engine.core.families import CAUSAL, MASKED
from engine.flow.descriptor import ROW_A_TOKEN, CommandEntry, Descriptor, Measure
from engine.flow.kinds import needs
from engine.flow.shapes import Problem, equally_long
from engine.measures.perplexity.value import TokenValue, WindowedTokenValue

DESCRIPTOR = Descriptor(
    cards=("pppl", "perplexity"),
    measures={
        "pppl": Measure(
            1,
            "engine.measures.perplexity.masked:pseudo_log_likelihoods",
            shape=Annotated[TokenValue, Predicate(equally_long)] | Problem,
            rule=needs(MASKED, "pseudo-perplexity", "use its perplexity, the command perplexity"),
            growth=ROW_A_TOKEN,
        ),
        "perplexity": Measure(
            1,
            "engine.measures.perplexity.causal:log_likelihoods",
            chunk=32,
            shape=Annotated[WindowedTokenValue, Predicate(equally_long)] | Problem,
            rule=needs(CAUSAL, "perplexity", "use pseudo-perplexity, the command pppl"),
        ),
    },
    families=("engine.measures.perplexity.column:FAMILY",),
    commands=(
        CommandEntry("pppl", "engine.measures.perplexity.command:pppl", checked=True),
        CommandEntry("perplexity", "engine.measures.perplexity.command:perplexity", checked=True),
    ),
)
