"""The outside world: settings, stores, models, catalogue, command line."""

import os

# A question multiplies small matrices: threads that wait for one another cost more than they bring.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
