"""The review of the engine's tests, for its screen."""

from tests.engine.curation.conftest import name as name
