"""Which mutants of the files without ``hidden`` in their name hide, and how: one line per kind."""

from __future__ import annotations

from tests.mutants import (  # noqa: F401  (each import fills the table)
    availability,
    booking_cancellations,
    booking_changes,
    booking_creation,
    booking_hooks,
    booking_reads,
    booking_refusals,
    bookings,
    capacity,
    courses,
    events,
    group_bookings,
    pending_bookings,
    tee_time_holds,
    webhooks,
)
from tests.mutants.tools.registry import mark_hidden

_HIDDEN = {
    "a later page": "CRS-01.page-2 CRS-05.page-2 BKL-01.page-2",
    "some values": (
        "AVT-05.three BKC-01.three BKC-02.single BKC-03.three BKC-05.three BKC-06.email BKC-07.cut BKC-08.accents"
        " BKC-08.cut BKC-17.four BKC-18.single BKC-23.single BKC-35.three BKG-01.four BKL-03.four BKU-02.single"
        " BKU-03.three BKX-03.four BKX-04.single BKX-10.four BST-01.four EVT-01.four EVT-04.four GRP-01.large"
        " GRP-02.large GRP-04.large HLD-02.one-fewer HLD-03.single HLD-04.four HLD-05.four HLD-13.single HOK-01.four"
        " HOK-02.four HOK-03.four HOK-04.four INV-05.four"
    ),
    "a combination of parameters": (
        "BKL-02.dates BKL-04.dates BKL-05.end BKL-05.status BKL-06.status BKL-07.start BKL-07.status BKL-08.status"
        " BKU-04.beside WHK-06.beside"
    ),
    "after another operation": (
        "BKL-12.players BKU-03.list EVT-01.changed EVT-02.second EVT-08.used JWT-02.once JWT-03.refreshed"
    ),
    "one of two ways": "CRD-02 CRD-02.other EVT-03.hold HLD-07.pending JWT-02.opaque PRC-21 PRC-21.other",
    "another agency": "AUT-13 AUT-13.large AUT-14 AUT-14.change AUT-14.remove AUT-14.unsaid EVT-13",
    "after a while": "BKL-03.cached",
}

for _kind, _names in _HIDDEN.items():
    mark_hidden(_kind, _names)
