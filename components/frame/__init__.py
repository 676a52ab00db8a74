"""What surrounds and draws every page; the only part that pages have in common.

- `shell`: model bar, navigation, jobs, the address.
- `present`: how things are written and drawn; `plot` alone draws figures.
- `widgets`: controls of several pages: export and pins, own files, background work, tabs.
- `session`: the seam, alone in knowing models, store and jobs.
"""
