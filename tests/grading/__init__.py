"""The grade of a client: rows, judgements, and whole examinations of small clients."""
