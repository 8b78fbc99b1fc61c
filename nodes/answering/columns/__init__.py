"""Answers from the columns of a table: the most, the least, what lies within a limit, what is yes or no."""
