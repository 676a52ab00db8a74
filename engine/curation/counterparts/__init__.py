"""The counterpart of a sentence: its marked words swapped, all else the same."""
