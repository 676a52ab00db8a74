"""What a measure of one's own is made of: the names that a plug-in may count on.

    from biascope.plugin import Descriptor, Measure, encode

    def lengths(lm, items, params):
        return [{"tokens": len(encode(lm.tokenizer, item["text"], lm.model.max_length).ids)}
                for item in items]

    DESCRIPTOR = Descriptor(cards=(), measures={"length": Measure(1, f"{__name__}:lengths")})

All other modules may change with every version. See docs/plugins.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.columns.column import EXP as EXP
from engine.columns.column import IDENTITY as IDENTITY
from engine.columns.column import PERCENT as PERCENT
from engine.columns.column import Column as Column
from engine.columns.column import Family as Family
from engine.columns.column import Reading as Reading
from engine.columns.column import any_kind as any_kind
from engine.columns.column import masked_only as masked_only
from engine.columns.column import only_kind as only_kind
from engine.columns.column import reader as reader
from engine.command_line.options import with_model as with_model
from engine.command_line.output import write_json as write_json
from engine.command_line.output import write_table as write_table
from engine.command_line.subject import Subject as Subject
from engine.core.digest import data_digest as data_digest
from engine.core.errors import BiascopeError as BiascopeError
from engine.core.errors import InputTextError as InputTextError
from engine.core.families import CAUSAL as CAUSAL
from engine.core.families import ENCODER as ENCODER
from engine.core.families import MASKED as MASKED
from engine.core.families import SEQ2SEQ as SEQ2SEQ
from engine.flow.descriptor import CommandEntry as CommandEntry
from engine.flow.descriptor import Descriptor as Descriptor
from engine.flow.descriptor import Measure as Measure
from engine.flow.kinds import needs as needs
from engine.flow.shapes import Problem as Problem
from engine.inference.plan import Row as Row
from engine.inference.runner import run_rows as run_rows
from engine.inference.runner import score_rows as score_rows
from engine.inference.text import encode as encode
from engine.inference.text import encode_with_start as encode_with_start
from engine.inference.text import mask_positions as mask_positions
from engine.inference.text import span_positions as span_positions
from engine.inference.text import with_model_masks as with_model_masks
from engine.statistics.intervals import mean_interval as mean_interval

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM as MaskedLM
