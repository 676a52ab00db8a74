"""What the pages show when they are opened for the first time, measured beforehand.

- `examples`: the texts and settings that the pages open with.
- `asked`: what each page asks of a model with them.
- `prepare`: having all of it measured, and whether it is; the file of results that comes with
  Biascope, written and checked.

For the bundled model the results come with Biascope: the store looks into
`engine/storage/store/shipped.sqlite`, which is never written to, after the user's own results. Its
keys are those of the store, so results of other weights or of another version are simply not found.
A test opens every page on a prepared model that must not be loaded; another computes a sample of
the shipped results again.
"""
