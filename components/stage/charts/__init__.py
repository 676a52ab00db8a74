"""Figures of the live screens: few marks, large type, their numbers written on them."""
