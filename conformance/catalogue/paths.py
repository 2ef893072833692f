"""Paths of the interface that requests are built on, relative to the base address.

Spec: Endpoints.
"""

import re

COURSES = "/travel/courses"
BOOKINGS = "/travel/bookings"
HOOKS = f"{BOOKINGS}/hooks"
GROUP_BOOKINGS = "/travel/group-bookings"
WEBHOOKS = "/webhooks"

# The version with which a base address ends.
VERSION_AT_THE_END = re.compile(r"/v\d+$")
