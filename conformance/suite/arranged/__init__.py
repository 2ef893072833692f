"""What the checks of several nouns arrange first: bookings, groups, days, tee sheets, races, deliveries."""
