"""The context of a model: neighbouring chunks joined, packed into a budget, laid out, and the prompts."""
