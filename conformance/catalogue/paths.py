"""Paths of the interface that requests are built on, relative to the base address.

Spec: Endpoints.
"""

COURSES = "/travel/courses"
BOOKINGS = "/travel/bookings"
HOOKS = f"{BOOKINGS}/hooks"
GROUP_BOOKINGS = "/travel/group-bookings"
WEBHOOKS = "/webhooks"
