"""Benchmarks: speed, memory and quality, measured where they run, one file a bench.

Times of different ways are compared within one run, in turn, so that a busy machine slows
them alike; what is compared between machines is their ratio.

- `commands`, `coverage_command`: what `bench` runs.
- `coverage`, `coverage_designs`, `arena_coverage`: how intervals are checked, and on which samples.
- `timing`, `shown`, `app`, `random_models`: what several benches share: clocks, reports, the real
  app in a browser, and models without knowledge.
"""
