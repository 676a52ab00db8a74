"""Searching for faults: processes that are killed, inputs and model folders that are hostile.

All that is random follows from a seed and the number of the case, so a bad case can be made
again; only the moment of a kill follows the clock too.

- `tally`: counting cases, and what was bad about one.
- `repeating`: one case after another.
- `watchdog`: ending what takes too long.
- `verdict`: whether an answer is one that a user may see.
- `texts`, `files`: odd texts, names and files.
- `receivers`, `command_lines`, `addresses`: what they are given to.
- `inputs`: all of these, one case after another.
- `folders`, `folder_changes`: hostile model folders.
- `workload`, `stored`: what is measured while processes are killed, and the check of its results.
- `kills`, with `runs`, `kill_runs`, `kill_jobs` and `kill_servers`: killing.
"""
