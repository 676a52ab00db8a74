"""What pages draw with: finished data in, figures or typed selections out; never a model."""
