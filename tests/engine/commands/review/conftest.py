"""The reviews of the export's tests, for its commands."""

from tests.engine.curation.export.conftest import _kept as _kept
from tests.engine.curation.export.conftest import decided as decided
