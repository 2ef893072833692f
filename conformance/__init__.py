"""The suite: judges any implementation of the interface by its answers, requirement by requirement.

It knows the contract and a base address. It must never know how a target is built.
"""
