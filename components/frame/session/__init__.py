"""The seam between screen and engine: the only part of the screen that knows models and store.

Pages and components call `session.measure(…)` and `session.arena.report(…)`; each file here holds
one part of this API, and what every page needs is at the top. Nothing heavy is imported before a
number is really needed, so pages paint first.

- `measuring`, `threads`, `background`: measuring at once, in a thread, and as a job.
- `models`, `in_memory`, `device`, `health`, `prepared`, `fits`: models, where they run, whether
  they can be trusted, and what was fitted on them.
- `state`: what is kept for one browser session, by name.
- `confirmed`, `sharing`: what the user has opened, and what a shared server allows.
- `heads`, `cabm`, `arena`, `verdicts`, `scorecard`, `mitigation`, `lab`, `dose`, `lab_runs`,
  `pins`, `curation`, `curation_set`, `review`, `tour`: what single pages ask for.
"""

from components.frame.session import arena as arena
from components.frame.session import background as background
from components.frame.session import cabm as cabm
from components.frame.session import curation as curation
from components.frame.session import curation_set as curation_set
from components.frame.session import dose as dose
from components.frame.session import fits as fits
from components.frame.session import heads as heads
from components.frame.session import health as health
from components.frame.session import lab as lab
from components.frame.session import mitigation as mitigation
from components.frame.session import pins as pins
from components.frame.session import prepared as prepared
from components.frame.session import scorecard as scorecard
from components.frame.session import state as state
from components.frame.session import tour as tour
from components.frame.session import verdicts as verdicts
from components.frame.session.confirmed import confirm as confirm
from components.frame.session.confirmed import confirm_field as confirm_field
from components.frame.session.confirmed import decline as decline
from components.frame.session.confirmed import is_confirmed as is_confirmed
from components.frame.session.device import chosen_device as chosen_device
from components.frame.session.device import device_label as device_label
from components.frame.session.device import devices as devices
from components.frame.session.device import use_device as use_device
from components.frame.session.measuring import StoredValues as StoredValues
from components.frame.session.measuring import guarded_scores as guarded_scores
from components.frame.session.measuring import guarded_stored as guarded_stored
from components.frame.session.measuring import known as known
from components.frame.session.measuring import manifest as manifest
from components.frame.session.measuring import measure as measure
from components.frame.session.measuring import not_kept as not_kept
from components.frame.session.measuring import pace as pace
from components.frame.session.measuring import readable_sentences as readable_sentences
from components.frame.session.measuring import readings as readings
from components.frame.session.measuring import stored as stored
from components.frame.session.models import Facts as Facts
from components.frame.session.models import add_models as add_models
from components.frame.session.models import checkpoints as checkpoints
from components.frame.session.models import device as device
from components.frame.session.models import download_bytes as download_bytes
from components.frame.session.models import facts as facts
from components.frame.session.models import folders_of_models as folders_of_models
from components.frame.session.models import injected_models as injected_models
from components.frame.session.models import is_local as is_local
from components.frame.session.models import kind_of as kind_of
from components.frame.session.models import made_models as made_models
from components.frame.session.models import may_open as may_open
from components.frame.session.models import model_names as model_names
from components.frame.session.models import offline as offline
from components.frame.session.models import remove_models as remove_models
from components.frame.session.models import spec_and_facts as spec_and_facts
from components.frame.session.models import spec_of as spec_of
from components.frame.session.models import suggestions as suggestions
from components.frame.session.sharing import start as start
from components.frame.session.threads import LateError as LateError
from components.frame.session.threads import after_loading as after_loading
from components.frame.session.threads import load_later as load_later
from components.frame.session.threads import measure_in_thread as measure_in_thread
from components.frame.session.threads import warm as warm
from components.frame.session.threads import within as within
from engine.core.paths import is_elsewhere as is_elsewhere
from engine.core.spec import BUNDLED as BUNDLED
from engine.first_sight.examples import FEW_CONTEXTS as FEW_CONTEXTS
from engine.flow.asking import Measurement as Measurement
from engine.inference.priority import hold_background as hold_background
from engine.measures.health.check import CLOZE_ENOUGH as CLOZE_ENOUGH
from engine.measures.health.check import CONTINUED_ENOUGH as CONTINUED_ENOUGH
from engine.measures.health.check import PERPLEXITY_ENOUGH as PERPLEXITY_ENOUGH
from engine.measures.health.check import PPPL_ENOUGH as PPPL_ENOUGH
from engine.models.collector import set_aside as set_aside
from engine.models.sizes import folder_bytes as folder_bytes
