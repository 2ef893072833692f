"""Mutants: the sandbox with exactly one rule broken, to prove that the conformance suite can fail.

Every must requirement the suite decides has a mutant, and the suite reports a failure under its id.
A mutant is an entry of one table (registry.py), served by one proxy (proxy.py) in front of a real sandbox:

    python -m tests.mutants --upstream http://127.0.0.1:8080 --port 8090
    python -m conformance check http://127.0.0.1:8090/CRS-05/api/v1 --api-key sbx_demo_alpha --only CRS-05

``/clean/api/v1`` is the sandbox without a fault, and ``GET /`` lists all mutants.

How to add one. Write it into the file of its noun; a new file is imported below.
The name is the requirement id, with a second part when it has several mutants: ``CRS-05.page-2``.
The sentence says what is broken. There are three forms; take the shortest that fits:

1. An edit of successful JSON answers, made of drop, put, alter, rename and where (edits.py):

       json_answer("CRD-03", "Details have no city.", "getCourse", drop("data.city"))

   Paths are like ``data[-1].holes``. ``when=lambda call: ...`` limits the edit to some calls.
   Several operation ids are separated by blanks.

2. A change of the request, with an edit of the answer that hides its traces where needed:

       request_change("CRS-05", "country is ignored.", "searchCourses", lambda call: call.without("country"))

   ``call.asking(page=2)`` sets, ``call.without("page")`` removes, ``call.with_json(...)`` replaces the body.
   ``when=`` limits, ``then=lambda call: put("meta.pagination.page", 1)`` edits the answer.

3. A handler, for several requests upstream or memory. borrowed.py has real refusals and real courses:

       @mutant("CRD-08", "An unknown id gives the details of some course.", "getCourse")
       async def _some_course(call: Call) -> Answer:
           answer = await call.forward()
           return answer if answer.ok else await call.upstream("GET", f"/travel/courses/{...}")

   ``call.memory`` is a dict of this mutant and this API key.
   EVERY_OPERATION in place of operation ids lets every request reach the handler.

A mutant that shows only under a condition says which: ``hidden="a later page"``, one of the kinds in registry.py.
Those of the files hidden_*.py were written for it; hidden_kinds.py marks the others. A suite finds them by drawing
pages, values, days and combinations from its seed, by doing one thing after or beside another, and by looking again.

A good mutant breaks its rule alone, always, and where a hasty check does not look: the last item,
a later page, the second of two operations. The plain requests of the requirement show it without luck.
"""

from __future__ import annotations

from tests.mutants import (  # noqa: F401  (each import fills the table)
    access,
    agencies,
    availability,
    availability_days,
    blind_availability,
    blind_booking_changes,
    blind_booking_reads,
    blind_bookings,
    blind_courses,
    blind_groups,
    blind_groups_and_webhooks,
    blind_holds,
    blind_keys,
    blind_offline_and_lists,
    blind_pages,
    blind_pending,
    blind_places,
    blind_prices,
    blind_reads,
    blind_refusals,
    blind_webhooks,
    booking_cancellations,
    booking_changes,
    booking_conventions,
    booking_creation,
    booking_hooks,
    booking_reads,
    booking_refusals,
    bookings,
    capacity,
    conventions,
    course_pricing,
    course_terms,
    courses,
    deadlines,
    events,
    group_bookings,
    hidden_agencies,
    hidden_combinations,
    hidden_days,
    hidden_delays,
    hidden_kinds,
    hidden_pages,
    hidden_races,
    hidden_sequences,
    hidden_values,
    hidden_walks,
    hidden_ways,
    mended_input,
    pages,
    pending_bookings,
    races,
    recommendations,
    tee_time_holds,
    webhooks,
    write_access,
)
from tests.mutants.tools.registry import MUTANTS, Mutant

__all__ = ["MUTANTS", "Mutant"]
