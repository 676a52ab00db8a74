"""Writes `refusals.json` again, with what is said today of every broken file."""

from __future__ import annotations

import json

from tests.kept.kinds import REFUSALS, kinds, refusals


def main() -> None:
    """Write the file; `git diff` then shows which messages are other ones."""
    found = {name: refusals(kind) for name, kind in kinds().items()}
    text = json.dumps(found, ensure_ascii=False, indent=0)
    REFUSALS.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
