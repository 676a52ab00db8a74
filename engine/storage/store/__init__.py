"""The one result cache: what was measured -> hash -> SQLite row.

Identity means: the model's spec (checkpoint, revision, dtype, masked heads), the measure
and its version, its parameters, and the item itself. All of it is written as canonical
JSON with the value, so `verify` can derive every hash again. Values are kept item by
item, so work that was interrupted is never done twice. A store that cannot be written
never costs a result: the caller gets an error and continues without it.

- `context`: what a result is of, and its hash.
- `folder`: where the cache is.
- `tables`: the tables of the file and their versions.
- `store`: the store as it is used: get, put, info, verify, prune.
- `connections`: one to the file for each thread.
- `reading`: rows to values, and noting that they were used.
- `growth`: keeping the file under its limit while it is written.
- `merging`: adding what another file knows.
- `pruning`: making the file smaller when asked.
- `verification`: deriving every hash again.
- `shipped`: results that come with Biascope, read-only.
"""

from engine.storage.store.context import (
    CACHE,
    FORMAT,
    MIGRATIONS,
    Context,
    cache_folder,
    content_hash,
    named_folder,
)
from engine.storage.store.merging import Merged
from engine.storage.store.shipped import SHIPPED, write_shipped
from engine.storage.store.store import SIZE_LIMIT, STORE_FILE, Store, StoreInfo, default_store

__all__ = [
    "CACHE",
    "FORMAT",
    "MIGRATIONS",
    "SHIPPED",
    "SIZE_LIMIT",
    "STORE_FILE",
    "Context",
    "Merged",
    "Store",
    "StoreInfo",
    "cache_folder",
    "content_hash",
    "default_store",
    "named_folder",
    "write_shipped",
]
