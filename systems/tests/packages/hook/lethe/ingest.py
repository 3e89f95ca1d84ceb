def ingest(store, files):
    """A stand-in that takes nothing in."""
