"""How often a command of the suite looks for objects that nobody uses."""

import gc

_NEW_OBJECTS = 100_000
_ROUNDS_OF_NEW_OBJECTS = 20
_ROUNDS_OF_OLDER_OBJECTS = 100


def collect_rarely() -> None:
    """Lets the garbage collector look at objects a hundred times less often, for a process that ends with its run.

    A run keeps nearly all that it reads. With the usual limits, a fifth of its time goes into looking at that again.
    """
    gc.set_threshold(_NEW_OBJECTS, _ROUNDS_OF_NEW_OBJECTS, _ROUNDS_OF_OLDER_OBJECTS)
