"""A path at which nothing is, whatever folders the machine has."""

from __future__ import annotations

from pathlib import Path

# Below a file, where no folder can be made either.
NOWHERE = str(Path(__file__).parent / "__init__.py" / "nowhere")
