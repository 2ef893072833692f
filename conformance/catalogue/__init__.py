"""The subjects of the suite: the operations of the interface, its requirements and shapes, and the rules of users."""
