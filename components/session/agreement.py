"""The Annotators page's doors: whose answers are at work in the background."""
