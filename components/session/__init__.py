"""The seam between screen and engine: the only part of the screen that knows models and store.

Pages and components call `session.measure(…)` and its like; each file here holds one part of
this API. Nothing heavy is imported before a number is really needed, so pages paint first.
"""

from components.session import state
from components.session.arena import (
    arena_difference,
    arena_known,
    arena_report,
    arena_reports,
    arena_rows,
    arena_stored,
    forget_arena_report,
    keep_arena_report,
)
from components.session.attention import attention
from components.session.background import (
    all_jobs,
    cancel_job,
    forget_job,
    job_of,
    resume_job,
    submit_command,
    submit_download,
)
from components.session.cabm import cabm_missing, cabm_stored, cabm_study
from components.session.classifier import Understanding, understanding
from components.session.confirmed import confirm, confirm_field, decline, is_confirmed
from components.session.device import chosen_device, devices, use_device
from components.session.heads import FIRST_ASSOCIATION, bundled_association, stored_part
from components.session.health import (
    check_health_later,
    health,
    health_sentences,
    masked_health,
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
    download_bytes,
    facts,
    injected_models,
    is_loaded,
    is_local,
    made_models,
    may_open,
    offline,
    spec_and_facts,
    spec_of,
    suggestions,
)
from components.session.prepared import (
    is_being_prepared,
    is_prepared,
    look_later,
    prepare_later,
)
from components.session.projection import is_projected, projected
from components.session.sentences import readable_sentences
from components.session.threads import measure_in_thread, warm
from components.session.verdicts import NOT_HERE, WordVerdicts, classifier_needs, judged_words
from engine.first_sight.examples import FEW_CONTEXTS
from engine.measurement import Measurement
from engine.measures.health import (
    CLOZE_ENOUGH,
    CONTINUED_ENOUGH,
    PERPLEXITY_ENOUGH,
    PPPL_ENOUGH,
)
from engine.models.collector import set_aside
from engine.models.file_sizes import folder_bytes, is_elsewhere
from engine.spec import BUNDLED

__all__ = [
    "BUNDLED",
    "CLOZE_ENOUGH",
    "CONTINUED_ENOUGH",
    "FEW_CONTEXTS",
    "FIRST_ASSOCIATION",
    "NOT_HERE",
    "PERPLEXITY_ENOUGH",
    "PPPL_ENOUGH",
    "Facts",
    "Injection",
    "Measurement",
    "StoredValues",
    "Understanding",
    "WordVerdicts",
    "all_jobs",
    "arena_difference",
    "arena_known",
    "arena_report",
    "arena_reports",
    "arena_rows",
    "arena_stored",
    "attention",
    "bundled_association",
    "cabm_missing",
    "cabm_stored",
    "cabm_study",
    "cancel_job",
    "check_health_later",
    "checkpoints",
    "chosen_device",
    "classifier_needs",
    "confirm",
    "confirm_field",
    "decline",
    "delete_injection",
    "device",
    "devices",
    "download_bytes",
    "facts",
    "folder_bytes",
    "forget_arena_report",
    "forget_job",
    "free_name",
    "health",
    "health_sentences",
    "injected_models",
    "injection_estimate",
    "injection_job",
    "injections",
    "is_being_prepared",
    "is_confirmed",
    "is_elsewhere",
    "is_loaded",
    "is_local",
    "is_prepared",
    "is_projected",
    "job_of",
    "judged_words",
    "keep_arena_report",
    "known",
    "look_later",
    "made_models",
    "manifest",
    "masked_health",
    "may_open",
    "measure",
    "measure_in_thread",
    "offline",
    "prepare_later",
    "projected",
    "readable_sentences",
    "resume_injection",
    "resume_job",
    "set_aside",
    "sizes",
    "spec_and_facts",
    "spec_of",
    "state",
    "stored",
    "stored_part",
    "submit_command",
    "submit_download",
    "submit_injection",
    "suggestions",
    "understanding",
    "unmasked",
    "use_device",
    "warm",
]
