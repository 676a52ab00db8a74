"""Benchmarks: speed, memory and quality, measured where they run, one file a bench.

Times of different ways are compared within one run, in turn, so that a busy machine slows
them alike; what is compared between machines is their ratio.

- `commands`: what `bench` runs.
- `coverage`: whether intervals and tests hold what they promise.
- `timing`, `shown`, `app`, `random_models`: what several benches share: clocks, reports, the real
  app in a browser, and models without knowledge.
"""
