"""The parts of the Lab page."""
