"""What is found in one document: sections, chunks, metadata, summaries, names. Pure functions, no I/O."""
