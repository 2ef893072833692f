"""The interface of the contract over HTTP, on Connexion: it reads JSON, calls a service and writes JSON."""
