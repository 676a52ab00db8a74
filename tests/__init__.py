"""Tests of Biascope; the folders mirror the source."""
