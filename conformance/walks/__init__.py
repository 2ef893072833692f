"""Walks: short random histories of bookings, holds, hooks and groups, played on the target beside a model of it.

The model allows every answer that the specification allows. What none of them explains is a deviation, which names one
requirement, is shrunk to a short program and repeated before it counts.
"""
