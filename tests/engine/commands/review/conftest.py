"""The reviews of the engine's tests, for its commands."""

from tests.engine.curation.conftest import name as name
from tests.engine.curation.conftest import nli as nli
from tests.engine.curation.export.conftest import _kept as _kept
from tests.engine.curation.export.conftest import decided as decided
