"""Tours: requests in which every pair of conditions is met that the target offers, and the rules that judge them."""
