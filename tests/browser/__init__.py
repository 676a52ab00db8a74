"""Tests that drive the real app in a real browser."""
