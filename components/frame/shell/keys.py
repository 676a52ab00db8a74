"""Names of settings in the address that more than one page or component uses."""

# Of the model bar, the same on every page.
MODEL, COMPARE, HEADS, DTYPE = "model", "compare", "heads", "dtype"
MODEL_BAR = (MODEL, COMPARE, HEADS, DTYPE)
UNMODIFIED, NOTHING = "untouched", "none"  # values of COMPARE; links hold them, so they stay
PROBE_TEXT = "text"  # the sentence of the Probe page; Home passes its own on to it
PAIRS_DATA, PAIRS_FILE = "data", "file"  # of the Pairs page; Curate opens a file there
