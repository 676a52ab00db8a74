"""Published figures beside ours: tables of papers, run again where checkpoints and data are."""
