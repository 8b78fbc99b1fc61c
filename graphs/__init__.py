"""How the steps are wired: state, runtime context, one builder per graph."""
