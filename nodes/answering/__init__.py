"""Answers made of quotes, context, citations and prompts: pure functions over hits and text."""
