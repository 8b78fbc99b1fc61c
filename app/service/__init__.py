"""The HTTP service: routes, errors, events. What they do stands in `app/`; a route only speaks HTTP."""
