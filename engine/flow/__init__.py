"""The way of one number: asked for, looked up, computed, stored, described.

- `descriptor`, `registry`: what measures there are, as they say it themselves.
- `asking`: how a study reaches numbers.
- `measurement`: store -> the misses -> measure -> store -> values and manifest.
- `derived`: what is worked out from measured values, and kept.
- `kinds`: which kind of model a measure needs.
- `stored`: what the store knows of measurements.
- `shapes`, `packing`: what a stored value looks like.
- `manifest`: what is needed to trust a measurement and to repeat it.
- `guarded`: pairs in mixed precision, and again in float32 where that could change a preference.
"""
