"""Names of settings in the address that more than one page or component uses."""

MODEL, COMPARE, HEADS = "model", "compare", "heads"  # of the model bar, the same on every page
MODEL_BAR = (MODEL, COMPARE, HEADS)
UNMODIFIED, NOTHING = "untouched", "none"  # values of COMPARE; links hold them, so they stay
PROBE_TEXT = "text"  # the sentence of the Probe page; Home passes its own on to it
