"""The sandbox: a stateful server that keeps the contract. `app` assembles it, `cli` starts it."""
