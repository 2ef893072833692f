"""One function per operation: load, decide, record, in one transaction. They contain no HTTP and no SQL."""
