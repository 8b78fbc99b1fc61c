"""The outside world: settings, stores, models, catalogue, command line."""
