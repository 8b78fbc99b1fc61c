"""Answers measured by known ones, and refusals of what nothing answers."""
