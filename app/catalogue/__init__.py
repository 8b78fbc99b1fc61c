"""The catalogue: which documents there are, how far they have come, and what they bear and mention."""
