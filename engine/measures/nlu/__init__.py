"""The classes that a fine-tuned classifier gives texts, and what masked heads cost it."""
