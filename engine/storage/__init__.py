"""What is kept on this machine: results (`store`), long work (`jobs`), private files.

- `private_files`: folders and files that only their owner can read.
- `migrations`, `write_ahead`: versions of the SQLite files, and how they are read while one writes.
"""
