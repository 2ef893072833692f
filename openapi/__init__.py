"""The contract: what the interface promises, as data, and the few lines that read it.

Everything an implementer needs stands in the YAML files of this folder. The Python beside them only loads,
bundles and renders; it knows nothing of the sandbox or of the suite.
"""
