"""The contract in real client generators. Each generator of the table makes a client, and the client makes a trip."""
