"""Sends requests: connection, pace and limits."""
