"""The steps of the ingestion graph, one file each."""
