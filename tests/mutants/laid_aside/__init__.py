"""The fourth to the seventy-third lot of faults that were written blind. They wait here, unread, until the suite
that they measure is built.

People who had read neither the suite nor its mutants wrote these faults from the specification. Nobody who works on
the suite reads them before `python -m tests.selftest blind` has run once, so that its figure is honest. Then the faults
move to tests/mutants/faults/. The files of the fifth to the seventy-third lot begin with the number of their lot:
``lot5_`` to ``lot73_``.

`load` writes them into the table of mutants in the place of all others.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import yaml

from tests.mutants.tools import registry
from tests.mutants.tools.registry import Mutant

_FACTS = Path(__file__).with_name("faults.yaml")
_LOTS = tuple(f".lot{number}-" for number in range(4, 74))


def under_a_condition() -> frozenset[str]:
    """The names of the faults that show only under a condition."""
    facts = yaml.safe_load(_FACTS.read_text(encoding="utf-8"))
    return frozenset(fact["name"] for fact in facts if fact["kind"] == "conditional")


def load() -> Mapping[str, Mutant]:
    """The faults of these lots by name."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return {name: mutant for name, mutant in sorted(registry.MUTANTS.items()) if any(lot in name for lot in _LOTS)}
