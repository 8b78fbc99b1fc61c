"""Everyday words by field, in the form of a file of synonyms, see `nodes.language.synonyms`."""
