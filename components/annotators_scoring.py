"""From a choice of answers to figures: small sets at once, large ones as a job."""
