"""Figures that several rooms need."""

from datetime import timedelta

# Spec: Limits, "tee-time hold duration".
LONGEST_HOLD = timedelta(minutes=15)

# Spec: Limits, "booking hook duration". The specification names no tolerance.
HOOK_LASTS, HOOK_TOLERANCE = timedelta(days=14), timedelta(hours=24)

# Two clocks that differ by more than this do not show the same moment. The specification names no figure.
CLOCKS_AGREE_WITHIN = timedelta(minutes=5)
