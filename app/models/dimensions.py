"""How long the vectors of known models are: known without the client library, which takes a second to load."""

OPENAI_DIMENSIONS = {"text-embedding-3-large": 3072, "text-embedding-3-small": 1536, "text-embedding-ada-002": 1536}
"""Of the models that OpenAI serves under these names."""
