"""The image of the sandbox, built and run by podman, without a registry."""
