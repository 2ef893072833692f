"""JSON in, a service, JSON out: the interface of the contract over HTTP, on Connexion."""
