"""The rules of a good contract: each has an id, says why it exists, and finds every place that breaks it.

The rules know OpenAPI and the habits of this contract. They know neither the sandbox nor the suite.
"""
