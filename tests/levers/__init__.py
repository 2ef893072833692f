"""Writes the typed clients of the control plane from its contract, and their synchronous half from the other half."""
