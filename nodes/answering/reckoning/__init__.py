"""What the figures of a question come to: a ratio, a margin, a difference, reckoned from rows that are quoted."""
