"""The parts of the Annotators page."""
