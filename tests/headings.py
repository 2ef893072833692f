"""The headings of the specification, each with the headings above it."""

_UNDER = {
    "": (
        "What the service does",
        "Resources and their fields",
        "States and transitions",
        "Endpoints",
        "Authentication",
        "Events",
        "Errors",
        "Limits",
        "Versioning",
    ),
    "Resources and their fields": (
        "Conventions",
        "Booking",
        "Group booking",
        "Course (list item)",
        "Course details",
        "Course terms (data)",
        "Course pricing (data and meta)",
        "Tee-time availability, online course (top-level object)",
        "Tee-time availability, offline course (simplified top-level object)",
        "Multi-day availability (top-level object)",
        "Tee-time hold (top-level object)",
        "Webhook subscription",
        "Booking hook",
    ),
    "States and transitions": (
        "Booking statuses: confirmed, pending, cancelled",
        "Group booking statuses",
        "Tee-time hold and booking hook",
    ),
    "Endpoints": (
        "Courses",
        "Availability",
        "Bookings",
        "Booking hooks (14-day reservation holds)",
        "Group bookings (more than 4 players; asynchronous)",
        "Webhooks",
        "Auth (optional JWT)",
    ),
    "Endpoints > Courses": (
        "GET /courses",
        "GET /courses/{id}",
        "GET /courses/{id}/pricing",
        "GET /courses/{id}/terms",
    ),
    "Endpoints > Availability": (
        "GET /courses/{courseId}/tee-times",
        "GET /courses/{courseId}/availability",
        "POST /courses/{courseId}/hold-tee-time",
    ),
    "Endpoints > Bookings": (
        "POST /bookings",
        "GET /bookings",
        "GET /bookings/{id}",
        "PUT /bookings/{id}",
        "DELETE /bookings/{id}",
    ),
    "Endpoints > Group bookings (more than 4 players; asynchronous)": (
        "POST /group-bookings",
        "GET /group-bookings/{id}",
        "PUT /group-bookings/{id}/players",
        "POST /group-bookings/find-slots",
        "POST /group-bookings/calculate-price",
        "POST /group-bookings/validate",
    ),
    "Endpoints > Webhooks": (
        "POST /webhooks",
        "GET /webhooks, PUT /webhooks/{id}, DELETE /webhooks/{id}",
    ),
}

HEADINGS = frozenset(f"{above} > {heading}".removeprefix(" > ") for above, below in _UNDER.items() for heading in below)
