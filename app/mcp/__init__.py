"""Sheaf for agents: the tools of the Model Context Protocol. What carries them stands in the service and the CLI."""
