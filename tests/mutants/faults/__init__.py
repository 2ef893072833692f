"""Every fault, in the file or folder of the area whose requirement it breaks.

The import of this package imports every file below it, and each file writes its mutants into the table.
"""

from importlib import import_module
from pkgutil import walk_packages

for module in walk_packages(__path__, f"{__name__}."):
    import_module(module.name)
