"""The command line of the engine's tests."""

from tests.engine.conftest import engine as engine
