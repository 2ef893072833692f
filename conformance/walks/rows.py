"""The requirements that a deviation of the model can name, by the theme of the programs that look for them."""

from collections.abc import Mapping

from conformance.walks.commands import Theme

ROWS: Mapping[Theme, tuple[str, ...]] = {
    Theme.bookings: (
        *("AUT-09", "AUT-10", "AUT-11", "AUT-12"),
        *("BKC-01", "BKC-05", "BKC-07", "BKC-08", "BKC-25", "BKC-31", "BKG-01"),
        *("BKL-03", "BKL-04", "BKL-05", "BKL-07", "BKL-12", "BKL-13"),
        *("BKU-01", "BKU-02", "BKU-03", "BKU-08", "BKU-10", "BKU-12"),
        *("BKX-02", "BKX-03", "BKX-04", "BKX-07", "BKX-09", "BKX-10"),
        *("BST-02", "INV-05"),
    ),
    Theme.holds: (
        *("HLD-02", "HLD-05", "HLD-06", "HLD-07", "HLD-09", "HLD-11", "HLD-14", "HLD-15", "HLD-16", "HLD-17"),
        *("INV-02", "INV-05"),
    ),
    Theme.hooks: ("HOK-02", "HOK-03", "HOK-05", "HOK-06", "HOK-07"),
    Theme.groups: ("AUT-13", "GRP-02", "GRP-04", "GRP-05", "GRP-06", "GRP-11", "GRP-12"),
}

EVERY_ROW: tuple[str, ...] = tuple(dict.fromkeys(row for rows in ROWS.values() for row in rows))
