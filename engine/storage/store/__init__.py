"""The one result cache: what was measured -> hash -> SQLite row.

Identity means: the model's spec (checkpoint, revision, dtype, masked heads), the measure and its
version, its parameters, and the item itself. All of it is written as canonical JSON with the value,
so `verify` can derive every hash again. Values are kept item by item, so work that was interrupted
is never done twice.

- `context`: what a result is of, and its hash; the tables of the file and their versions; where the
  cache is; rows to values, and noting that they were used.
- `connections`: one connection for each thread, closed when the thread ends.
- `store`: the store as it is used: get, put, info, verify, prune; keeping the file under its limit
  while it is written.
- `merging`: adding what another file knows.
- `pruning`: making the file smaller when asked.
- `shipped`: results that come with Biascope, read-only.

The store may fail. Results are shown even if they cannot be kept: the caller gets an error, tells
the user and continues without it. A store that cannot be read counts as empty, and a value that
does not have the shape its measure gives is computed again. Folders and files of the cache are
their owner's alone (`engine.storage.private_files`).

The store stays small. Whoever writes deletes about as much of the least recently used as it wrote,
once the file is over its limit, and empties the write-ahead log when it is large. A read marks its
rows as used, at most once a day. None of this ever waits for another process for long; `cache
prune` makes the file itself smaller.
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
