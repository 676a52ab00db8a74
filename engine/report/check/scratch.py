"""The cache folder of one checked command: what it may read of the user's, and room to write.

Reports, values and whatever else a command keeps are deleted with it, so a check leaves nothing in
the user's cache. Only where stored values may be used is the store the user's own.
"""

from __future__ import annotations

from pathlib import Path

from engine.curation.review.names import FOLDER as REVIEWS
from engine.files.fetch.places import FOLDER as DATASETS
from engine.models.convert.made import FOLDER as CONVERTED
from engine.storage.store import STORE_FILE, cache_folder

_READ = (DATASETS, CONVERTED, REVIEWS)


def scratch_cache(folder: Path, from_store: bool) -> Path:
    """Make the cache folder of a command.

    Args:
        folder: an empty one of the command.
        from_store: whether stored values may be used; new ones are then stored with them.
    """
    own = cache_folder().resolve()
    made = folder / "cache"
    made.mkdir(mode=0o700)
    for name in (*_READ, *([STORE_FILE] if from_store else [])):
        if (own / name).exists():
            (made / name).symlink_to(own / name)
    return made
