"""What a screen of the Stage can ask the model live: one module a kind, listed in `registry`."""
