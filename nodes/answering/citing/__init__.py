"""Citations: markers, the spans that statements rest on, whether sources bear them out, and lines to read."""
