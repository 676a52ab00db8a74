"""Annotators: whose answers to cloze sentences does a model share, and whose does it not?"""
