"""What everything else may use and what uses nothing: identity, words, errors, paths.

- `spec`, `families`: which model was measured under which masked heads, and how its kind is built.
- `digest`, `libraries`: digests of data, and versions of the libraries that numbers depend on.
- `errors`, `wording`: errors that a user can fix, and wording that many messages share.
- `paths`, `checkpoint_names`, `project`: files as users name them, names of checkpoints, and where
  the project is.
- `languages`, `mask_token`: languages by their codes, and how people write a masked token.
- `debugging`: tracebacks for whoever asks for them.
- `scoped`: a context variable that has a value inside a block.
- `program`, `version`: what the program is called and how its modules are started; its version.
- `process_limits`, `child_processes`: limits of a process that works for another one, and how such
  a process is started and ended.
- `file_names`, `replacing`, `shell`: names, files and commands as every system can have them.
"""
