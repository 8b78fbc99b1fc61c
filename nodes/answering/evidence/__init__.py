"""Evidence: the sentences and rows that may be quoted, their words and subjects, and what a source is called."""
