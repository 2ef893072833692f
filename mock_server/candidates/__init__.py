"""Contracts that a user names: read, checked, watched for edits, and handed to every process of the server."""
