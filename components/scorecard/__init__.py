"""The Scorecard page: many models by many measures, side by side and never summed up."""
