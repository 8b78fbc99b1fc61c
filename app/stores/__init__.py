"""Vector stores: where chunks and summaries are kept and searched."""
