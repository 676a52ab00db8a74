"""The parts of the Probe page."""
