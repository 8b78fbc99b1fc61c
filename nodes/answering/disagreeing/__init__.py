"""Documents that say otherwise: contradictions, amendments, newer issues, and what makes two documents one."""
