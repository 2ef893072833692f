"""One function per operation: load, decide, record, in one transaction. No HTTP and no SQL of their own."""
