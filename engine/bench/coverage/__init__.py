"""`bench coverage`: whether intervals and tests hold what they promise, on simulated samples.

- `design`: the three kinds of designs, and how often what is claimed of them is true.
- `command`: what `bench coverage` runs and writes.
- `every`: all designs, in the order of the table.
- `units`, `means`, `arena`, `crossed_prompts`, `groups`, `identities`, `pairs`, `rankings`,
  `heads`, `cabm`, `kappa`, `counter`: the designs, one file a subject.
"""
