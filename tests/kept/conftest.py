from __future__ import annotations

from tests.engine.commands.conftest import engine

__all__ = ["engine"]
