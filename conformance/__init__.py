"""The suite: judges any implementation of the interface by its answers, requirement by requirement.

It knows the contract and a base address, and nothing of how a target is built.
"""
