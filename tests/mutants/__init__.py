"""Mutants: the sandbox with exactly one rule broken, to prove that the conformance suite can fail.

Every must requirement the suite decides has a mutant, and the suite reports a failure under its id.
A mutant is an entry of one table (tools/registry.py). One proxy (tools/proxy.py) serves the table in front of a real
sandbox:

    python -m tests.mutants --upstream http://127.0.0.1:8080 --port 8090
    python -m conformance check http://127.0.0.1:8090/CRS-05/api/v1 --api-key sbx_demo_alpha --only CRS-05

``/clean/api/v1`` is the sandbox without a fault, and ``GET /`` lists all mutants.

The faults are in faults/, in the file or folder of the area whose requirement they break. The parts that several faults
share are in parts/. The table, the proxy and the bench are in tools/.

How to add a mutant. Write the mutant into the file of its requirement in faults/. A new file needs no entry elsewhere.
The name is the requirement id, with a second part when the requirement has several mutants: ``CRS-05.page-2``.
The sentence says what is broken. There are three forms; take the shortest form that fits:

1. An edit of successful JSON answers, built of drop, put, alter, rename and where (tools/edits.py):

       json_answer("CRD-03", "Details have no city.", "getCourse", drop("data.city"))

   Paths are like ``data[-1].holes``. ``when=lambda call: ...`` limits the edit to some calls.
   Several operation ids are separated by blanks.

2. A change of the request, with an edit of the answer that hides its traces where needed:

       request_change("CRS-05", "country is ignored.", "searchCourses", lambda call: call.without("country"))

   ``call.asking(page=2)`` sets, ``call.without("page")`` removes, ``call.with_json(...)`` replaces the body.
   ``when=`` limits, ``then=lambda call: put("meta.pagination.page", 1)`` edits the answer.

3. A handler, for several requests upstream or memory. parts/borrowed.py has real refusals and real courses:

       @mutant("CRD-08", "An unknown id gives the details of some course.", "getCourse")
       async def _some_course(call: Call) -> Answer:
           answer = await call.forward()
           return answer if answer.ok else await call.upstream("GET", f"/travel/courses/{...}")

   ``call.memory`` is a dict of this mutant and this API key.
   EVERY_OPERATION in place of operation ids lets every request reach the handler.

A mutant that shows only under a condition says which: ``hidden="a later page"``, one of the kinds in tools/registry.py.
A suite finds such a mutant by drawing pages, values, days and combinations from its seed, by doing one thing after or
beside another, and by looking again. A mutant that was not written together with the suite says where it came from:
``origin=Origin.blind``. A fault that shows only in the traffic of other rows has its name in FOUND_IN_TRAFFIC_OF
(tests/test_mutants.py) too.

A good mutant breaks its rule alone, always, and where a hasty check does not look: the last item,
a later page, the second of two operations. The plain requests of the requirement show it without luck.
"""

from __future__ import annotations

from tests.mutants import faults as faults  # The import fills the table.
from tests.mutants.tools import registry
from tests.mutants.tools.registry import Mutant, Origin

# Sorted, so that nothing depends on the order in which the files are imported.
MUTANTS = dict(sorted(registry.MUTANTS.items()))

__all__ = ["MUTANTS", "Mutant", "Origin"]
