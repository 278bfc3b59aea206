"""The read path: query, retrieve, fuse, cite."""
