"""Taking files in, and working on them until they are searchable."""
