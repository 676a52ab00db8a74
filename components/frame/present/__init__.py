"""How things are written and drawn on any page: colour, numbers, words, exports."""
