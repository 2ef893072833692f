"""The contract in the forms that the suite needs: under test, documented only, for requests and for deliveries."""
