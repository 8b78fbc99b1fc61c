"""Reading files: from bytes on disk to pages of normalised text, in worker processes with limits."""
