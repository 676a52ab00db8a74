"""The seam between screen and engine: the only part of the screen that knows models and store.

Pages and components call `session.measure(…)` and its like; each file here holds one kind of
door. Nothing heavy is imported before a number is really needed, so pages paint first.
"""

from components.session.agreement import agreement_job, submit_agreement
from components.session.aside import measure_aside, warm
from components.session.attention import attention
from components.session.background import (
    all_jobs,
    cancel_job,
    forget_job,
    pair_job,
    resume_job,
    submit,
    submit_download,
    submit_pairs,
)
from components.session.cabm import (
    cabm_job,
    cabm_missing,
    cabm_stored,
    cabm_study,
    submit_cabm,
)
from components.session.classifier import Understanding, understanding
from components.session.examination import examine_later, examined_sentences, health
from components.session.heads import (
    heads_job,
    stored_part,
    submit_heads,
)
from components.session.lab import (
    Injection,
    delete_injection,
    free_name,
    injection_estimate,
    injection_job,
    injections,
    resume_injection,
    sizes,
    submit_injection,
    unmasked,
)
from components.session.measuring import StoredValues, known, manifest, measure, stored
from components.session.models import (
    Facts,
    checkpoints,
    device,
    facts,
    injected_models,
    is_local,
    offline,
    spec_of,
)
from components.session.projection import is_projected, projected
from engine.measurement import Measurement
from engine.models.health import CLOZE_ENOUGH, PPPL_ENOUGH
from engine.models.sources import BUNDLED

__all__ = [
    "BUNDLED",
    "CLOZE_ENOUGH",
    "PPPL_ENOUGH",
    "Facts",
    "Injection",
    "Measurement",
    "StoredValues",
    "Understanding",
    "agreement_job",
    "all_jobs",
    "attention",
    "cabm_job",
    "cabm_missing",
    "cabm_stored",
    "cabm_study",
    "cancel_job",
    "checkpoints",
    "delete_injection",
    "device",
    "examine_later",
    "examined_sentences",
    "facts",
    "forget_job",
    "free_name",
    "heads_job",
    "health",
    "injected_models",
    "injection_estimate",
    "injection_job",
    "injections",
    "is_local",
    "is_projected",
    "known",
    "manifest",
    "measure",
    "measure_aside",
    "offline",
    "pair_job",
    "projected",
    "resume_injection",
    "resume_job",
    "sizes",
    "spec_of",
    "stored",
    "stored_part",
    "submit",
    "submit_agreement",
    "submit_cabm",
    "submit_download",
    "submit_heads",
    "submit_injection",
    "submit_pairs",
    "understanding",
    "unmasked",
    "warm",
]
