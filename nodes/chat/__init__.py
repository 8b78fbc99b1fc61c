"""The steps of the chat graph, one file each."""
