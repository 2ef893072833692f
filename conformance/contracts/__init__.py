"""The contract as the suite looks at it: under test, documented only, for requests and for deliveries."""
