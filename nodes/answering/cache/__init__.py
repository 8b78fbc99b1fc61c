"""Answers that are given again: the key of the same question, and when a similar one may share its answer."""
