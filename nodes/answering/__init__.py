"""Context packing, quoting, citations and prompts: pure functions over hits and text."""
