"""Sentences in the first person, each of one of GEST's sixteen stereotypes, and released scores."""
