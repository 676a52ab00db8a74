"""The parts of the Home page."""
