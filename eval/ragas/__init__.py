"""Answers judged by the measures of Ragas."""
