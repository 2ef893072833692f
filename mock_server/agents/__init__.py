"""The sandbox beside an agent: a few verbs of somebody who tests a client, in the Model Context Protocol.

This room speaks to a server over HTTP, as the tests of others do. It knows its levers, and nothing else of the sandbox.
"""
