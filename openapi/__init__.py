"""The contract: the promises of the interface as data, and the few lines that read them.

The YAML files of this folder contain everything that an implementer needs. The Python beside them only loads,
bundles and renders; it knows nothing of the sandbox or of the suite.
"""
