"""The files that were uploaded: in a folder, or on S3."""
