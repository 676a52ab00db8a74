"""The parts of the CABM page."""
