"""The domain types: plain data that state, checkpoints and caches can hold, and the ports the steps need."""
