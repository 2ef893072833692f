"""Walks: short random histories of bookings, holds, hooks and groups, played on the target beside a model of it.

The model allows every answer that the specification allows. A deviation is an answer that the model does not allow. It
names one requirement. The walk shrinks its program and repeats it before it counts.
"""
